#if os(Linux)
import BoltsPageFetching
import BoltsPageMetadata
import BoltsTasks
import BoltsWebView
import FetchingStubs
import Foundation
import LoopbackServer
import Synchronization
import Testing

@testable import BoltsAppLinks
@testable import BoltsBrowsers

/// Tests WebDriver's protocol, including every way for it to end, without a browser.
@Suite(.timeLimit(.minutes(20))) struct BrowserAppLinkResolverTests {
    private let url = URL(string: "http://example.com/")!
    private let tag = MetaTag(property: "al:ios:url", content: "example://1")

    /// Reads a page that must fail, and returns the error.
    private func failure(_ resolver: BrowserAppLinkResolver, _ url: URL? = nil) async throws -> PageError {
        do {
            let page = try await resolver.page(at: url ?? self.url)
            Issue.record("read \(page)")
            throw CancellationError()
        } catch let error as PageError {
            return error
        }
    }

    @Test(.tags(.th63, .l6)) func eachPageHasItsOwnBrowser() async throws {
        let driver = try FakeDriver { [tag] command, _ in
            command == "POST /execute/sync" ? FakeDriver.page("http://example.com/final", tag) : nil
        }
        let resolver = driver.resolver()
        let page = try await resolver.page(at: url)
        #expect(page.link.sourceURL == url)
        #expect(page.link.targets.first?.urlText == "example://1")
        #expect(page.fetched.response.url.absoluteString == "http://example.com/final")
        #expect(page.fetched.response.status == 0 && page.fetched.hops.isEmpty)
        _ = try await resolver.appLink(for: url)
        // WebDriver has no contexts, so each page needs its own browser.
        #expect(driver.count("POST /session") == 2)
        try await resolver.stop().value
        #expect(driver.processes().isEmpty)
    }

    @Test(.tags(.th66, .l7)) func insecureCertificatesNeedTheOption() async throws {
        for accepts in [false, true] {
            let seen = Mutex<AppLinkValue>(.null)
            let driver = try FakeDriver { command, body in
                if command == "POST /session" { seen.withLock { $0 = body } }
                return nil
            }
            _ = try await driver.resolver { $0.acceptsInsecureCertificates = accepts }.page(at: url)
            let wanted = try #require(seen.withLock { $0["capabilities"]?["alwaysMatch"] })
            #expect(wanted["acceptInsecureCerts"]?.bool == accepts)
        }
    }

    @Test(.tags(.th66, .l7)) func certificateErrorsAreRecognized() async throws {
        let driver = try FakeDriver { command, body in
            command == "POST /url" && body["url"]?.string != PageLoadState.blank
                ? .error("insecure certificate", "self-signed", status: 400) : nil
        }
        let error = try await failure(driver.resolver())
        #expect(error.code == .untrustedConnection)
        #expect(error.description.contains("http://example.com/") && error.description.contains("certificate"))
    }

    @Test(.tags(.l6)) func capabilitiesFollowTheOptions() async throws {
        let seen = Mutex<AppLinkValue>(.null)
        let driver = try FakeDriver { command, body in
            if command == "POST /session" { seen.withLock { $0 = body } }
            return nil
        }
        _ = try await driver.resolver().page(at: url)
        let wanted = try #require(seen.withLock { $0["capabilities"]?["alwaysMatch"] })
        #expect(wanted["proxy"]?["proxyType"]?.string == "manual")
        #expect(wanted["proxy"]?["httpProxy"]?.string?.hasPrefix("127.0.0.1:") == true)
        #expect(wanted["proxy"]?["sslProxy"] == wanted["proxy"]?["httpProxy"])
        #expect(wanted["unhandledPromptBehavior"]?.string == "dismiss")
        #expect(wanted["acceptInsecureCerts"]?.bool == false)
    }

    @Test(.tags(.l6)) func anIdleBrowserIsEnded() async throws {
        let driver = try FakeDriver { _, _ in nil }
        let resolver = driver.resolver { $0.idleTimeout = .milliseconds(50) }
        _ = try await resolver.page(at: url)
        while !driver.processes().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        _ = try await resolver.page(at: url)
        #expect(driver.count("POST /session") == 2)
    }

    @Test(
        .tags(.l7),
        arguments: [
            ("javascript:alert(1)", "schemeNotAllowed"), ("file:///etc/passwd", "schemeNotAllowed"),
            ("data:text/html,x", "schemeNotAllowed"), ("http://u:p@example.com/", "userInformation"),
            ("http:///x", "malformedURL"),
        ]
    )
    func otherSchemesAreRefused(_ text: String, _ code: String) async throws {
        let driver = try FakeDriver { _, _ in nil }
        let error = try await failure(driver.resolver(), URL(string: text)!)
        #expect(error.code.description == code)
        #expect(driver.server.connectionCount == 0)
    }

    @Test(.tags(.l7)) func aMissingBrowserIsAnError() async throws {
        let options = BrowserOptions()
        for (browser, word) in [
            (BrowserSelection.automatic, "chromium"), (.wpe, "cog"), (.chromium, "Debian: chromium"),
            (.webKitGTK, "webkit2gtk-driver"), (.driver(path: "/nowhere/driver"), "/nowhere/driver"),
        ] {
            let resolver = BrowserAppLinkResolver(options: options, readerOptions: .init()) { thread in
                try BrowserStart(
                    installed: InstalledBrowser(browser, environment: ["PATH": "/nowhere"], roots: []),
                    options: options,
                    readerOptions: PageMetadataReader.Options(),
                    hosts: StubHosts([:]),
                    thread: thread
                ).run()
            }
            let error = try await failure(resolver)
            #expect(error.code == .browserMissing)
            #expect(error.description.contains(word), "\(error)")
        }
    }

    @Test(.tags(.l7)) func aDriverThatEndsIsAnError() async throws {
        for program in ["exit 1", "kill -9 $$"] {
            let driver = try FakeDriver(program: program) { command, _ in
                command == "GET /status" ? .value(["ready": false]) : nil
            }
            let error = try await failure(driver.resolver())
            #expect(error.code == .browserFailed)
            #expect(error.description.contains("somedriver"))
        }
    }

    @Test(.tags(.l7)) func aDriverThatIsNeverReadyTimesOut() async throws {
        for command in ["GET /status", "POST /session"] {
            let driver = try FakeDriver { asked, _ in asked == command ? .silence : nil }
            let error = try await failure(driver.resolver { $0.startTimeout = .milliseconds(600) })
            #expect(error.code == .timedOut, "\(error)")
            #expect(driver.processes().isEmpty)
        }
    }

    @Test(.tags(.l7)) func aRefusedSessionIsAnError() async throws {
        let driver = try FakeDriver { command, _ in
            command == "POST /session" ? .error("session not created", "no such browser\nat line 1") : nil
        }
        let error = try await failure(driver.resolver())
        #expect(error.code == .browserFailed)
        #expect(error.description.contains("no such browser") && !error.description.contains("line 1"))
        #expect(driver.processes().isEmpty)
    }

    @Test(
        .tags(.l7),
        arguments: [
            "hello", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n{}", "HTTP/1.1 200 OK\r\n\r\n{\"value\":", "",
        ]
    )
    func aDriverThatIsNotWebDriverIsAnError(_ text: String) async throws {
        let driver = try FakeDriver { command, _ in command == "POST /session" ? .raw(text) : nil }
        #expect(try await failure(driver.resolver()).code == .browserFailed)
    }

    @Test(.tags(.l7)) func aSessionWithoutAnIDIsAnError() async throws {
        for id in ["", "../x", "a b", "a\r\nb"] {
            let driver = try FakeDriver { command, _ in
                command == "POST /session" ? .value(["sessionId": .string(id)]) : nil
            }
            #expect(try await failure(driver.resolver()).code == .browserFailed)
        }
    }

    @Test(.tags(.th65, .l7)) func aSlowPageTimesOut() async throws {
        for command in ["POST /url", "POST /execute/sync"] {
            let driver = try FakeDriver { asked, _ in asked == command ? .silence : nil }
            let error = try await failure(driver.resolver { $0.pageTimeout = .milliseconds(300) })
            #expect(error.code == .timedOut)
            #expect(error.description.contains("0.3 s"))
            #expect(driver.processes().isEmpty)
        }
    }

    @Test(.tags(.l7)) func tagsPresentAtTheTimeLimitCount() async throws {
        let looks = Mutex(0)
        let driver = try FakeDriver { [tag] command, _ in
            guard command == "POST /execute/sync" else { return nil }
            looks.withLock { $0 += 1 }
            return FakeDriver.page("http://example.com/", state: "", tag)
        }
        // A busy machine may need longer than the limit before the second snapshot of the page.
        var limit = Duration.milliseconds(300)
        var page: Result<ResolvedPage, any Error>
        repeat {
            looks.withLock { $0 = 0 }
            let asked = driver.resolver { $0.pageTimeout = limit }.page(at: url, cancellationToken: .none)
            _ = try? await asked.value
            page = asked.outcome!
            limit *= 3
        } while looks.withLock({ $0 < 2 }) && limit < .seconds(200)
        let metadata = try page.get().metadata
        #expect(metadata.tags == [tag] && metadata.isTruncated)
    }

    @Test(.tags(.l7), .timeLimit(.minutes(20))) func cancellingEndsTheBrowser() async throws {
        for command in ["GET /status", "POST /session", "POST /url", "POST /execute/sync"] {
            let reached = TaskCompletionSource<Void>()
            let driver = try FakeDriver { asked, _ in
                guard asked == command else { return nil }
                reached.trySet(result: ())
                return .silence
            }
            let source = CancellationTokenSource()
            let resolver = driver.resolver()
            let task = resolver.page(at: url, cancellationToken: source.token)
            try await reached.task.value
            source.cancel()
            #expect(task.isCancelled)
            while !driver.processes().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test(.tags(.l7), .timeLimit(.minutes(20))) func cancellingTheAwaitingTaskEndsTheBrowser() async throws {
        let reached = TaskCompletionSource<Void>()
        let driver = try FakeDriver { command, _ in
            guard command == "POST /url" else { return nil }
            reached.trySet(result: ())
            return .silence
        }
        let resolver = driver.resolver()
        let reading = Task { [url] in try await resolver.page(at: url) }
        try await reached.task.value
        // The test itself answers the requests, so the driver's process may start after them.
        while driver.processes().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        while !driver.processes().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test(.tags(.l7)) func aPageCancelledInTheQueueIsNotLoaded() async throws {
        let (reached, goOn) = (TaskCompletionSource<Void>(), DispatchSemaphore(value: 0))
        let driver = try FakeDriver { command, body in
            if command == "POST /url", body["url"]?.string?.hasSuffix("/first") == true {
                reached.trySet(result: ())
                goOn.wait()
            }
            return nil
        }
        let resolver = driver.resolver()
        let first = resolver.page(at: url.appendingPathComponent("first"), cancellationToken: .none)
        try await reached.task.value
        let source = CancellationTokenSource()
        let second = resolver.page(at: url.appendingPathComponent("second"), cancellationToken: source.token)
        let third = resolver.page(at: url.appendingPathComponent("third"), cancellationToken: .none)
        source.cancel()
        #expect(second.isCancelled)
        goOn.signal()
        _ = try await first.value
        _ = try await third.value
        let urls = driver.server.requests.filter { $0.target.hasSuffix("/url") }
            .map { String(decoding: $0.body, as: UTF8.self) }
        #expect(!urls.contains { $0.contains("second") })
    }

    @Test(.tags(.l7)) func stoppingEndsEveryBrowser() async throws {
        let reached = TaskCompletionSource<Void>()
        let driver = try FakeDriver { command, _ in
            guard command == "POST /execute/sync" else { return nil }
            reached.trySet(result: ())
            return .silence
        }
        let resolver = driver.resolver()
        let tasks = (0..<3).map { _ in resolver.page(at: url) }
        try await reached.task.value
        try await resolver.stop().value
        for task in tasks { #expect(task.isCancelled) }
        #expect(driver.processes().isEmpty)
        #expect(resolver.page(at: url, cancellationToken: .none).isCancelled)
        try await resolver.stop().value
    }

    @Test(.tags(.l7)) func releasingTheResolverEndsItsBrowsers() async throws {
        let driver = try FakeDriver { _, _ in nil }
        _ = try await driver.resolver().page(at: url)
        while !driver.processes().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test(.tags(.th67, .l7), arguments: ["", "bolts1;f", "bolts1;u1:x", "{\"tags\":[]}"])
    func falsifiedAnswersAreRefused(_ text: String) async throws {
        let driver = try FakeDriver { command, _ in
            command == "POST /execute/sync" ? .value(.string(text)) : nil
        }
        #expect(try await failure(driver.resolver()).code == .unreadablePage)
    }

    @Test(.tags(.th65, .l7)) func anEndlessAnswerIsRefused() async throws {
        let driver = try FakeDriver { command, _ in
            command == "POST /execute/sync"
                ? .raw("HTTP/1.1 200 OK\r\nContent-Length: 4000000000\r\n\r\n{\"value\":\"") : nil
        }
        let error = try await failure(driver.resolver())
        #expect(error.code == .browserFailed)
    }

    @Test(.tags(.l7)) func failingScriptsAreAnError() async throws {
        let looks = Mutex(0)
        let driver = try FakeDriver { [tag] command, _ in
            guard command == "POST /execute/sync" else { return nil }
            return looks.withLock { count in
                count += 1
                return count < 4 ? .error("unexpected alert open") : FakeDriver.page("http://example.com/", tag)
            }
        }
        #expect(try await driver.resolver().page(at: url).metadata.tags == [tag])

        let broken = try FakeDriver { command, _ in
            command == "POST /execute/sync" ? .error("javascript error", "null is not a constructor") : nil
        }
        let error = try await failure(broken.resolver { $0.settleTimeout = .milliseconds(200) })
        #expect(error.code == .unreadablePage)
    }

    @Test(.tags(.l7)) func errorStatusesAreErrors() async throws {
        let driver = try FakeDriver { command, _ in
            command == "POST /execute/sync" ? FakeDriver.page("http://example.com/", status: 404) : nil
        }
        let error = try await failure(driver.resolver())
        #expect(error.code == .httpStatus && error.httpStatus == 404)
        let page = try await driver.resolver { $0.readsErrorPages = true }.page(at: url)
        #expect(page.fetched.response.status == 404)
    }

    @Test(.tags(.l7), arguments: ["example://x", "file:///etc/passwd"])
    func aBrowserAtAnotherSchemeIsAnError(_ place: String) async throws {
        let driver = try FakeDriver { command, _ in
            switch command {
            case "POST /execute/sync": FakeDriver.page(place)
            case "GET /url": .value(.string(place))
            default: nil
            }
        }
        #expect(try await failure(driver.resolver()).code == .malformedResponse)
    }

    @Test(.tags(.l6)) func concurrencyIsBounded() async throws {
        let running = Mutex(0)
        let most = Mutex(0)
        let driver = try FakeDriver { command, body in
            guard command == "POST /url", body["url"]?.string != PageLoadState.blank else { return nil }
            let now = running.withLock { count in
                count += 1
                return count
            }
            most.withLock { $0 = max($0, now) }
            Thread.sleep(forTimeInterval: 0.02)
            running.withLock { $0 -= 1 }
            return nil
        }
        let resolver = driver.resolver { $0.concurrency = 3 }
        let tasks = (0..<12).map { _ in resolver.page(at: url) }
        for task in tasks { _ = try await task.value }
        #expect(most.withLock { $0 } <= 3)
        try await resolver.stop().value
    }
}
#endif
