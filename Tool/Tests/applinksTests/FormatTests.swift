import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The formats of `applinks check` for other programs.
@Suite(.timeLimit(.minutes(20))) struct FormatTests {
    /// Reads XML, and collects the attributes of its elements.
    private final class Elements: NSObject, XMLParserDelegate {
        var found: [(name: String, attributes: [String: String])] = []

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            found.append((name, attributes))
        }
    }

    private static func elements(_ text: String) throws -> [(name: String, attributes: [String: String])] {
        let parser = XMLParser(data: Data(text.utf8))
        let elements = Elements()
        parser.delegate = elements
        try #require(parser.parse(), "\(String(describing: parser.parserError)) in \(text)")
        return elements.found
    }

    @Test(
        arguments: [
            ["check", FoundSite.url], ["explain", FoundSite.url], ["resolve", "page.html"],
            ["open", "page.html", "--installed", ""],
            ["publish", "--check", "site.yaml"], ["diff", ".", "."], ["parse", FoundSite.url], ["decode", "{}"],
            ["encode", "--target", FoundSite.url],
        ]
    )
    func jsonIsShortForItsFormatInEveryCommand(_ command: [String]) async throws {
        let folder = try FoundSite.folder()
        try folder.file("page.html", "<meta property=\"al:ios:url\" content=\"a://b\">")
        try folder.file("site.yaml", "host: shelf.example\n")
        let place = ["check", "explain"].contains(command[0]) ? ["--offline", "."] : []
        let more = command[0] == "diff" ? ["--host", "shelf.example"] : place
        func run(_ form: [String]) async throws -> Tool.Run {
            try await Tool.run(command + more + form, directory: folder.url)
        }
        let short = try await run(["--json"])
        let long = try await run(["--format", "json"])
        #expect(short.output == long.output && short.status == long.status && short.output.hasPrefix("{"), "\(short)")
        let contrary = try await run(["--json", "--format", "text"])
        #expect(contrary.status == 64 && contrary.errors.contains("--json is short for --format json"), "\(contrary)")
    }

    @Test func junitHasAFailureForEachFindingThatFails() async throws {
        let folder = try FoundSite.folder()
        let run = try await FoundSite.check(folder, ["--format", "junit"])
        #expect(run.status == 1)
        let elements = try Self.elements(run.output)
        let root = try #require(elements.first)
        let failures = elements.filter { $0.name == "failure" }.count
        #expect(root.name == "testsuites" && root.attributes["failures"] == "\(failures)" && failures > 0)
        let cases = elements.filter { $0.name == "testcase" }
        #expect(root.attributes["tests"] == "\(cases.count)")
        #expect(
            cases.contains {
                $0.attributes["name"] == "assetlinks-fingerprint-lowercase"
                    && $0.attributes["classname"]?.hasSuffix("assetlinks.json") == true
            }
        )
        let never = try Self.elements(
            try await FoundSite.check(folder, ["--format", "junit", "--fail-on", "never"]).output
        )
        #expect(never.first?.attributes["failures"] == "0")
    }

    @Test func checkstyleNamesEachFileOnceWithItsErrors() async throws {
        let run = try await FoundSite.check(try FoundSite.folder(), ["--format", "checkstyle"])
        let elements = try Self.elements(run.output)
        let files = elements.filter { $0.name == "file" }.compactMap { $0.attributes["name"] }
        #expect(Set(files).count == files.count && !files.isEmpty)
        let error = try #require(
            elements.first { $0.attributes["source"] == "applinks.assetlinks-fingerprint-lowercase" }
        )
        #expect(error.attributes["severity"] == "error" && error.attributes["line"] == "2")
    }

    @Test func codeQualityHasFingerprintsThatStayWhenLinesMove() async throws {
        func fingerprints(_ folder: Scratch) async throws -> [String] {
            let run = try await FoundSite.check(folder, ["--format", "gitlab"])
            let issues = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
            for issue in issues {
                #expect(["info", "minor", "major"].contains(issue["severity"] as? String ?? ""))
                #expect(issue["check_name"] is String && issue["description"] is String)
                let lines = (issue["location"] as? [String: Any])?["lines"] as? [String: Any]
                #expect(lines?["begin"] is Int)
            }
            return issues.compactMap { $0["fingerprint"] as? String }
        }
        let folder = try FoundSite.folder()
        let first = try await fingerprints(folder)
        #expect(Set(first).count == first.count && !first.isEmpty)
        let path = folder.url.appendingPathComponent(".well-known/assetlinks.json")
        try ("\n\n" + String(contentsOf: path, encoding: .utf8)).write(to: path, atomically: true, encoding: .utf8)
        #expect(try await fingerprints(folder) == first)
    }

    @Test func markdownHasNoMarkupOfTheFiles() async throws {
        let run = try await FoundSite.check(try FoundSite.folder(), ["--format", "markdown"])
        #expect(run.output.hasPrefix("# Links\n") && run.output.contains("| error | "))
        #expect(!run.output.contains("<b>") && !run.output.contains("\n::error"), "\(run.output)")
        #expect(run.output.contains("Mac and Apple's other devices") && !run.output.contains("&#"), "\(run.output)")
        for line in run.output.split(separator: "\n") where line.hasPrefix("| ") {
            #expect(line.replacing("\\|", with: "").filter { $0 == "|" }.count == 5, "\(line)")
        }
    }
}
