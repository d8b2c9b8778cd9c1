import Foundation
import LoopbackServer
import Synchronization
import Testing

/// Many inputs in one run: what is said of all together, and runs that go on where another one stopped.
@Suite(.timeLimit(.minutes(20))) struct ManySitesTests {
    private static let file = """
        {"applinks": {"details": [{"appIDs": ["R2TQ9MZ7K4.dk.lakrids.kogebog"], "components": [{"/": "/r/*"}]}]}}
        """

    private static func answer(_ request: LoopbackRequest, _ connection: LoopbackConnection) {
        switch request.target {
        case "/.well-known/apple-app-site-association":
            connection.respond(200, ["Content-Type: application/json"], body: file)
        case let path where path.hasPrefix("/r/"): connection.respond(200, body: "<!doctype html><title>r</title>")
        default: connection.respond(404, body: "no")
        }
    }

    private static func urls(_ count: Int) -> [String] { (0..<count).map { "https://site\($0).example/r/\($0)" } }

    private static func check(_ server: LoopbackServer, _ options: [String]) async throws -> Tool.Run {
        let fixed = ["check", "--no-config", "--allow-private", "--origin", "\(server.url(""))", "--pause", "0"]
        let patient = ["--timeout", "200", "--response-timeout", "200", "--host-concurrency", "64"]
        return try await Tool.run(fixed + patient + options)
    }

    @Test func aSummaryCountsByRuleAndBySite() async throws {
        let server = try LoopbackServer { Self.answer($0, $1) }
        defer { server.stop() }
        let text = try await Self.check(server, Self.urls(3) + ["--summary"])
        #expect(text.output.contains("  note: assetlinks-missing: 3 findings at 3 sites\n"), "\(text.output)")
        #expect(text.output.contains("  https://site1.example/r/1: opens; 0 errors, 0 warnings, 1 note\n"))
        let json = try #require(try await Self.check(server, Self.urls(3) + ["--summary", "--json"]).json.first)
        let rules = try #require(json["rules"] as? [[String: Any]])
        #expect(rules.first?["rule"] as? String == "assetlinks-missing" && rules.first?["sites"] as? Int == 3)
        #expect((json["sites"] as? [[String: Any]])?.compactMap { $0["input"] as? String } == Self.urls(3))
        let markdown = try await Self.check(server, Self.urls(3) + ["--summary", "--format", "markdown"])
        #expect(markdown.output.contains("| note | `assetlinks-missing` | 3 | 3 |"), "\(markdown.output)")
        let wrong = try await Self.check(server, Self.urls(1) + ["--summary", "--format", "sarif"])
        #expect(wrong.status == 64, "\(wrong.errors)")
    }

    @Test func aRunGoesOnWhereAnotherOneStoppedAndReportsAll() async throws {
        let server = try LoopbackServer { Self.answer($0, $1) }
        defer { server.stop() }
        let scratch = try Scratch()
        let path = scratch.url.appendingPathComponent("state").path
        let all = Self.urls(4) + ["--format", "json"]
        let whole = try await Self.check(server, all)
        _ = try await Self.check(server, Array(Self.urls(2)) + ["--resume", path])
        let before = server.requests.count { $0.target.hasPrefix("/r/") }
        let rest = try await Self.check(server, all + ["--resume", path])
        #expect(rest.output == whole.output && rest.errors.contains("2 inputs are done already"), "\(rest.errors)")
        #expect(server.requests.count { $0.target.hasPrefix("/r/") } == before + 2)
        // As after a program that was stopped while it wrote.
        let bytes = try #require(FileManager.default.contents(atPath: path))
        try bytes.dropLast(20).write(to: URL(fileURLWithPath: path))
        let mended = try await Self.check(server, all + ["--resume", path])
        #expect(mended.output == whole.output && mended.errors.contains("the last line was not whole"))
        let again = try await Self.check(server, all + ["--resume", path])
        #expect(again.output == whole.output && again.errors.contains("4 inputs are done already"), "\(again.errors)")
    }

    @Test func aFileOfResumeThatIsDamagedOrSomebodyElsesIsNotTouched() async throws {
        let server = try LoopbackServer { Self.answer($0, $1) }
        defer { server.stop() }
        let scratch = try Scratch()
        let path = scratch.url.appendingPathComponent("state").path
        _ = try await Self.check(server, Self.urls(3) + ["--resume", path])
        let other = try await Self.check(server, Self.urls(3) + ["--resume", path, "--require", "aasa"])
        #expect(other.status == 2 && other.errors.contains("with other options"), "\(other.errors)")
        var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
        lines[1] = "damage"
        try scratch.file("state", lines.joined(separator: "\n") + "\n")
        let damaged = try await Self.check(server, Self.urls(3) + ["--resume", path])
        #expect(damaged.status == 2 && damaged.errors.contains("state:2: this line is damaged"), "\(damaged.errors)")
        for text in ["{\"mine\": 1}", "a list\nof mine\n", "{\"mine\": 1}\n"] {
            let mine = try scratch.file("mine", text)
            let run = try await Self.check(server, Self.urls(1) + ["--resume", mine])
            #expect(run.status == 2 && run.errors.contains("is no file of --resume"), "\(run.errors)")
            #expect(try String(contentsOfFile: mine, encoding: .utf8) == text)
        }
    }

    @Test func whatAResultDependsOnIsNamedIfItIsAnother() async throws {
        let server = try LoopbackServer { Self.answer($0, $1) }
        defer { server.stop() }
        let scratch = try Scratch()
        func app(_ host: String) throws -> String {
            let key = "<key>com.apple.developer.associated-domains</key>"
            let domains = "<array><string>applinks:\(host)</string></array>"
            return try scratch.file("a.entitlements", "<plist version=\"1.0\"><dict>\(key)\(domains)</dict></plist>")
        }
        let path = scratch.url.appendingPathComponent("state").path
        let fixed = Self.urls(1) + ["--resume", path, "--app", try app("site0.example")]
        let first = try await Self.check(server, fixed + ["--header", "X-Token: secret"])
        for value in ["secret", "another"] {
            let same = try await Self.check(server, fixed + ["--header", "x-token: \(value)"])
            #expect(same.output == first.output && same.errors.contains("1 inputs are done already"), "\(same)")
        }
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("secret"))
        for (name, more) in [
            ("--header", ["--header", "X-Other: secret"]), ("--header", []),
            ("--require", ["--header", "X-Token: secret", "--require", "aasa"]),
            ("the options of reading pages", ["--header", "X-Token: secret", "--strict"]),
        ] as [(String, [String])] {
            let run = try await Self.check(server, fixed + more)
            #expect(run.status == 2 && run.errors.contains("with other options: \(name);"), "\(run)")
        }
        _ = try app("site1.example")
        let changed = try await Self.check(server, fixed + ["--header", "X-Token: secret"])
        #expect(changed.errors.contains("with other options: what the apps say;"), "\(changed)")
    }

    @Test func aFolderThatStandsForTheWebIsReadAgain() async throws {
        let folder = try FoundSite.folder()
        let path = folder.url.appendingPathComponent("state").path
        for isMended in [false, true] {
            if isMended { try folder.file(".well-known/assetlinks.json", "[]") }
            let run = try await FoundSite.check(folder, ["--resume", path, "--no-config"])
            #expect(run.output.contains("assetlinks-fingerprint-lowercase") != isMended, "\(run)")
            #expect(!run.errors.contains("done already"), "\(run)")
        }
    }

    @Test func whatCouldNotBeCheckedIsCheckedAgain() async throws {
        let server = try LoopbackServer { Self.answer($0, $1) }
        let url = server.url("/r/1").absoluteString
        let origin = server.url().absoluteString
        server.stop()
        for input in [[url], ["site1.example", "--origin", origin]] {
            let scratch = try Scratch()
            let path = scratch.url.appendingPathComponent("state").path
            let fixed = ["check"] + input + ["--no-config", "--allow-private", "--retries", "0", "--resume", path]
            let first = try await Tool.run(fixed)
            let second = try await Tool.run(fixed)
            #expect(first.status == 2 && second.status == 2, "\(input): \(second)")
            #expect(!second.errors.contains("done already"), "\(input): \(second.errors)")
        }
    }

    /// The first page is answered when sixty others were asked for: more than wait for it in any other order.
    @Test func aSlowHostDoesNotKeepOthersWaiting() async throws {
        let seen = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { request, connection in
            if request.target == "/r/0" {
                for _ in 0..<60 where seen.wait(timeout: .now() + 150) == .timedOut { return }
            } else if request.target.hasPrefix("/r/") {
                seen.signal()
            }
            Self.answer(request, connection)
        }
        defer { server.stop() }
        let run = try await Self.check(server, Self.urls(70) + ["--summary", "--retries", "0"])
        #expect(run.output.contains("https://site0.example/r/0: opens; 0 errors, 0 warnings"), "\(run.output)")
    }
}
