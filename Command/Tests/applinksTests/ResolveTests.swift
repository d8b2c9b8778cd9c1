import Foundation
import LoopbackServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct ResolveTests {
    @Test func pageIsShownAsText() async throws {
        let run = try await Tool.run(["resolve", examplePage("recipe"), "--device", "iphone"])
        #expect(run.status == 0 && run.errors == "")
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines[1] == "  iphone:")
        #expect(lines[2].contains("iphone") && lines[2].contains("recipes://recipe/4711?servings=4&unit=metric"))
        #expect(lines[3].contains("ios") && lines[3].contains("recipes-hd://recipe/4711"))
        #expect(lines[4].contains("https://recipes.example/lemon-thyme-chicken?servings=4#method"))
    }

    @Test func pageIsShownAsJSON() async throws {
        let run = try await Tool.run([
            "resolve", "--json", examplePage("cinema"), "--page-url", "https://rex.example/f",
        ])
        let page = try #require(run.json.first)
        let devices = try #require(page["devices"] as? [String: [[String: Any]]])
        #expect(
            Set(devices.keys) == [
                "iphone", "ipad", "mac", "android", "windows", "windows_phone", "windows_universal",
            ]
        )
        #expect(
            devices["ipad"]?.map { $0["url"] as? String } == [
                "rexpad://showing/20260612-2000", "rexcinema2://showing/20260612-2000", "rexcinema://film?id=318",
            ]
        )
        #expect(devices["android"]?.isEmpty == true)
        #expect(page["web_url"] as? String == "https://rex.example/f")
        #expect(page["source_url"] as? String == "https://rex.example/f")
    }

    @Test func resultsComeInInputOrder() async throws {
        // The first page is answered last, after all others have been requested.
        let others = 9
        let asked = AskedPages(others)
        let server = try LoopbackServer { request, connection in
            if request.target == "/0" { asked.wait() } else { asked.count() }
            connection.respond(body: "<meta property=al:ios:url content='n:/\(request.target)'>")
        }
        let list = (0...others).map { server.url("/\($0)").absoluteString }.joined(separator: "\n")
        let run = try await Tool.run(
            ["resolve", "--json", "--allow-private", "--from", "-", "--device", "mac", "--concurrency", "4"],
            input: "# a comment\n\n" + list + "\n"
        )
        #expect(run.status == 0)
        let urls = run.json.map { ($0["devices"] as? [String: [[String: Any]]])?["mac"]?.first?["url"] as? String }
        #expect(urls == (0...others).map { "n://\($0)" })
    }

    @Test(.tags(.th55)) func aSlowFirstPageHoldsBackFewOthers() async throws {
        let others = OtherPages(limit: 2 * 4)
        let server = try LoopbackServer { request, connection in
            if request.target == "/0" { others.waitForMore() } else { others.count() }
            connection.respond(body: "<meta property=al:ios:url content='n:/\(request.target)'>")
        }
        let list = (0..<50).map { server.url("/\($0)").absoluteString }.joined(separator: "\n")
        let run = try await Tool.run(
            ["resolve", "--json", "--allow-private", "--from", "-", "--concurrency", "2"],
            input: list
        )
        #expect(run.status == 0 && run.json.count == 50)
        #expect((1..<8).contains(others.countBehindTheFirst))
    }

    @Test(.tags(.th59)) func aWebURLThatIsNeverOpenedIsNotTheOneThatIsFollowed() async throws {
        let run = try await Tool.run(
            ["resolve", "-", "--json", "--page-url", "https://a.example/page"],
            input: "<meta property=al:web:url content='javascript:alert(1)'>"
        )
        #expect(run.json.first?["web_url"] as? String == "javascript:alert(1)")
        #expect(run.json.first?["followed_web_url"] as? String == "https://a.example/page")
    }

    @Test func oneBadPageDoesNotStopTheOthers() async throws {
        let run = try await Tool.run(["resolve", "--json", "nothing.html", examplePage("plain")])
        #expect(run.status == 1 && run.json.count == 2)
        #expect(run.json[0]["error"] != nil && run.json[1]["error"] == nil)
    }

    @Test func standardInputIsRead() async throws {
        let run = try await Tool.run(
            ["resolve", "-", "--json", "--device", "mac", "--page-url", "https://a.example/"],
            input: "<meta name='al:ios:url' content='app://x'>"
        )
        #expect(run.json.first?["web_url"] as? String == "https://a.example/")
        let devices = run.json.first?["devices"] as? [String: [[String: Any]]]
        #expect(devices?["mac"]?.first?["url"] as? String == "app://x")
        let strict = try await Tool.run(
            ["resolve", "-", "--json", "--device", "mac", "--strict"],
            input: "<meta name='al:ios:url' content='app://x'>"
        )
        #expect((strict.json.first?["devices"] as? [String: [[String: Any]]])?["mac"]?.isEmpty == true)
    }

    @Test func traceShowsEachHop() async throws {
        let server = try LoopbackServer { request, connection in
            if request.target == "/start" {
                connection.redirect(301, to: "../end?x=1")
            } else {
                connection.respond(body: "<meta property='al:ios:url' content='app://x'>")
            }
        }
        let start = server.url("/start").absoluteString
        let run = try await Tool.run(["resolve", start, "--allow-private", "--verbose", "--device", "mac"])
        let lines = run.errorLines
        #expect(lines.count == 4 && lines[0] == start)
        #expect(lines[1].hasPrefix("  301  \(start) → ../end?x=1  (127.0.0.1, ") && lines[1].hasSuffix(" ms)"))
        #expect(lines[2].hasPrefix("  200  \(server.url("/end?x=1").absoluteString)  (127.0.0.1, "))
        #expect(lines[3] == "  encoding UTF-8")
        // The link's source is still the requested page.
        #expect(run.output.contains("web: \(start)"))
    }

    @Test func traceShowsWhyAPageWasRefused() async throws {
        let server = try LoopbackServer { _, connection in connection.redirect(to: "http://10.0.0.1/") }
        let allowed = "--allow-private"
        let refused = try await Tool.run(["resolve", server.url("/").absoluteString, "-v"])
        #expect(refused.status == 1 && refused.errorLines.count == 3)
        #expect(refused.errorLines[1].contains("127.0.0.1, which is refused: loopback"))
        // Without `-v` the output does not show the address.
        let quiet = try await Tool.run(["resolve", server.url("/").absoluteString])
        #expect(quiet.errorLines.count == 1 && !quiet.errors.contains("loopback"))
        let gone = try await Tool.run([
            "resolve", server.url("/").absoluteString, allowed, "-v", "--max-redirects", "0",
        ])
        #expect(gone.errorLines.count == 4)
        #expect(gone.errorLines[1].contains("→ http://10.0.0.1/"))
        #expect(gone.errorLines[2].contains("tooManyRedirects"))
    }

    @Test(.tags(.th54)) func pageTextCannotControlTheTerminal() async throws {
        let run = try await Tool.run(
            ["resolve", "-", "--device", "mac"],
            input:
                "<meta property=al:ios:url content='a:&#27;[2J&#10;b'><meta property=al:ios:app_name content='x&#8238;y'>"
        )
        #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{202E}"))
        #expect(run.output.contains("\\u{1B}[2J"))
    }
}

/// Holds one page back until the others have been requested.
private final class AskedPages: Sendable {
    private let expected: Int
    private let semaphore = DispatchSemaphore(value: 0)

    init(_ expected: Int) { self.expected = expected }

    func count() { semaphore.signal() }

    func wait() {
        // The tool limits the number of concurrent requests, so the first page cannot wait for all.
        for _ in 0..<min(expected, 3) { _ = semaphore.wait(timeout: .now() + 200) }
    }
}

/// Holds the first page back until more others than the limit have been requested, or long enough to see that they are not.
private final class OtherPages: Sendable {
    private let limit: Int
    private let semaphore = DispatchSemaphore(value: 0)
    private let asked = Mutex((now: 0, behindTheFirst: 0))

    init(limit: Int) { self.limit = limit }

    var countBehindTheFirst: Int { asked.withLock { $0.behindTheFirst } }

    func count() {
        asked.withLock { $0.now += 1 }
        semaphore.signal()
    }

    func waitForMore() {
        // One page is requested in any case, possibly late on a busy machine; the others may never be requested.
        _ = semaphore.wait(timeout: .now() + 300)
        for _ in 1..<limit where semaphore.wait(timeout: .now() + 3) == .timedOut { break }
        asked.withLock { $0.behindTheFirst = $0.now }
    }
}
