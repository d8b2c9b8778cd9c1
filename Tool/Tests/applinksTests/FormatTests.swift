import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The formats of `applinks check` for other programs, and its baseline.
@Suite(.timeLimit(.minutes(20))) struct FormatTests {
    private static let url = "https://shelf.example/recipes/42"

    /// A folder whose Google file has a fingerprint in small letters, and a statement with a hostile name.
    private static func folder(_ name: String = "example.shelf") throws -> Scratch {
        let scratch = try Scratch()
        let print = (0..<32).map { String(format: "%02x", $0 + 160) }.joined(separator: ":")
        let file = """
            [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
            "package_name": "\(name)", "sha256_cert_fingerprints": ["\(print)"]}},
            {"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
            "package_name": "a\\u001b]]>&<b>|`\\n::error::x", "sha256_cert_fingerprints": ["\(print)"]}}]
            """
        try scratch.file(".well-known/assetlinks.json", Array(file.utf8))
        return scratch
    }

    private static func check(_ folder: Scratch, _ more: [String]) async throws -> Tool.Run {
        try await Tool.run(["check", url, "--offline", folder.url.path] + more)
    }

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
            ["check", url], ["explain", url], ["resolve", "page.html"], ["open", "page.html", "--installed", ""],
            ["publish", "--check", "site.yaml"], ["diff", ".", "."], ["parse", url], ["decode", "{}"],
            ["encode", "--target", url],
        ]
    )
    func jsonIsShortForItsFormatInEveryCommand(_ command: [String]) async throws {
        let folder = try Self.folder()
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
        let folder = try Self.folder()
        let run = try await Self.check(folder, ["--format", "junit"])
        #expect(run.status == 1)
        let elements = try Self.elements(run.output)
        let root = try #require(elements.first)
        let failures = elements.filter { $0.name == "failure" }.count
        #expect(root.name == "testsuites" && root.attributes["failures"] == "\(failures)" && failures > 0)
        let cases = elements.filter { $0.name == "testcase" }
        #expect(root.attributes["tests"] == "\(cases.count)")
        #expect(
            cases.contains {
                $0.attributes["name"] == "assetlinks-fingerprint-lowercase" && $0.attributes["line"] != nil
            }
        )
        let never = try Self.elements(try await Self.check(folder, ["--format", "junit", "--fail-on", "never"]).output)
        #expect(never.first?.attributes["failures"] == "0")
    }

    @Test func checkstyleNamesEachFileOnceWithItsErrors() async throws {
        let run = try await Self.check(try Self.folder(), ["--format", "checkstyle"])
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
            let run = try await Self.check(folder, ["--format", "gitlab"])
            let issues = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
            for issue in issues {
                #expect(["info", "minor", "major"].contains(issue["severity"] as? String ?? ""))
                #expect(issue["check_name"] is String && issue["description"] is String)
                let lines = (issue["location"] as? [String: Any])?["lines"] as? [String: Any]
                #expect(lines?["begin"] is Int)
            }
            return issues.compactMap { $0["fingerprint"] as? String }
        }
        let folder = try Self.folder()
        let first = try await fingerprints(folder)
        #expect(Set(first).count == first.count && !first.isEmpty)
        let path = folder.url.appendingPathComponent(".well-known/assetlinks.json")
        try ("\n\n" + String(contentsOf: path, encoding: .utf8)).write(to: path, atomically: true, encoding: .utf8)
        #expect(try await fingerprints(folder) == first)
    }

    @Test func markdownHasNoMarkupOfTheFiles() async throws {
        let run = try await Self.check(try Self.folder(), ["--format", "markdown"])
        #expect(run.output.hasPrefix("# Links\n") && run.output.contains("| error | "))
        #expect(!run.output.contains("<b>") && !run.output.contains("\n::error"), "\(run.output)")
        #expect(run.output.contains("Mac and Apple's other devices") && !run.output.contains("&#"), "\(run.output)")
        for line in run.output.split(separator: "\n") where line.hasPrefix("| ") {
            #expect(line.replacing("\\|", with: "").filter { $0 == "|" }.count == 5, "\(line)")
        }
    }

    @Test func severalFormatsAreWrittenInOneRun() async throws {
        let folder = try Self.folder()
        let out = try Scratch()
        let files = ["sarif", "junit", "json", "github"].map { ($0, out.url.appendingPathComponent("r.\($0)").path) }
        let run = try await Self.check(folder, files.flatMap { ["--output", "\($0)=\($1)"] })
        #expect(run.status == 1 && run.output.contains("opens no app"))
        for (format, path) in files {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.hasSuffix("\n") && text.contains("assetlinks-fingerprint-lowercase"), "\(format): \(text)")
        }
        let wrong = try await Self.check(folder, ["--output", "xml=report.xml"])
        #expect(wrong.status == 64)
        let unwritable = try await Self.check(folder, ["--output", "json=/dev/null/x"])
        #expect(unwritable.status == 2 && unwritable.errors.contains("cannot be written"), "\(unwritable.errors)")
    }

    @Test func aBaselineLetsOnlyNewFindingsCount() async throws {
        let folder = try Self.folder()
        let path = try Scratch().url.appendingPathComponent("base/line.json").path
        let written = try await Self.check(folder, ["--write-baseline", path])
        #expect(written.status == 0, "\(written.errors)")
        let same = try await Self.check(folder, ["--baseline", path])
        #expect(same.status == 0 && same.errors.contains("of the baseline not shown"), "\(same.output)\(same.errors)")
        // Another file breaks another rule: only that counts.
        try folder.file(".well-known/apple-app-site-association", Array("{".utf8))
        let other = try await Self.check(folder, ["--baseline", path])
        #expect(other.status == 1 && other.output.contains("aasa-invalid-json"), "\(other.output)")
        #expect(!other.output.contains(": error: A fingerprint"), "\(other.output)")
        try folder.file(".well-known/assetlinks.json", Array("[]".utf8))
        let gone = try await Self.check(folder, ["--baseline", path])
        #expect(gone.errors.contains("gone: ") && gone.errors.contains("write the baseline anew"), "\(gone.errors)")
        let broken = try await Self.check(folder, ["--baseline", folder.url.path + "/.well-known/assetlinks.json"])
        #expect(broken.status == 2 && broken.errors.contains("is no baseline"), "\(broken.errors)")
    }

    @Test func aBaselineOfManyFindingsIsReadAgain() async throws {
        let scratch = try Scratch()
        // More than is read of any file to check.
        let entry =
            "{\"rule\": \"assetlinks-empty\", \"file\": \"\(String(repeating: "f", count: 200))\", \"message\": \"m\"}"
        func baseline(_ count: Int) throws -> String {
            let entries = Array(repeating: entry, count: count).joined(separator: ",")
            return try scratch.file("baseline.json", "{\"version\": 1, \"findings\": [\(entries)]}")
        }
        try scratch.file("assetlinks.json", "[]")
        let arguments = ["check", "assetlinks.json", "--no-config", "--baseline", "baseline.json"]
        #expect(try FileManager.default.attributesOfItem(atPath: baseline(30_000))[.size] as? Int ?? 0 > 4 << 20)
        let run = try await Tool.run(arguments, directory: scratch.url)
        #expect(run.status == 1 && run.errors.contains("0 findings of the baseline not shown"), "\(run.errors)")
        _ = try baseline(100_001)
        let many = try await Tool.run(arguments, directory: scratch.url)
        #expect(
            many.status == 2 && many.errors.contains("at most 100000 findings, and these are 100001"),
            "\(many.errors)"
        )
    }
}
