#if os(Linux) || os(macOS)
import BoltsAppLinks
import BoltsPageMetadata
import BoltsPageFetching
internal import BoltsTasks
internal import Foundation

/// One browser with its driver and its proxy, from its start to its end, on the thread of its worker.
final class BrowserSession {
    /// The driver or its browser is not there any more.
    struct Gone: Error {
        /// What was heard of it last.
        let detail: String
    }

    private let options: WebDriverOptions
    private let readerOptions: PageMetadataReader.Options
    private let wake: Poller
    private let proxy: FilteringProxy
    private let browser: DriverStart.Started
    private let script: String
    private var pageCount = 0

    private var client: WebDriverClient { browser.client }
    private var path: String { browser.path }

    /// Starts a browser.
    ///
    /// - Throws: ``PageError``, or `CancellationError` where it was interrupted.
    init(
        driver: InstalledDriver,
        options: WebDriverOptions,
        readerOptions: PageMetadataReader.Options,
        hosts: any HostResolving,
        wake: Poller,
        isInterrupted: @escaping () -> Bool
    ) throws {
        self.options = options
        self.readerOptions = readerOptions
        self.wake = wake
        script = BrowserPageScript.body(readerOptions)
        do {
            proxy = try FilteringProxy(
                policy: options.addressPolicy,
                hosts: hosts,
                byteLimit: options.transferLimit
            )
        } catch {
            throw PageError(.browserFailed, "no proxy for a browser could be started: \(error.text)")
        }
        let start = DriverStart(
            driver: driver,
            deadline: .now + options.startTimeout,
            timeout: options.startTimeout,
            wake: wake,
            isInterrupted: isInterrupted,
            // A value's every unit may be escaped as six bytes.
            bodyLimit: min(max(readerOptions.maximumBytes, 0), 1 << 28) * 6 + (1 << 20)
        )
        let capabilities = DriverCapabilities(kind: driver.kind, proxyPort: proxy.port, options: options)
        do {
            browser = try start.run(capabilities, proxy)
        } catch {
            proxy.stop()
            throw error
        }
    }

    deinit { stop() }

    /// Whether it has read as many pages as one browser may.
    var isWornOut: Bool { pageCount >= options.pagesPerBrowser }

    /// Ends the driver and the browser, and waits until they are gone.
    func stop() {
        browser.process.stop()
        proxy.stop()
    }

    /// Waits until woken, until the browser ends by itself, or for a time.
    func waitIdly(until deadline: ContinuousClock.Instant) -> Poller.Event {
        wake.wait(for: browser.process.endDescriptor, toWrite: false, until: deadline)
    }

    // MARK: - Reading

    /// Goes to a page and reads it when its tags are quiet.
    ///
    /// - Throws: ``PageError``; ``Gone``; or `CancellationError` where it was interrupted.
    func read(_ url: URL) throws -> BrowserPage {
        pageCount += 1
        proxy.beginPage()
        defer { proxy.endPage() }
        var visit = PageLoadState(url: url, options: options, isChromium: browser.chromiumWindow != nil)
        do {
            try go(to: url, visit.deadline)
            while true {
                let step: PageLoadState.Step
                do {
                    // A look at a page that is just being left may never be answered.
                    let answer = try look(min(visit.deadline, .now + visit.lookLimit))
                    step = try visit.saw(answer, proxy.log, proxy.refusalPage)
                } catch let failure as WebDriverClient.Failure {
                    step = try visit.sawNothing(failure, proxy.log)
                }
                switch step {
                case .done(let answer): return BrowserPage(answer: answer, byteCount: proxy.log.byteCount)
                case .lookAgain(let delay): try pause(delay, visit)
                case .whereIsIt: try ask(&visit)
                }
            }
        } catch let failure as WebDriverClient.Failure {
            throw visit.error(failure, proxy.log)
        }
    }

    /// Begins to go to a page; Chromium says whether it got there.
    private func go(to url: URL, _ deadline: ContinuousClock.Instant) throws(WebDriverClient.Failure) {
        guard browser.chromiumWindow != nil else {
            return try client.navigate(path, to: url.absoluteString, deadline: deadline)
        }
        let answer = try client.chromium(
            path,
            "Page.navigate",
            ["url": .string(url.absoluteString)],
            deadline: deadline
        )
        // A status without a page is looked into by reading it.
        if let error = answer["errorText"]?.string, !error.hasSuffix("ERR_HTTP_RESPONSE_CODE_FAILURE") {
            let current = try client.currentURL(path, deadline: deadline)
            throw .refused(error: error, message: current)
        }
    }

    /// Asks the browser where it is, and Chromium why it shows a page of its own.
    private func ask(_ visit: inout PageLoadState) throws(WebDriverClient.Failure) {
        visit.currentURL = try client.currentURL(path, deadline: visit.deadline)
        guard browser.chromiumWindow != nil else { return }
        // Its page has the same name for the error that it gives where it goes by itself.
        let answer = try client.chromium(
            path,
            "Runtime.evaluate",
            ["expression": "document.querySelector('.error-code').textContent", "returnByValue": true],
            deadline: visit.deadline
        )
        visit.currentError = answer["result"]?["value"]?.string
    }

    private func pause(_ delay: Duration, _ visit: PageLoadState) throws {
        let end = min(ContinuousClock.now + delay, visit.deadline)
        while ContinuousClock.now < end {
            if wake.wait(until: end) == .woken, client.connection.isInterrupted() { throw CancellationError() }
        }
    }

    private func look(_ deadline: ContinuousClock.Instant) throws -> BrowserPageAnswer {
        let text: String?
        if let window = browser.chromiumWindow {
            // In a world of our own nothing can be seen of the page's scripts but what they did to the document.
            let world = try client.isolatedWorld(path, window, deadline: deadline)
            let answer = try client.chromium(
                path,
                "Runtime.evaluate",
                [
                    "expression": .string("(function () { \(script) })()"),
                    "contextId": .integer(world),
                    "returnByValue": true,
                ],
                deadline: deadline
            )
            text = answer["result"]?["value"]?.string
        } else {
            text = try client.execute(path, script, deadline: deadline).string
        }
        guard let text else { throw WebDriverClient.Failure.malformed("not a text") }
        return try BrowserPageAnswer(text, options: readerOptions)
    }

    // MARK: - Between pages

    /// Leaves the page and forgets what can be forgotten.
    ///
    /// - Returns: Whether the browser can take another page.
    func tidy() -> Bool {
        let deadline = ContinuousClock.now + .seconds(2)
        do {
            // What opens windows, or keeps the page from being left, has the browser replaced.
            guard try client.windows(path, deadline: deadline).count == 1 else { return false }
            if browser.chromiumWindow != nil {
                _ = try client.chromium(path, "Network.clearBrowserCookies", [:], deadline: deadline)
                _ = try client.chromium(path, "Network.clearBrowserCache", [:], deadline: deadline)
            } else {
                try client.deleteCookies(path, deadline: deadline)
            }
            try client.navigate(path, to: PageLoadState.blank, deadline: deadline)
            // The next page must not be taken for this one.
            while try look(deadline).urlText != PageLoadState.blank {
                guard ContinuousClock.now < deadline else { return false }
                _ = wake.wait(until: .now + StabilityDetector.shortInterval)
                if client.connection.isInterrupted() { return false }
            }
            return true
        } catch {
            return false
        }
    }
}
#endif
