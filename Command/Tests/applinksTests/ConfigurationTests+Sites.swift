import Foundation
import Testing

@testable import applinks

/// Several sites in one file `.applinks.yaml`.
extension ConfigurationTests {
    private static let file = "*/assetlinks.json"

    @Test func eachSiteHasItsOwnDecisions() async throws {
        let (folder, path) = try Self.project(
            """
            version: 1
            severities: {\(Self.rule): warning}
            sites:
              - check: public
                host: shelf.example
              - check: other
                host: other.example
                severities: {\(Self.rule): error}
              - check: third
                host: third.example
                ignore: [{rule: \(Self.rule), file: "\(Self.file)", reason: not deployed}]

            """
        )
        let content = try Data(contentsOf: folder.url.appendingPathComponent("public/.well-known/assetlinks.json"))
        for name in ["other", "third"] { try folder.file("\(name)/.well-known/assetlinks.json", Array(content)) }
        let run = try await Tool.run(["check", "--config", path])
        let report = try #require(try await Tool.run(["check", "--config", path, "--format", "json"]).json.first)
        let inputs = try #require(report["inputs"] as? [[String: Any]])
        func severity(_ name: String) -> String? {
            let findings = inputs.flatMap { $0["findings"] as? [[String: Any]] ?? [] }
            let own = findings.first { finding in
                finding["rule"] as? String == Self.rule
                    && (finding["file"] as? String)?.contains("\(name)/.well-known/assetlinks.json") == true
            }
            return own?["severity"] as? String
        }
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        #expect(severity("public") == "warning" && severity("other") == "error", "\(run.output)")
        #expect(severity("third") == nil, "\(run.output)")
        // A folder on the command line has the settings of the site that names it, and the command line takes precedence.
        let one = folder.url.appendingPathComponent("public").path
        #expect(try await Tool.run(["check", one, "--config", path]).status == 0)
        let host = try await Tool.run(["check", one, "--config", path, "--host", "given.example"])
        #expect(host.output.contains("given.example") && !host.output.contains("shelf.example"), "\(host.output)")
        let printed = try await Tool.run(["check", "--config", path, "--print-config"])
        #expect(printed.output.contains("    host: \"other.example\"\n"), "\(printed.output)")
        #expect(printed.output.contains("      \(Self.rule): warning\n"), "\(printed.output)")
    }

    @Test(arguments: [
        "b\u{FC}cher.example", "xn--bcher-kva.example", "XN--BCHER-KVA.example:443", "https://b\u{FC}cher.example/x",
        "https://xn--bcher-kva.example:443/x", "http://B\u{DC}CHER.example:80/x",
    ])
    func aHostFollowsItsSiteHoweverItIsWritten(_ input: String) throws {
        let scratch = try Scratch()
        for host in ["b\u{FC}cher.example", "xn--bcher-kva.example", "B\u{DC}CHER.example:443"] {
            let path = try scratch.file("a.yaml", "version: 1\nsites:\n  - host: a.example\n  - host: \"\(host)\"\n")
            #expect(try CheckConfiguration(path: path).siteIndex(of: input) == 1, "\(host)")
        }
    }

    @Test(arguments: [
        ("platforms: apple\n", 0), ("platforms: [apple, windows]\n", 0), ("platforms: [android]\n", 1),
    ])
    func whatIsAboutOtherPlatformsDoesNotFail(_ line: String, _ status: Int32) async throws {
        let run = try await Self.run(Self.base + "severities: {aasa-missing: warning}\n" + line, ["--json"])
        #expect(run.status == status, "\(run.output)\(run.errors)")
        #expect(run.output.contains("assetlinks-") == (status == 1), "\(run.output)")
    }

    @Test(arguments: [
        ("sites: 1\n", ":2:1: sites: write a list of at most"),
        ("sites:\n  - apps: a\n", ":3:5: sites.0: name the site"),
        ("sites:\n  - host: a.example\n    hosts: b\n", ":4:5: sites.0.hosts: this is not a known member"),
        ("sites:\n  - host: a b\n", ":3:5: sites.0.host: this is not a host"),
        ("sites:\n  - host: a.example\n    platforms: [ios]\n", "sites.0.platforms: write apple, android or windows"),
        ("sites:\n  - host: a.example\n  - host: a.example\n", ":4:5: sites.1: a.example is checked already"),
        ("sites:\n  - host: a.example\n    severities: {no-such-rule: off}\n", "there is no rule no-such-rule"),
    ])
    func aMistakeInASiteIsNamedWithItsPlace(_ text: String, _ message: String) async throws {
        let run = try await Self.run("version: 1\n" + text)
        #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
    }
}
