import Foundation
import LoopbackServer
import Synchronization
import Testing

/// Tests repeated requests, and hosts that request a pause.
@Suite(.timeLimit(.minutes(20))) struct PolitenessTests {
    private static let file = Samples.appleFile("R2TQ9MZ7K4.dk.lakrids.kogebog", #"{"/": "/r/*"}"#)
    private static let place = "/.well-known/apple-app-site-association"

    /// A server with one app whose first answers for each path differ from the later ones.
    private final class Site: Sendable {
        private let counts = Mutex<[String: Int]>([:])

        func number(of path: String) -> Int {
            counts.withLock { counts in
                counts[path, default: 0] += 1
                return counts[path] ?? 0
            }
        }

        func server(_ first: @escaping @Sendable (Int, LoopbackConnection) -> Bool) throws -> LoopbackServer {
            try LoopbackServer { request, connection in
                if request.target == place, first(self.number(of: place), connection) { return }
                guard request.target == place else { return connection.respond(404, body: "no") }
                connection.respond(200, ["Content-Type: application/json"], body: file)
            }
        }
    }

    private static func check(_ server: LoopbackServer, _ options: [String] = []) async throws -> Tool.Run {
        let fixed = ["check", "lakrids.dk", "--no-config", "--allow-private", "--origin", "\(server.url(""))"]
        return try await Tool.run(fixed + options)
    }

    @Test(arguments: [502, 503, 504, 429]) func aServerThatIsBusyForAMomentIsAskedAgain(_ status: Int) async throws {
        let server = try Site().server { number, connection in
            if number < 3 { connection.respond(status, body: "busy") }
            return number < 3
        }
        defer { server.stop() }
        let run = try await Self.check(server, ["--format", "json"])
        #expect(run.output.contains("R2TQ9MZ7K4.dk.lakrids.kogebog may open"), "\(run.output)")
        let retries = (run.json.first?["inputs"] as? [[String: Any]])?.first?["retries"] as? [[String: Any]]
        #expect(retries?.compactMap { $0["tries"] as? Int } == [3], "\(run.output)")
        #expect(
            retries?.first?["answered"] as? Bool == true && retries?.first?["reason"] as? String == "status \(status)"
        )
        #expect(run.errors.contains("answered after 3 tries; the first ended with status \(status)"))
    }

    @Test(arguments: ["explain", "sign-in", "diff", "publish", "resolve"])
    func everyCommandAsksAgain(_ command: String) async throws {
        let counts = Site()
        // The file is as `publish` writes it.
        let file = Self.file.replacing(
            "\"components\"",
            with: "\"defaults\": {\"percentEncoded\": false}, \"components\""
        )
        let page = "<meta property=\"al:ios:url\" content=\"kogebog://1\">"
        let server = try LoopbackServer { request, connection in
            if counts.number(of: request.target) == 1 { return connection.respond(503, body: "busy") }
            switch request.target {
            case Self.place: connection.respond(200, ["Content-Type: application/json"], body: file)
            case "/r/1": connection.respond(200, ["Content-Type: text/html"], body: page)
            default: connection.respond(404, body: "no")
            }
        }
        defer { server.stop() }
        let folder = try Scratch([".well-known/apple-app-site-association": file])
        let site = try folder.file(
            "site.yaml",
            "version: 1\nhosts: [lakrids.dk]\napps:\n  - name: K\n    apple: {team: R2TQ9MZ7K4, bundle: dk.lakrids.kogebog}\n"
                + "open: [/r/*]\n"
        )
        let origin = ["--origin", "\(server.url(""))"]
        let (arguments, status, text): ([String], Int32, String) =
            switch command {
            case "explain": (["explain", "https://lakrids.dk/r/1"] + origin, 0, "lakrids.kogebog: eligible")
            case "sign-in":
                (["explain", "https://lakrids.dk/r/1", "--for", "sign-in"] + origin, 0, "passwords and passkeys")
            case "diff": (["diff", folder.url.path, "lakrids.dk"] + origin, 0, "no change")
            case "publish": (["publish", site, "--check", "https://lakrids.dk"] + origin, 0, "as described")
            default: (["resolve", "\(server.url("/r/1"))"], 0, "kogebog://1")
            }
        let run = try await Tool.run(arguments + ["--allow-private"])
        #expect(run.status == status && run.output.contains(text), "\(run.output)\(run.errors)")
        let once = try await Tool.run(arguments + ["--allow-private", "--retries", "11"])
        #expect(once.status == 64 && once.errors.contains("--retries takes"), "\(once.errors)")
    }

    @Test func aConnectionThatIsLostIsMadeAgain() async throws {
        let server = try Site().server { number, _ in number == 1 }
        defer { server.stop() }
        let run = try await Self.check(server)
        #expect(run.flat.contains("may open R2TQ9MZ7K4.dk.lakrids.kogebog"), "\(run.output)")
        #expect(run.errors.contains("ended with a lost connection"), "\(run.errors)")
    }

    @Test func aServerThatKeepsFailingIsReportedAsBefore() async throws {
        let server = try Site().server { _, connection in
            connection.respond(503, body: "busy")
            return true
        }
        defer { server.stop() }
        let run = try await Self.check(server)
        let once = try await Self.check(server, ["--retries", "0"])
        #expect(run.output == once.output && run.status == once.status && run.status == 2, "\(run)\(once)")
        #expect(run.errors.contains("not answered after 3 tries") && !once.errors.contains("tries"), "\(once.errors)")
        #expect(server.requests.count { $0.target == Self.place } == 4)
    }

    @Test func aHostThatAsksForAnHourIsNotAskedAgain() async throws {
        let server = try LoopbackServer { _, connection in
            connection.respond(429, ["Retry-After: 3600"], body: "busy")
        }
        defer { server.stop() }
        let run = try await Self.check(server, ["--host-concurrency", "1"])
        #expect(server.requests.count == 1, "\(server.requests.map(\.target))")
        #expect(run.output.contains("asked for a pause"), "\(run.output)")
    }

    @Test(arguments: [
        (["--retries", "11"], "--retries takes"), (["--pause", "-1"], "--pause"),
        (["--host-concurrency", "0"], "--host-concurrency takes"),
    ])
    func wrongNumbersAreRefused(_ options: [String], _ message: String) async throws {
        let run = try await Tool.run(["check", "a.example"] + options)
        #expect(run.status == 64 && run.errors.contains(message), "\(run.errors)")
    }
}
