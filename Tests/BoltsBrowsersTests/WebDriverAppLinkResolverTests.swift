#if os(Linux)
import BoltsPageFetching
import BoltsPageMetadata
import BoltsTasks
import FetchingStubs
import Foundation
import LoopbackServer
import Synchronization
import Testing

@testable import BoltsAppLinks
@testable import BoltsBrowsers


/// The protocol, every ending of it, without a browser.
@Suite(.timeLimit(.minutes(5)))
struct WebDriverAppLinkResolverTests {
    private let url = URL(string: "http://example.com/")!
    private let tag = MetaTag(property: "al:ios:url", content: "example://1")

    /// Reads a page that must fail, and gives its error.
    private func failure(
        _ resolver: WebDriverAppLinkResolver,
        _ url: URL? = nil
    ) async throws -> PageError {
        do {
            let page = try await resolver.page(at: url ?? self.url).value
            Issue.record("read \(page)")
            throw CancellationError()
        } catch let error as PageError {
            return error
        }
    }

    @Test("L6: a page is read, and the next one in the same browser")
    func L6_aBrowserIsUsedAgain() async throws {
        let driver = try FakeDriver { [tag] command, _ in
            command == "POST /execute/sync" ? FakeDriver.page("http://example.com/final", tag) : nil
        }
        let resolver = driver.resolver()
        let page = try await resolver.page(at: url).value
        #expect(page.link.sourceURL == url)
        #expect(page.link.targets.first?.urlText == "example://1")
        #expect(page.fetched.response.url.absoluteString == "http://example.com/final")
        #expect(page.fetched.response.status == 0 && page.fetched.hops.isEmpty)
        _ = try await resolver.appLink(for: url).value
        #expect(driver.count("POST /session") == 1)
        try await resolver.stop().value
        #expect(driver.processes().isEmpty)
    }

    @Test("L7: certificates that nobody vouches for are accepted where that is asked for, and only there")
    func L7_insecureCertificates() async throws {
        for accepts in [false, true] {
            let seen = Mutex<JSONValue>(.null)
            let driver = try FakeDriver { command, body in
                if command == "POST /session" { seen.withLock { $0 = body } }
                return nil
            }
            _ = try await driver.resolver { $0.acceptsInsecureCertificates = accepts }.page(at: url).value
            let wanted = try #require(seen.withLock { $0["capabilities"]?["alwaysMatch"] })
            #expect(wanted["acceptInsecureCerts"]?.bool == accepts)
        }
    }

    @Test("L7: a driver that does not take a certificate is an error that says so")
    func L7_aDriverThatNamesTheCertificate() async throws {
        let driver = try FakeDriver { command, body in
            command == "POST /url" && body["url"]?.string != PageLoadState.blank
                ? .error("insecure certificate", "self-signed", status: 400) : nil
        }
        let error = try await failure(driver.resolver())
        #expect(error.code == .untrustedConnection)
        #expect(error.description.contains("http://example.com/") && error.description.contains("certificate"))
    }

    @Test("L6: what a browser is asked to be keeps it behind the proxy")
    func L6_capabilities() async throws {
        let seen = Mutex<JSONValue>(.null)
        let driver = try FakeDriver { command, body in
            if command == "POST /session" { seen.withLock { $0 = body } }
            return nil
        }
        _ = try await driver.resolver().page(at: url).value
        let wanted = try #require(seen.withLock { $0["capabilities"]?["alwaysMatch"] })
        #expect(wanted["proxy"]?["proxyType"]?.string == "manual")
        #expect(wanted["proxy"]?["httpProxy"]?.string?.hasPrefix("127.0.0.1:") == true)
        #expect(wanted["proxy"]?["sslProxy"] == wanted["proxy"]?["httpProxy"])
        #expect(wanted["unhandledPromptBehavior"]?.string == "dismiss")
        #expect(wanted["acceptInsecureCerts"]?.bool == false)
    }

    @Test("L6: a browser that has read as many pages as it may is replaced")
    func L6_aWornOutBrowserIsReplaced() async throws {
        let driver = try FakeDriver { _, _ in nil }
        let resolver = driver.resolver { $0.pagesPerBrowser = 2 }
        for _ in 0..<5 { _ = try await resolver.page(at: url).value }
        try await resolver.stop().value
        #expect(driver.count("POST /session") == 3)
    }

    @Test("L6: a browser with nothing to do is ended, and the next page has a new one")
    func L6_anIdleBrowserIsEnded() async throws {
        let driver = try FakeDriver { _, _ in nil }
        let resolver = driver.resolver { $0.idleTimeout = .milliseconds(50) }
        _ = try await resolver.page(at: url).value
        while !driver.processes().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        _ = try await resolver.page(at: url).value
        #expect(driver.count("POST /session") == 2)
    }

    @Test("L6: a browser that opens windows is replaced")
    func L6_windowsEndABrowser() async throws {
        let driver = try FakeDriver { command, _ in
            command == "GET /window/handles" ? .value(["one", "two"]) : nil
        }
        let resolver = driver.resolver()
        for _ in 0..<2 { _ = try await resolver.page(at: url).value }
        #expect(driver.count("POST /session") == 2)
    }

    @Test("L6: a browser that ended unseen is replaced before a page suffers")
    func L6_aBrowserThatEndedIsReplaced() async throws {
        let pages = Mutex(0)
        let driver = try FakeDriver { command, body in
            guard command == "POST /url", body["url"]?.string != PageLoadState.blank else { return nil }
            return pages.withLock { count in
                count += 1
                return count == 2 ? .error("invalid session id", status: 404) : nil
            }
        }
        let resolver = driver.resolver()
        for _ in 0..<2 { _ = try await resolver.page(at: url).value }
        #expect(driver.count("POST /session") == 2)
    }

    @Test(
        "L7: what is no URL of a page never reaches a browser",
        arguments: [
            ("javascript:alert(1)", "schemeNotAllowed"), ("file:///etc/passwd", "schemeNotAllowed"),
            ("data:text/html,x", "schemeNotAllowed"), ("http://u:p@example.com/", "userInformation"),
            ("http:///x", "malformedURL"),
        ]
    )
    func L7_otherSchemesAreRefused(_ text: String, _ code: String) async throws {
        let driver = try FakeDriver { _, _ in nil }
        let error = try await failure(driver.resolver(), URL(string: text)!)
        #expect(error.code.description == code)
        #expect(driver.server.connectionCount == 0)
    }

    @Test("L7: no browser is an error that says what to install")
    func L7_noBrowser() async throws {
        var options = WebDriverOptions()
        for (browser, word) in [
            (WebDriverBrowser.automatic, "chromium-driver"), (.wpe, "cog"), (.chromium, "chromium-driver"),
            (.webKitGTK, "webkit2gtk-driver"), (.driver(path: "/nowhere/driver"), "/nowhere/driver"),
        ] {
            options.browser = browser
            let resolver = WebDriverAppLinkResolver(
                options: options,
                readerOptions: PageMetadataReader.Options(),
                hosts: StubHosts([:])
            ) { () throws(PageError) in
                try InstalledDriver(browser, environment: ["PATH": "/nowhere"], roots: [])
            }
            let error = try await failure(resolver)
            #expect(error.code == .browserMissing)
            #expect(error.description.contains(word), "\(error)")
        }
    }

    @Test("L7: a driver that ends as it starts, or cannot be run, is an error that names it")
    func L7_aDriverThatEnds() async throws {
        for program in ["exit 1", "kill -9 $$"] {
            let driver = try FakeDriver(program: program) { command, _ in
                command == "GET /status" ? .value(["ready": false]) : nil
            }
            let error = try await failure(driver.resolver())
            #expect(error.code == .browserFailed)
            #expect(error.description.contains("somedriver"))
        }
    }

    @Test("L7: a driver that is never ready, and a browser that never starts, are given up in time")
    func L7_aDriverThatIsNeverReady() async throws {
        for command in ["GET /status", "POST /session"] {
            let driver = try FakeDriver { asked, _ in asked == command ? .silence : nil }
            let error = try await failure(driver.resolver { $0.startTimeout = .milliseconds(600) })
            #expect(error.code == .timedOut, "\(error)")
            #expect(driver.processes().isEmpty)
        }
    }

    @Test("L7: a start that hangs once is tried again")
    func L7_aHangingStartIsTriedAgain() async throws {
        let starts = Mutex(0)
        let driver = try FakeDriver { command, _ in
            guard command == "POST /session" else { return nil }
            return starts.withLock { count in
                count += 1
                return count == 1 ? .silence : nil
            }
        }
        _ = try await driver.resolver { $0.startTimeout = .seconds(12) }.page(at: url).value
        #expect(starts.withLock { $0 } == 2)
    }

    @Test("L7: a session that is refused gives the driver's reason")
    func L7_aRefusedSession() async throws {
        let driver = try FakeDriver { command, _ in
            command == "POST /session" ? .error("session not created", "no such browser\nat line 1") : nil
        }
        let error = try await failure(driver.resolver())
        #expect(error.code == .browserFailed)
        #expect(error.description.contains("no such browser") && !error.description.contains("line 1"))
        #expect(driver.processes().isEmpty)
    }

    @Test(
        "L7: a driver that does not speak WebDriver is an error",
        arguments: [
            "hello", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n{}", "HTTP/1.1 200 OK\r\n\r\n{\"value\":", "",
        ]
    )
    func L7_aDriverThatSpeaksSomethingElse(_ text: String) async throws {
        let driver = try FakeDriver { command, _ in command == "POST /session" ? .raw(text) : nil }
        #expect(try await failure(driver.resolver()).code == .browserFailed)
    }

    @Test("L7: a session's id that is none is refused")
    func L7_aSessionWithoutAnId() async throws {
        for id in ["", "../x", "a b", "a\r\nb"] {
            let driver = try FakeDriver { command, _ in
                command == "POST /session" ? .value(["sessionId": .string(id)]) : nil
            }
            #expect(try await failure(driver.resolver()).code == .browserFailed)
        }
    }

    @Test("L7: a page that is not read in time is given up, and no process is left")
    func L7_aPageThatTakesTooLong() async throws {
        for command in ["POST /url", "POST /execute/sync"] {
            let driver = try FakeDriver { asked, _ in asked == command ? .silence : nil }
            let error = try await failure(driver.resolver { $0.pageTimeout = .milliseconds(300) })
            #expect(error.code == .timedOut)
            #expect(error.description.contains("0.3 s"))
            #expect(driver.processes().isEmpty)
        }
    }

    @Test("L7: tags that stood when the time was up count, as those of a page that was cut")
    func L7_whatStoodCounts() async throws {
        let driver = try FakeDriver { [tag] command, _ in
            command == "POST /execute/sync" ? FakeDriver.page("http://example.com/", state: "", tag) : nil
        }
        let page = try await driver.resolver { $0.pageTimeout = .milliseconds(300) }.page(at: url).value
        #expect(page.metadata.tags == [tag] && page.metadata.isTruncated)
    }

    @Test("L7: cancelling ends the task at once, and the browser soon after", .timeLimit(.minutes(5)))
    func L7_cancellation() async throws {
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

    @Test("L7: a page that is cancelled while it waits its turn is never read")
    func L7_cancellingInTheQueue() async throws {
        let (reached, goOn) = (TaskCompletionSource<Void>(), DispatchSemaphore(value: 0))
        let driver = try FakeDriver { command, body in
            if command == "POST /url", body["url"]?.string?.hasSuffix("/first") == true {
                reached.trySet(result: ())
                goOn.wait()
            }
            return nil
        }
        let resolver = driver.resolver()
        let first = resolver.page(at: url.appendingPathComponent("first"))
        try await reached.task.value
        let source = CancellationTokenSource()
        let second = resolver.page(at: url.appendingPathComponent("second"), cancellationToken: source.token)
        let third = resolver.page(at: url.appendingPathComponent("third"))
        source.cancel()
        #expect(second.isCancelled)
        goOn.signal()
        _ = try await first.value
        _ = try await third.value
        let urls = driver.server.requests.filter { $0.target.hasSuffix("/url") }
            .map { String(decoding: $0.body, as: UTF8.self) }
        #expect(!urls.contains { $0.contains("second") })
    }

    @Test("L7: stopping cancels what is read and what waits, and leaves nothing")
    func L7_stopping() async throws {
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
        #expect(resolver.page(at: url).isCancelled)
        try await resolver.stop().value
    }

    @Test("L7: a resolver that is released ends its browser")
    func L7_releasing() async throws {
        let driver = try FakeDriver { _, _ in nil }
        _ = try await driver.resolver().page(at: url).value
        while !driver.processes().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test(
        "L7: what a page's scripts make of the answer is refused",
        arguments: ["", "bolts1;f", "bolts1;u1:x", "{\"tags\":[]}"]
    )
    func L7_pagesThatLie(_ text: String) async throws {
        let driver = try FakeDriver { command, _ in
            command == "POST /execute/sync" ? .value(.string(text)) : nil
        }
        #expect(try await failure(driver.resolver()).code == .unreadablePage)
    }

    @Test("L7: an answer without end is refused at the limit")
    func L7_anAnswerWithoutEnd() async throws {
        let driver = try FakeDriver { command, _ in
            command == "POST /execute/sync"
                ? .raw("HTTP/1.1 200 OK\r\nContent-Length: 4000000000\r\n\r\n{\"value\":\"") : nil
        }
        let error = try await failure(driver.resolver { $0.pageTimeout = .seconds(1) })
        #expect(error.code == .browserFailed)
    }

    @Test("L7: a script that fails for good is an error, one that fails for a moment is not")
    func L7_failingScripts() async throws {
        let looks = Mutex(0)
        let driver = try FakeDriver { [tag] command, _ in
            guard command == "POST /execute/sync" else { return nil }
            return looks.withLock { count in
                count += 1
                return count < 4 ? .error("unexpected alert open") : FakeDriver.page("http://example.com/", tag)
            }
        }
        #expect(try await driver.resolver().page(at: url).value.metadata.tags == [tag])

        let broken = try FakeDriver { command, _ in
            command == "POST /execute/sync" ? .error("javascript error", "null is not a constructor") : nil
        }
        let error = try await failure(broken.resolver { $0.settleTimeout = .milliseconds(200) })
        #expect(error.code == .unreadablePage)
    }

    @Test("L7: a status without a page is an error, unless such pages are read")
    func L7_statuses() async throws {
        let driver = try FakeDriver { command, _ in
            command == "POST /execute/sync" ? FakeDriver.page("http://example.com/", status: 404) : nil
        }
        let error = try await failure(driver.resolver())
        #expect(error.code == .httpStatus && error.httpStatus == 404)
        let page = try await driver.resolver { $0.readsErrorPages = true }.page(at: url).value
        #expect(page.fetched.response.status == 404)
    }

    @Test("L7: a browser that shows no page of the web is an error", arguments: ["example://x", "file:///etc/passwd"])
    func L7_noPage(_ place: String) async throws {
        let driver = try FakeDriver { command, _ in
            switch command {
            case "POST /execute/sync": FakeDriver.page(place)
            case "GET /url": .value(.string(place))
            default: nil
            }
        }
        #expect(try await failure(driver.resolver()).code == .malformedResponse)
    }

    @Test("L6: as many browsers run as may, each with one page")
    func L6_concurrency() async throws {
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
        #expect(driver.count("POST /session") <= 3)
        try await resolver.stop().value
    }
}
#endif
