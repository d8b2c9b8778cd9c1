import Foundation
import LoopbackServer
import Synchronization
import Testing

/// Tests many inputs in one run: the summary of all, and how long one waits for another.
@Suite(.timeLimit(.minutes(20))) struct ManySitesTests {
    private static let file = Samples.appleFile("R2TQ9MZ7K4.dk.lakrids.kogebog", #"{"/": "/r/*"}"#)

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
        return try await Tool.run(fixed + ["--host-concurrency", "64"] + options)
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
        let wrong = try await Self.check(server, Self.urls(1) + ["--summary", "--format", "sarif"])
        #expect(wrong.status == 64, "\(wrong.errors)")
    }

    /// The first page is answered after sixty others were requested, more than would be requested in any other order.
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
