import BoltsSiteCheck
import Foundation
import LoopbackServer
import Testing

@testable import applinks

/// Tests the file `.applinks.yaml`.
@Suite(.timeLimit(.minutes(20))) struct ConfigurationTests {
    private static let assetLinks = Samples.assetLinks("example.shelf", Samples.lowercaseFingerprint)

    /// A folder with a site whose fingerprint is in small letters, and a configuration beside it.
    static func project(_ configuration: String) throws -> (folder: Scratch, path: String) {
        let scratch = try Scratch(["public/.well-known/assetlinks.json": assetLinks])
        return (scratch, try scratch.file(".applinks.yaml", configuration))
    }

    static let base = "version: 1\ncheck: public\nhost: shelf.example\n"
    static let rule = "assetlinks-fingerprint-lowercase"

    static func run(_ configuration: String, _ more: [String] = []) async throws -> Tool.Run {
        let (folder, path) = try project(configuration)
        defer { withExtendedLifetime(folder) {} }
        return try await Tool.run(["check", "--config", path] + more)
    }

    @Test func whatIsCheckedComesFromTheFile() async throws {
        let run = try await Self.run(Self.base)
        #expect(run.status == 1 && run.output.contains("[\(Self.rule)]"), "\(run.output)\(run.errors)")
        let none = try await Self.run("version: 1\n")
        #expect(none.status == 64 && none.errors.contains("Name the input"), "\(none.errors)")
    }

    @Test func aLinkThatLeadsNowhereIsAnError() async throws {
        let (folder, path) = try Self.project(Self.base)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "gone.yaml")
        for arguments in [["check", "public", "--host", "shelf.example"], ["check", "--print-config"]] {
            let run = try await folder.run(arguments)
            #expect(run.status == 2 && run.errors.contains(".applinks.yaml is a symbolic link to gone.yaml"), "\(run)")
        }
        let without = try await folder.run(["check", "public", "--host", "shelf.example", "--no-config"])
        #expect(without.status == 1, "\(without)")
    }

    @Test func severitiesChangeAndTurnRulesOff() async throws {
        let note = try await Self.run(Self.base + "severities:\n  \(Self.rule): note\n")
        #expect(note.status == 0 && note.output.contains(": note: "), "\(note.output)\(note.errors)")
        let off = try await Self.run(Self.base + "severities: {\(Self.rule): off}\n")
        #expect(off.status == 0 && !off.output.contains(": error: "), "\(off.output)")
        let disabled = try await Self.run(Self.base, ["--disable", Self.rule])
        #expect(disabled.status == 0)
    }

    /// A repository with settings, next to files that do not belong to it.
    private static func repository(_ settings: String) throws -> Scratch {
        let scratch = try Scratch(["secret/.well-known/assetlinks.json": "[{\"s3cr3t\": 1}]"])
        try scratch.file(
            "secret/App.entitlements",
            "<plist version=\"1.0\"><dict><key>s3cr3t</key><true/></dict></plist>"
        )
        try scratch.file("repository/.git/HEAD", "")
        try scratch.file("repository/site/.well-known/assetlinks.json", "[]")
        try scratch.file("repository/.applinks.yaml", settings)
        return scratch
    }

    @Test(
        .tags(.th89),
        arguments: [
            "check: ../secret", "check: site/../../secret/", "check: ROOT/secret", "check: link", "apps: [../secret]",
            "sites: [{host: a.example, check: ../secret}]", "sites: [{host: a.example, apps: link}]",
            "check: /proc/self/mem",
        ]
    )
    func settingsReachNothingOutsideOfTheirRepository(_ settings: String) async throws {
        let scratch = try Self.repository("")
        let text = "version: 1\n" + settings.replacingOccurrences(of: "ROOT", with: scratch.url.path) + "\n"
        try scratch.file("repository/.applinks.yaml", text)
        try scratch.link("repository/link", to: "../secret")
        let repository = scratch.url.appendingPathComponent("repository")
        for arguments in [["check"], ["check", "site", "--host", "a.example"]] {
            let run = try await Tool.run(arguments, directory: repository)
            #expect(run.status == 2 && run.errors.contains("--allow-outside reads it nevertheless"), "\(run)")
            #expect(!(run.output + run.errors).contains("s3cr3t"), "\(run)")
        }
        let allowed = try await Tool.run(["check", "--allow-outside"], directory: repository)
        #expect(!allowed.errors.contains("is outside"), "\(allowed)")
    }

    /// The file name of an exception is parsed once, and not again for each finding.
    @Test func aLongNameOfAnExceptionCostsLittle() async throws {
        let rules = Array(repeating: #"{"/": "/b/*"}"#, count: 900).joined(separator: ", ")
        let name = String(repeating: "./", count: 400_000) + "site/*"
        let scratch = try Self.repository(
            "version: 1\nignore:\n  - rule: aasa-redundant-rule\n    reason: tried\n    file: \(name)\n"
        )
        let file = Samples.appleFile("QX7SAMPLE1.org.sample.shelf", rules)
        try scratch.file("repository/site/.well-known/apple-app-site-association", file)
        let run = try await Tool.run(
            ["check", "site", "--host", "shelf.example", "--format", "json"],
            directory: scratch.url.appendingPathComponent("repository")
        )
        #expect(run.status < 2 && !run.output.contains("aasa-redundant-rule"), "\(run.errors)")
    }

    private static let strace = "/usr/bin/strace"

    /// An edit is tried with the apps of its own site only, so that many sites with their own apps take linear time.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: strace), "strace is not installed"))
    func theAppsOfASiteAreReadForThatSite() async throws {
        func opened(_ count: Int) async throws -> Int {
            let sites = (0..<count).map { number in
                let app = "app" + String(repeating: "/.", count: number)
                return "  - {host: h\(number).invalid, check: s\(number), apps: \(app)}\n"
            }
            let hosts = (0..<count).map { "android:host=\"h\($0).invalid\"" }
            let scratch = try Self.repository("version: 1\nsites:\n" + sites.joined())
            try scratch.file(
                "repository/app/AndroidManifest.xml",
                Samples.manifest("org.sample.shelf.debug", data: hosts.joined(separator: "/><data "))
            )
            let print = Array(repeating: "AB", count: 32).joined(separator: ":")
            for number in 0..<count {
                try scratch.file(
                    "repository/s\(number)/.well-known/assetlinks.json",
                    Samples.assetLinks("org.sample.shelf", print)
                )
            }
            let trace = scratch.url.path + "/trace"
            let line = [Self.strace, "-f", "-qq", "-e", "trace=openat", "-o", trace, Tool.executable.path, "check"]
            let run = try await Program.run(line, in: scratch.url.appendingPathComponent("repository"))
            #expect(run.status == 1, "\(run)")
            return try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
                .count { $0.contains("AndroidManifest.xml\"") }
        }
        let (few, many) = (try await opened(3), try await opened(6))
        #expect(few > 3 && many <= 2 * few, "\(few) for 3 sites, \(many) for 6")
    }

    @Test(.tags(.th89)) func settingsThatLeadOutOfTheirRepositoryAreNotRead() async throws {
        let scratch = try Self.repository("")
        try scratch.file("secret/outer.yaml", "version: 1\nhost: s3cr3t.example\n")
        let path = scratch.url.path + "/repository/.applinks.yaml"
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../secret/outer.yaml")
        let repository = scratch.url.appendingPathComponent("repository")
        let found = try await Tool.run(["check", "site", "--print-config"], directory: repository)
        #expect(
            found.status == 2 && found.errors.contains("leads out of") && !found.output.contains("s3cr3t"),
            "\(found)"
        )
        let options = ["check", "site", "--print-config", "--config"]
        let named = try await Tool.run(options + [path], directory: repository)
        #expect(named.status == 64 && named.errors.contains("leads out of"), "\(named)")
        let allowed = try await Tool.run(options + [path, "--allow-outside"], directory: repository)
        #expect(allowed.status == 0 && allowed.output.contains("s3cr3t.example"), "\(allowed)")
    }

    /// A repository, and a server of the user's private network.
    private static func network() throws -> (server: LoopbackServer, folder: Scratch) {
        let server = try LoopbackServer { _, connection in connection.respond(404, body: "") }
        let folder = try Self.repository("version: 1\n")
        let port = server.url("/").port ?? 0
        try folder.file("repository/hosts.txt", "127.0.0.1:\(port)\n")
        try folder.file("repository/pages.txt", "\(server.url("/a.html"))\n")
        try folder.file(
            "repository/app/AndroidManifest.xml",
            Samples.manifest("a.example", data: "android:host=\"127.0.0.1\" android:port=\"\(port)\"")
        )
        return (server, folder)
    }

    @Test(
        .tags(.th89),
        arguments: [
            ["check", "--from", "hosts.txt", "--no-config"], ["resolve", "--from", "pages.txt"],
            ["check", "app/AndroidManifest.xml", "--no-config"],
            ["check", "other.invalid", "--from", "hosts.txt", "--no-config"],
        ]
    )
    func privateHostsOfFilesAreNotAsked(_ arguments: [String]) async throws {
        let (server, scratch) = try Self.network()
        defer { server.stop() }
        let repository = scratch.url.appendingPathComponent("repository")
        _ = try await Tool.run(arguments + ["--allow-private"] + Tool.shortLimits, directory: repository)
        #expect(server.requests.isEmpty, "\(server.requests.map(\.target))")
    }

    @Test(.tags(.th89)) func privateHostsThatTheCommandLineNamesAreAsked() async throws {
        let (server, scratch) = try Self.network()
        defer { server.stop() }
        let repository = scratch.url.appendingPathComponent("repository")
        _ = try await Tool.run(
            ["check", "\(server.url("/"))", "--no-config", "--allow-private"] + Tool.shortLimits,
            directory: repository
        )
        #expect(!server.requests.isEmpty)
    }

    /// The named server cannot choose another server of the private network.
    @Test(.tags(.th89)) func aRedirectLeadsToNoPrivateHostThatIsNotNamed() async throws {
        let other = try LoopbackServer { _, connection in connection.respond(200, body: "s3cr3t") }
        defer { other.stop() }
        let port = try #require(other.url("/").port)
        let named = try LoopbackServer { _, connection in
            connection.respond(302, ["Location: http://localhost:\(port)/"], body: "")
        }
        defer { named.stop() }
        for command in ["check", "resolve", "explain"] {
            _ = try await Tool.run([command, "\(named.url("/"))", "--allow-private"] + Tool.shortLimits)
            #expect(!named.requests.isEmpty && other.requests.isEmpty, "\(command)")
        }
    }

    @Test func privateHostsOfSettingsAreNotAsked() async throws {
        let server = try LoopbackServer { _, connection in connection.respond(404, body: "") }
        defer { server.stop() }
        let scratch = try Self.repository("version: 1\ncheck: \"\(server.url("/"))\"\n")
        let repository = scratch.url.appendingPathComponent("repository")
        let run = try await Tool.run(["check", "--allow-private"] + Tool.shortLimits, directory: repository)
        #expect(run.status == 2 && server.requests.isEmpty && run.errors.contains("--allow-outside"), "\(run)")
        _ = try await Tool.run(
            ["check", "--allow-private", "--allow-outside"] + Tool.shortLimits,
            directory: repository
        )
        #expect(!server.requests.isEmpty)
    }

    @Test(arguments: [
        ("", 0, ""), ("    file: \"*/assetlinks.json\"\n", 0, ""), ("    until: 2999-12-31\n", 0, ""),
        ("    where: /0/target\n", 0, ""), ("    where: /1\n", 1, "fits this exception"),
        ("    where: /0/targe\n", 1, "fits this exception"),
        ("    file: \"*/other.json\"\n", 1, "fits this exception"),
        ("    until: 2001-01-31\n", 1, "ended on 2001-01-31"),
    ])
    func anExceptionIsUsedUntilItsDay(_ lines: String, _ status: Int32, _ message: String) async throws {
        let exception = "ignore:\n  - rule: \(Self.rule)\n    reason: the store has it so\n\(lines)"
        let run = try await Self.run(Self.base + exception)
        #expect(run.status == status && (message.isEmpty || run.errors.contains(message)), "\(run.output)\(run.errors)")
        #expect(run.output.contains("[\(Self.rule)]") == (status == 1), "\(run.output)")
    }

    @Test(arguments: [
        ("version: 2\n", ".applinks.yaml:1:1: version: write version: 1"),
        (base + "severity: 1\n", ":4:1: severity: this is not a known member"),
        (base + "ignor: 1\n", "did you mean ignore?"),
        (base + "severities: {no-such-rule: off}\n", "there is no rule no-such-rule; 'applinks help rules' lists them"),
        (base + "severities: {\(rule): loud}\n", "write error, warning, note or off"),
        (base + "ignore:\n  - rule: \(rule)\n", "say why the finding is accepted"),
        (base + "ignore:\n  - rule: \(rule)\n    reason: x\n    until: soon\n", "write a day such as"),
        (
            base + "ignore:\n  - rule: \(rule)\n    reason: x\n    until: 2027-02-31\n",
            ":7:5: ignore.0.until: write a day"
        ),
        (base + "ignore:\n  - rule: \(rule)s\n    reason: x\n", "did you mean \(rule)?"),
        ("version: true\n", ":1:1: version: write version: 1"), ("version: 1\ncheck: \"\"\n", "check: write a text"),
        ("version: 1\ncheck: [\" \"]\n", "check.0: write a text"),
        (base + "severities: {\(rule): 0}\n", "write a text"),
        (base + "ignore: 7\n", "write a list of at most"), ("- a\n", "write members such as"),
        ("version: 1\nhost: \"a b\"\n", "this is not a host"), ("a: [\n", "This is not YAML"),
        (String(repeating: "[", count: 900) + String(repeating: "]", count: 900), "nest too deeply"),
    ])
    func aMistakeIsNamedWithItsPlace(_ text: String, _ message: String) async throws {
        let run = try await Self.run(text)
        #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
    }

    @Test(arguments: [("2027-01-30", true), ("2027-01-31", true), ("2027-02-01", false)])
    func anExceptionEndsAfterTheDayThatItNames(_ today: String, _ isAccepted: Bool) throws {
        let (folder, path) = try Self.project(
            "version: 1\nignore:\n  - rule: assetlinks-empty\n    reason: x\n    until: 2027-01-31\n"
        )
        defer { withExtendedLifetime(folder) {} }
        var result = CheckResult(input: "a")
        result.findings = AssociationCheck.findings(inAssetLinks: Array("[]".utf8), file: "a").map {
            CheckedFinding($0)
        }
        var uses = CheckConfiguration.Uses()
        try CheckConfiguration(path: path).apply(to: &result, today: today, &uses)
        #expect(result.findings.isEmpty == isAccepted)
    }

    @Test func theConfigurationIsPrintedAsItIsUsed() async throws {
        let text = Self.base + "ignore:\n  - rule: \(Self.rule)\n    reason: 'a \"b\"'\n"
        let run = try await Self.run(text, ["--print-config"])
        #expect(run.status == 0 && run.output.contains("    reason: \"a \\\"b\\\"\"\n"), "\(run.output)")
        #expect(run.output.contains("public\"") && run.output.contains("host: \"shelf.example\""))
        let none = try await Tool.run(["check", "--no-config", "--print-config"])
        #expect(none.status == 0 && none.output.hasPrefix("# no .applinks.yaml"), "\(none.output)")
        let both = try await Tool.run(["check", "--no-config", "--config", "x"])
        #expect(both.status == 64)
    }

    @Test func whatIsPrintedIsReadAgain() async throws {
        let reason = "a\\nb\\tc \\u202e\\x07\\U000e0001 d"
        let text = Self.base + "ignore:\n  - rule: \(Self.rule)\n    reason: \"\(reason)\"\n"
        let run = try await Self.run("\u{FEFF}" + text, ["--print-config"])
        #expect(run.status == 0 && run.output.contains("    reason: \"\(reason)\"\n"), "\(run)")
        let again = try await Self.run(run.output, ["--print-config", "--allow-outside"])
        #expect(again.status == 0 && again.output.contains("    reason: \"\(reason)\"\n"), "\(again)")
    }

    // MARK: - Paths

    /// Runs in a folder of a repository whose site is `web/public`.
    private static func run(_ decisions: String, in folder: String, _ arguments: [String], input: String? = nil)
        async throws -> Tool.Run
    {
        let (scratch, _) = try project("version: 1\n" + decisions)
        let manager = FileManager.default
        try manager.createDirectory(at: scratch.url.appendingPathComponent("web"), withIntermediateDirectories: true)
        try manager.moveItem(
            at: scratch.url.appendingPathComponent("public"),
            to: scratch.url.appendingPathComponent("web/public")
        )
        try scratch.file(".git/HEAD", "")
        try scratch.link("link", to: "web/public")
        let named = arguments.map { $0.replacing("ROOT", with: scratch.url.path) }
        return try await Tool.run(
            ["check"] + named,
            input: input,
            directory: scratch.url.appendingPathComponent(folder)
        )
    }

    @Test(arguments: [
        ("", ["web/public/.well-known/assetlinks.json"]), ("", ["link/.well-known/assetlinks.json"]), ("", ["link"]),
        ("", ["ROOT/web/public/.well-known/assetlinks.json"]), ("web/public/.well-known", ["assetlinks.json"]),
        ("", []), ("web", []),
    ])
    func decisionsOfASiteApplyToEachOfItsFiles(_ folder: String, _ inputs: [String]) async throws {
        let site = "  - {host: www.example.com, check: web/public, ignore: [{rule: \(Self.rule), reason: x}]}\n"
        let run = try await Self.run("sites:\n\(site)", in: folder, inputs)
        #expect(run.status == 0 && !run.output.contains(Self.rule), "\(run)")
        // The nearest site applies.
        let other = "  - {host: b.example, check: web}\n"
        let nearest = try await Self.run("sites:\n\(other)\(site)", in: folder, inputs)
        #expect(!nearest.output.contains("[\(Self.rule)]"), "\(nearest)")
    }

    @Test(arguments: ["web/public/.well-known/assetlinks.json", "./link/.well-known/assetlinks.json"])
    func decisionsOfASiteApplyToStandardInput(_ name: String) async throws {
        let site = "{host: www.example.com, check: web/public, ignore: [{rule: \(Self.rule), reason: x}]}"
        let named = ["-", "--stdin-filename", name]
        let run = try await Self.run("sites: [\(site)]\n", in: "", named, input: Self.assetLinks)
        #expect(run.status == 0, "\(run)")
        let elsewhere = ["-", "--stdin-filename", "assetlinks.json"]
        let none = try await Self.run("sites: [\(site)]\n", in: "", elsewhere, input: Self.assetLinks)
        #expect(none.status == 1, "\(none)")
    }

    @Test(arguments: [
        "web/public/.well-known/assetlinks.json", "./web/public/.well-known/assetlinks.json", "*/assetlinks.json",
        "web/*/assetlinks.json",
    ])
    func anExceptionNamesAFileFromTheConfiguration(_ pattern: String) async throws {
        let decisions =
            "check: web/public\nhost: www.example.com\nignore: [{rule: \(Self.rule), file: \"\(pattern)\", reason: x}]\n"
        for (folder, inputs) in [
            ("", []), ("", ["web/public"]), ("", ["./web/public"]), ("", ["link"]), ("web", []), ("web", ["public"]),
            ("web/public/.well-known", ["assetlinks.json"]), ("", ["ROOT/web/public/"]),
        ] {
            let run = try await Self.run(decisions, in: folder, inputs)
            #expect(run.status == 0 && !run.output.contains("[\(Self.rule)]"), "\(folder) \(inputs): \(run)")
        }
        let other = try await Self.run(decisions.replacing("assetlinks.json", with: "other.json"), in: "", [])
        #expect(other.status == 1, "\(other)")
    }

    @Test func aMissingFolderIsNotLookedForWhereTheCommandRuns() async throws {
        // A folder with that name exists where the command runs, but not next to the configuration.
        let run = try await Self.run("check: public\nhost: a.example\n", in: "web", [])
        #expect(run.status == 2 && run.errors.contains("there is no file or folder at /"), "\(run)")
        #expect(run.errors.contains("/public") && !run.errors.contains("web/public"), "\(run.errors)")
    }

    @Test(arguments: ["junit", "markdown", "json"])
    func reportsNameFilesFromTheFolderOfTheRun(_ format: String) async throws {
        let decisions = "check: web/public\nhost: www.example.com\n"
        let run = try await Self.run(decisions, in: "", ["--format", format], input: nil)
        let name = format == "markdown" ? "assetlinks.json" : "\"web/public/.well-known/assetlinks.json\""
        #expect(run.output.contains(name) && !run.output.contains("/web/public"), "\(run.output)")
    }
}
