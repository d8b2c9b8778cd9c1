import Foundation
import Testing

/// Tests the formats of `applinks check` for other programs.
@Suite(.timeLimit(.minutes(20))) struct FormatTests {
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
            try await folder.run(command + more + form)
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
        #expect(ReportRules.junit(run.output).isEmpty)
        let root = try #require(ReportRules.xml(run.output))
        let cases = root.children.flatMap(\.children)
        #expect((root.attributes["failures"].flatMap { Int($0) } ?? 0) > 0)
        #expect(
            cases.contains {
                $0.attributes["name"] == "assetlinks-fingerprint-lowercase"
                    && $0.attributes["classname"]?.hasSuffix("assetlinks.json") == true
            }
        )
        let never = try await FoundSite.check(folder, ["--format", "junit", "--fail-on", "never"])
        #expect(ReportRules.xml(never.output)?.attributes["failures"] == "0")
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
        #expect(run.output.contains("Mac and Apple's other devices") && !run.output.contains("&#39"), "\(run.output)")
        // The output has no text that a service would turn into a link, and a URL to copy is code.
        #expect(!run.output.contains(/[^`]https?:\/\/shelf/), "\(run.output)")
        for line in run.output.split(separator: "\n") where line.hasPrefix("| ") {
            #expect(line.replacing("\\|", with: "").filter { $0 == "|" }.count == 5, "\(line)")
        }
    }
}
