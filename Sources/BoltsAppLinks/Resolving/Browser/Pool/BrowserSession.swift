#if os(Linux) || os(macOS)
internal import BoltsTasks
internal import Foundation

/// One browser with its driver and its proxy, from its start to its end, on the thread of its worker.
final class BrowserSession {
    /// The driver or its browser is not there any more.
    struct Gone: Error {}

    private let driver: InstalledDriver
    private let options: WebDriverOptions
    private let readerOptions: PageMetadataReader.Options
    private let wake: WakePipe
    private let proxy: FilteringProxy
    private let process: DriverProcess
    private let client: WebDriverClient
    private let path: String
    /// Chromium's only window, by whose name its main frame is known, too; nothing in other browsers.
    private var chromiumWindow: String?
    private let script: String
    private var pageCount = 0

    /// Starts a browser.
    ///
    /// - Throws: ``AppLinkResolutionError``, or `CancellationError` where it was interrupted.
    init(
        driver: InstalledDriver,
        options: WebDriverOptions,
        readerOptions: PageMetadataReader.Options,
        hosts: any HostResolving,
        wake: WakePipe,
        isInterrupted: @escaping () -> Bool
    ) throws {
        self.driver = driver
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
            throw AppLinkResolutionError(.browserFailed, "no proxy for a browser could be started: \(error.text)")
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
        do {
            (process, client) = try start.startDriver(closing: proxy)
            let capabilities = DriverCapabilities(
                kind: driver.kind,
                proxyPort: proxy.port,
                options: options,
                contentFilterPath: "\(process.directory)/\(DriverStart.contentFilterName)"
            )
            let session = try start.startSession(client, capabilities, process)
            path = session.path
            if let port = session.debuggerPort { proxy.close(port: port) }
            chromiumWindow = try start.chromiumWindow(client, session.path, process)
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
        process.stop()
        proxy.stop()
    }

    /// Waits until woken, until the browser ends by itself, or for a time.
    func waitIdly(until deadline: ContinuousClock.Instant) -> WakePipe.Event {
        wake.wait(for: process.endDescriptor, toWrite: false, until: deadline)
    }

    // MARK: - Reading

    /// Goes to a page and reads it when its tags are quiet.
    ///
    /// - Throws: ``AppLinkResolutionError``; ``Gone``; or `CancellationError` where it was interrupted.
    func read(_ url: URL) throws -> BrowserReading {
        pageCount += 1
        proxy.beginPage()
        let deadline = ContinuousClock.now + options.pageTimeout
        let errors = BrowserErrors(url: url, options: options)
        do {
            try client.navigate(path, to: url.absoluteString, deadline: deadline)
        } catch {
            // A page may well be read that has put up an alert before it had loaded.
            guard case .refused("unexpected alert open", _) = error else {
                throw errors.navigation(error, proxy.log)
            }
        }
        var settling = PageSettling(patience: options.patience, limit: options.settleTimeout)
        let loaded = ContinuousClock.now
        let patienceEnd = min(deadline, loaded + options.settleTimeout)
        while true {
            let answer: BrowserPageAnswer
            do {
                answer = try look(deadline)
            } catch let failure as WebDriverClient.Failure {
                // While a page gives way to another, or shows an alert, nothing can be read.
                guard failure.isPassing, ContinuousClock.now < patienceEnd else {
                    throw errors.reading(failure, proxy.log)
                }
                try pause(PageSettling.interval, deadline, errors)
                continue
            }
            try errors.check(answer, proxy)
            switch settling.saw(answer, at: loaded.duration(to: .now)) {
            case .done:
                return BrowserReading(answer: answer, byteCount: proxy.log.byteCount)
            case .lookAgain(let delay):
                // What stands when the time is up counts.
                guard ContinuousClock.now + delay < deadline else {
                    return BrowserReading(answer: answer, byteCount: proxy.log.byteCount)
                }
                try pause(delay, deadline, errors)
            }
        }
    }

    private func pause(_ delay: Duration, _ deadline: ContinuousClock.Instant, _ errors: BrowserErrors) throws {
        let end = min(ContinuousClock.now + delay, deadline)
        while true {
            switch wake.wait(until: end) {
            case .woken: if client.connection.isInterrupted() { throw CancellationError() }
            case .ready, .timedOut: break
            }
            if ContinuousClock.now >= deadline { throw errors.timedOut }
            if ContinuousClock.now >= end { return }
        }
    }

    private func look(_ deadline: ContinuousClock.Instant) throws -> BrowserPageAnswer {
        let text: String
        if let window = chromiumWindow {
            text = try lookApart(window, deadline)
        } else {
            let answer = try client.execute(path, script, deadline: deadline)
            guard let string = answer.string else { throw WebDriverClient.Failure.malformed("not a text") }
            text = string
        }
        return try BrowserPageAnswer(text, options: readerOptions)
    }

    /// Reads in a world of our own, where nothing of the page's scripts can be seen but what they did to the document.
    private func lookApart(_ window: String, _ deadline: ContinuousClock.Instant) throws -> String {
        let world = try client.chromium(
            path,
            "Page.createIsolatedWorld",
            ["frameId": .string(window), "worldName": "bolts"],
            deadline: deadline
        )
        guard let context = world["executionContextId"]?.integer else {
            throw WebDriverClient.Failure.malformed("no world to read in")
        }
        let answer = try client.chromium(
            path,
            "Runtime.evaluate",
            [
                "expression": .string("(function () { \(script) })()"),
                "contextId": .integer(context),
                "returnByValue": true,
            ],
            deadline: deadline
        )
        guard let text = answer["result"]?["value"]?.string else {
            throw WebDriverClient.Failure.malformed("not a text")
        }
        return text
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
            if chromiumWindow != nil {
                _ = try client.chromium(path, "Network.clearBrowserCookies", [:], deadline: deadline)
                _ = try client.chromium(path, "Network.clearBrowserCache", [:], deadline: deadline)
            } else {
                try client.deleteCookies(path, deadline: deadline)
            }
            try client.navigate(path, to: "about:blank", deadline: deadline)
            return true
        } catch {
            return false
        }
    }
}
#endif
