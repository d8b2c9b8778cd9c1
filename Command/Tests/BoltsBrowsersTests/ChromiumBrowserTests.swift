import AppLinkStubs
@_spi(Bolts) import BoltsAppLinks
import BoltsPageFetching
import BoltsPageMetadata
import BoltsTasks
import BoltsWebView
import Foundation
import Synchronization
import Testing

@testable import BoltsBrowsers

/// Tests Chromium's own protocol, without Chromium.
@Suite(.timeLimit(.minutes(20))) struct ChromiumBrowserTests {
    private let url = URL(string: "http://example.com/")!
    private let tag = MetaTag(property: "al:ios:url", content: "example://1")

    private func failure(_ resolver: BrowserAppLinkResolver) async throws -> PageError {
        do {
            let page = try await resolver.page(at: url)
            Issue.record("read \(page)")
            throw CancellationError()
        } catch let error as PageError {
            return error
        }
    }

    @Test(.tags(.th63, .l7)) func eachPageHasItsOwnContext() async throws {
        let chromium = FakeChromium { [tag] command, _ in
            command == "Runtime.evaluate" ? .result(FakeChromium.page("http://example.com/", tag)) : nil
        }
        let resolver = chromium.resolver()
        for _ in 0..<3 {
            let page = try await resolver.page(at: url)
            #expect(page.metadata.tags == [tag])
        }
        // At most, the context of the next page exists in addition.
        #expect(chromium.startCount == 1 && chromium.count("Page.navigate") == 3)
        #expect(chromium.contextCount >= 3 && chromium.openContextCount <= 2)
        try await resolver.stop().value
        let creations = chromium.commands.filter { $0.hasSuffix("BrowserContext") }
        for (index, command) in creations.enumerated() {
            let expected = index % 2 == 0 ? "Target.createBrowserContext" : "Target.disposeBrowserContext"
            #expect(command == expected, "\(creations)")
        }
    }

    @Test(.tags(.l7)) func aContextReachesTheNetworkByTheProxyOnly() async throws {
        let seen = Mutex<AppLinkValue>(.null)
        let chromium = FakeChromium { command, parameters in
            if command == "Target.createBrowserContext" { seen.withLock { $0 = parameters } }
            return nil
        }
        _ = try await chromium.resolver().page(at: url)
        let context = seen.withLock { $0 }
        #expect(context["proxyServer"]?.string?.hasPrefix("http://127.0.0.1:") == true)
        #expect(context["proxyBypassList"]?.string == "<-loopback>")
        #expect(chromium.commands.contains("Browser.setDownloadBehavior"))
    }

    /// Sends a request to the proxy like the browser, and returns the beginning of the answer.
    private static func ask(_ authority: String, port: Int, waits: Bool = true) -> String {
        guard let address = HostAddress("127.0.0.1"), let wake = try? Poller(),
            let descriptor = try? SystemSocket.connect(to: address, port: port)
        else { return "no connection" }
        let deadline = ContinuousClock.now + .seconds(100)
        _ = wake.wait(for: descriptor, toWrite: true, until: deadline)
        _ = SystemSocket.send(descriptor, Array("CONNECT \(authority) HTTP/1.1\r\n\r\n".utf8)[...])
        // The connection stays open until the end of the page closes it.
        guard waits, wake.wait(for: descriptor, toWrite: false, until: deadline) == .ready else { return "" }
        defer { SystemSocket.close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 12)
        guard case .moved(let count) = SystemSocket.receive(descriptor, into: &buffer) else { return "closed" }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    @Test(.tags(.th80, .l7)) func theBrowsersOwnRequestsAreRefusedAndListed() async throws {
        let port = Mutex(0)
        let answers = Mutex<[String]>([])
        let chromium = FakeChromium { [tag] command, parameters in
            switch command {
            case "Target.createBrowserContext":
                let server = parameters["proxyServer"]?.string ?? ""
                port.withLock { $0 = Int(server.split(separator: ":").last ?? "") ?? 0 }
                return nil
            case "Page.navigate":
                let port = port.withLock { $0 }
                _ = Self.ask("autofill.example:443", port: port, waits: false)
                // The page's own host is judged at once; when the second answer arrives, the first connection has been noticed.
                answers.withLock { $0 = (0..<2).map { _ in Self.ask("example.com:80", port: port) } }
                return .event([
                    "method": "Network.requestWillBeSent", "sessionId": "s",
                    "params": ["request": ["url": "https://cdn.example/a.js"]],
                ])
            case "Runtime.evaluate":
                let port = port.withLock { $0 }
                answers.withLock { $0.append(Self.ask("cdn.example:443", port: port)) }
                return .result(FakeChromium.page("http://example.com/", tag))
            default: return nil
            }
        }
        let page = try await chromium.resolver().page(at: url)
        #expect(page.refusedHosts == ["autofill.example:443"])
        // Neither host has an address here; the answers show that both were looked up and not held back.
        #expect(
            answers.withLock { $0.count >= 3 && $0.allSatisfy { $0 == "HTTP/1.1 502" } },
            "\(answers.withLock { $0 })"
        )
    }

    @Test(.tags(.th80, .l7)) func framesAndWorkersReportTheirRequestsToo() async throws {
        let chromium = FakeChromium { command, _ in
            guard command == "Page.navigate" else { return nil }
            return .event([
                "method": "Target.attachedToTarget", "sessionId": "s",
                "params": ["sessionId": "worker", "waitingForDebugger": true],
            ])
        }
        _ = try await chromium.resolver().page(at: url)
        let commands = chromium.commands
        let start = try #require(commands.firstIndex(of: "Page.navigate"))
        let after = commands[start...]
        #expect(after.contains("Network.enable") && after.contains("Target.setAutoAttach"))
        #expect(after.contains("Runtime.runIfWaitingForDebugger"))
    }

    /// Such a page once seemed to be truncated at its limit.
    @Test(.tags(.l7)) func aPageWhoseProcessEndsIsAnError() async throws {
        let looks = Mutex(0)
        let chromium = FakeChromium { [tag] command, _ in
            guard command == "Runtime.evaluate" else { return nil }
            let count = looks.withLock { count in
                count += 1
                return count
            }
            // The page is still loading, so it is read again.
            let text = StubPageAnswer.text(url: "http://example.com/", state: "i", tags: [tag])
            return count == 1
                ? .result(["result": ["value": .string(text)]])
                : .onlyEvent(["method": "Inspector.targetCrashed", "sessionId": "s", "params": [:]])
        }
        let error = try await failure(chromium.resolver())
        #expect(error.code == .browserFailed, "\(error)")
    }

    @Test(.tags(.l7)) func longEventsAreSkipped() async throws {
        let chromium = FakeChromium { command, _ in
            guard command == "Page.navigate" else { return nil }
            let url = "data:text/html," + String(repeating: "x", count: 3 << 20)
            return .event([
                "method": "Network.requestWillBeSent", "sessionId": "s", "params": ["request": ["url": .string(url)]],
            ])
        }
        _ = try await chromium.resolver().page(at: url)
    }

    @Test(.tags(.l6)) func aBrowserIsReplacedAfterItsLastPage() async throws {
        let chromium = FakeChromium { _, _ in nil }
        let resolver = chromium.resolver { $0.pagesPerBrowser = 2 }
        for _ in 0..<5 { _ = try await resolver.page(at: url) }
        #expect(chromium.startCount == 3)
    }

    @Test(.tags(.l6)) func aBrowserThatEndedWhileIdleIsReplaced() async throws {
        let pages = Mutex(0)
        let chromium = FakeChromium { command, _ in
            guard command == "Page.navigate" else { return nil }
            return pages.withLock { count in
                count += 1
                return count == 2 ? .error(code: -32_001, "Session with given id not found.") : nil
            }
        }
        let resolver = chromium.resolver()
        for _ in 0..<2 { _ = try await resolver.page(at: url) }
        #expect(chromium.startCount == 2)
    }

    @Test(.tags(.th63, .l7)) func aBrowserThatDoesNotCloseAPageIsReplaced() async throws {
        let chromium = FakeChromium { command, _ in
            command == "Target.disposeBrowserContext" ? .error(code: -32_000, "no such context") : nil
        }
        let resolver = chromium.resolver()
        for _ in 0..<2 { _ = try await resolver.page(at: url) }
        #expect(chromium.startCount == 2)
    }

    @Test(.tags(.th65, .l7)) func dialogsAreDismissed() async throws {
        let dialog: AppLinkValue = [
            "method": "Page.javascriptDialogOpening", "sessionId": "s", "params": ["type": "alert"],
        ]
        let answers = Mutex<[AppLinkValue]>([])
        let chromium = FakeChromium { command, parameters in
            if command == "Page.handleJavaScriptDialog" { answers.withLock { $0.append(parameters) } }
            return command == "Runtime.evaluate" ? .event(dialog) : nil
        }
        _ = try await chromium.resolver().page(at: url)
        #expect(answers.withLock { !$0.isEmpty && $0.allSatisfy { $0["accept"]?.bool == false } })
    }

    @Test(.tags(.th66, .l7)) func aFailedNavigationIsAnError() async throws {
        let chromium = FakeChromium { command, _ in
            switch command {
            case "Page.navigate": .result(["errorText": "net::ERR_CERT_AUTHORITY_INVALID"])
            case "Page.getNavigationHistory":
                .result(["currentIndex": 0, "entries": [["url": "https://example.com/"]]])
            default: nil
            }
        }
        let error = try await failure(chromium.resolver())
        #expect(error.code == .untrustedConnection && error.description.contains("https://example.com/"))
    }

    @Test(.tags(.l7)) func theFailedURLIsPolledUntilThePageIsReplaced() async throws {
        let asked = Mutex(0)
        let chromium = FakeChromium { command, _ in
            switch command {
            case "Page.navigate": .result(["errorText": "net::ERR_CERT_DATE_INVALID"])
            case "Page.getNavigationHistory":
                asked.withLock { count in
                    count += 1
                    return count < 3
                        ? .error(code: -32_000, "Not attached to an active page")
                        : .result(["currentIndex": 0, "entries": [["url": "https://other.example/"]]])
                }
            default: nil
            }
        }
        let error = try await failure(chromium.resolver())
        #expect(error.description.contains("https://other.example/"))
    }

    @Test(.tags(.l7), arguments: ["x", "[]", "{\"id\":"])
    func malformedMessagesAreAnError(_ text: String) async throws {
        let chromium = FakeChromium { command, _ in command == "Page.navigate" ? .raw(text) : nil }
        // JSON that is not a message is skipped until the page's time is over.
        let error = try await failure(chromium.resolver { if text == "[]" { $0.pageTimeout = .milliseconds(500) } })
        #expect(error.code == (text == "[]" ? .timedOut : .browserFailed))
    }

    @Test(.tags(.th65, .l7)) func anEndlessMessageIsRefused() async throws {
        let chromium = FakeChromium { command, _ in
            command == "Page.navigate" ? .raw(String(repeating: " ", count: 3 << 20)) : nil
        }
        #expect(try await failure(chromium.resolver()).code == .browserFailed)
    }

    @Test(.tags(.l7)) func aBrowserThatHangsUpIsAnError() async throws {
        let chromium = FakeChromium { command, _ in command == "Page.navigate" ? .hangUp : nil }
        let error = try await failure(chromium.resolver())
        #expect(error.code == .browserFailed && error.description.contains("ended"))
    }

    @Test(.tags(.th65, .l7)) func aBrowserThatDoesNotRespondIsEnded() async throws {
        for silent in ["Page.navigate", "Runtime.evaluate"] {
            let chromium = FakeChromium { command, _ in command == silent ? .silence : nil }
            let error = try await failure(chromium.resolver { $0.pageTimeout = .milliseconds(300) })
            #expect(error.code == .timedOut)
        }
    }

    @Test(.tags(.l7)) func cancellingEndsAWaitForChromium() async throws {
        let reached = TaskCompletionSource<Void>()
        let chromium = FakeChromium { command, _ in
            guard command == "Page.navigate" else { return nil }
            reached.trySet(result: ())
            return .silence
        }
        let source = CancellationTokenSource()
        let resolver = chromium.resolver()
        let task = resolver.page(at: url, cancellationToken: source.token)
        try await reached.task.value
        source.cancel()
        #expect(task.isCancelled)
        try await resolver.stop().value
    }
}
