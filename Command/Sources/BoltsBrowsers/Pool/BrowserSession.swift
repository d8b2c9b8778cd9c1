@_spi(Bolts) import BoltsPageFetching
import BoltsPageMetadata
internal import BoltsTasks
@_spi(Bolts) import BoltsWebView
internal import Foundation

/// A browser that reads pages one after another, each in its own context, on its worker's thread.
final class BrowserSession {
    private let options: BrowserOptions
    private let readerOptions: PageMetadataReader.Options
    private let thread: BrowserThread
    private let browser: any RunningBrowser
    private let script: String
    private var pageCount = 0
    /// An empty page that is ready for the next URL.
    private var nextPage: (any OpenPage)?

    /// The session ends the browser.
    init(
        browser: any RunningBrowser,
        options: BrowserOptions,
        readerOptions: PageMetadataReader.Options,
        thread: BrowserThread
    ) {
        self.browser = browser
        self.options = options
        self.readerOptions = readerOptions
        self.thread = thread
        script = BrowserPageScript.body(readerOptions)
    }

    deinit { stop() }

    /// Whether the browser has read as many pages as it may.
    var isWornOut: Bool { pageCount >= browser.pageLimit }

    /// Ends the browser, waits until its processes have ended, and returns the exceeded limit if one ended it earlier.
    @discardableResult
    func stop() -> BrowserProcess.Limit? {
        let limit = browser.process.stop()
        browser.proxy.stop()
        return limit
    }

    /// Waits until woken, until the browser ends by itself, or for a time.
    func waitIdly(until deadline: ContinuousClock.Instant) -> Poller.Event {
        thread.poller.wait(for: browser.process.endDescriptor, toWrite: false, until: deadline)
    }

    // MARK: - Reading

    /// Loads a page and reads its tags once they are stable.
    ///
    /// - Throws: `PageError`; ``SessionLost``; or `CancellationError` if the thread was interrupted.
    func read(_ url: URL) throws -> BrowserPage {
        pageCount += 1
        var state = PageLoadState(url: url, options: options, reportsFailures: browser.reportsFailedNavigation)
        do {
            return try read(url, &state)
        } catch let error as BrowserCommandError {
            throw endedByLimit(url) ?? state.error(error, browser.proxy.log)
        } catch let error as SessionLost {
            throw endedByLimit(url) ?? error
        }
    }

    private func read(_ url: URL, _ state: inout PageLoadState) throws -> BrowserPage {
        let page = try nextPage ?? browser.openPage(deadline: state.deadline)
        nextPage = page
        let proxy = browser.proxy
        browser.beginPage(at: url.absoluteString)
        defer { proxy.endPage() }
        try page.navigate(to: url.absoluteString, deadline: state.deadline)
        while true {
            let step: PageLoadState.Step
            do {
                // The browser may never respond to a script in a page that it is leaving.
                let text = try page.run(script, deadline: min(state.deadline, .now + state.lookLimit))
                step = try state.saw(BrowserPageAnswer(text, options: readerOptions), proxy.log, proxy.refusalPage)
            } catch let error as BrowserCommandError {
                step = try state.sawNothing(error, proxy.log)
            }
            switch step {
            case .done(let answer):
                let log = proxy.log
                return BrowserPage(answer: answer, byteCount: log.byteCount, refusedHosts: log.unasked.sorted())
            case .lookAgain(let delay): try pause(delay, state)
            case .askLocation:
                let (current, error) = try page.location(deadline: state.deadline)
                state.currentURL = current
                state.currentError = error
            }
        }
    }

    private func pause(_ delay: Duration, _ state: PageLoadState) throws {
        let end = min(ContinuousClock.now + delay, state.deadline)
        while ContinuousClock.now < end {
            if thread.poller.wait(until: end) == .woken, thread.isInterrupted() { throw CancellationError() }
        }
    }

    /// Ends the unusable browser, and returns the error of a page that exceeded the memory or disk limit.
    private func endedByLimit(_ url: URL) -> PageError? {
        guard let limit = stop() else { return nil }
        let (count, what) = limit == .memory ? (options.memoryLimit, "memory") : (options.diskLimit, "disk space")
        return PageError(
            .browserLimitExceeded,
            "\(url.absoluteString) uses more than \(count) bytes of \(what) in a browser: read it without its scripts, or raise the limit"
        )
    }

    // MARK: - Between pages

    /// Ends the context of the last page, and opens an empty page if the browser can take another one.
    func prepareNextPage() -> Bool {
        let deadline = ContinuousClock.now + options.startTimeout
        do throws(BrowserCommandError) {
            if let page = nextPage { try browser.close(page, deadline: deadline) }
            nextPage = nil
            nextPage = try browser.openPage(deadline: deadline)
            return true
        } catch {
            // After any failure, a new browser is safer than one that may keep the page.
            return false
        }
    }
}

/// The browser or its page has ended while it was used.
struct SessionLost: Error {
    /// The last message of the browser or its driver.
    let detail: String
}
