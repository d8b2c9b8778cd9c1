@_spi(Bolts) import BoltsWebView
import BoltsBase
@_spi(Bolts) import BoltsPageFetching
import BoltsPageMetadata

/// Starts a browser, and retries if it hangs or ends.
struct BrowserStart {
    let installed: InstalledBrowser
    let options: BrowserOptions
    let readerOptions: PageMetadataReader.Options
    let hosts: any HostResolving
    let thread: BrowserThread

    /// Starts a browser.
    func run() throws -> any RunningBrowser {
        do {
            if let browser = try BrowserStartAttempts(timeout: options.startTimeout).run(start) { return browser }
        } catch let error as BrowserCommandError {
            throw failure(error)
        }
        throw PageError(
            .browserFailed,
            "\(installed.path) ends as soon as it is started: run it by hand to see why"
        )
    }

    private func start(deadline: ContinuousClock.Instant) throws -> (any RunningBrowser)? {
        // Each unit of a value may be escaped as six bytes.
        let limit = min(max(readerOptions.byteLimit, 0), 1 << 28) * 6 + (1 << 20)
        if installed.kind == .chromium {
            return try ChromiumStart(
                path: installed.path,
                options: options,
                thread: thread,
                messageLimit: limit,
                makeProxy: makeProxy
            ).run(deadline: deadline)
        }
        return try WebDriverStart(
            browser: installed,
            options: options,
            thread: thread,
            bodyLimit: limit,
            makeProxy: makeProxy
        ).run(deadline: deadline)
    }

    private func makeProxy(_ listener: Int32?) throws(PageError) -> FilteringProxy {
        do {
            return try FilteringProxy(
                policy: options.addressPolicy,
                hosts: hosts,
                byteLimit: options.transferLimit,
                listener: listener
            )
        } catch {
            throw PageError(.browserFailed, "the proxy for a browser could not be started: \(error.text)")
        }
    }

    private func failure(_ error: BrowserCommandError) -> any Error {
        let failed = "\(installed.path) started no browser"
        switch error {
        case .interrupted:
            return CancellationError()
        case .timedOut:
            return PageError(
                .timedOut,
                "\(installed.path) did not start a browser within \(options.startTimeout.plainSeconds)"
            )
        case .unreachable:
            return PageError(.browserFailed, "\(failed) and ended: run it by hand to see why")
        case .protocolError(let detail), .unusableResult(let detail):
            return PageError(.browserFailed, "\(failed): its responses do not follow its protocol", detail: detail)
        case .pageClosed(let message):
            return PageError(.browserFailed, "\(failed): \(message)")
        case .refused(let name, let message):
            return PageError(.browserFailed, "\(failed): \(message.isEmpty ? name : message)", detail: name)
        }
    }
}

/// How often a start is tried, and how long each try may take.
///
/// Another program may have taken the driver's port, and after a start that hangs the next one usually succeeds.
struct BrowserStartAttempts: Sendable {
    static let count = 3

    let timeout: Duration

    /// Calls `start` with its deadline until it returns a browser; `nil` if every attempt ended at once.
    ///
    /// - Throws: The error of `start`; `BrowserCommandError.timedOut` only if no time is left.
    func run<Browser>(
        _ start: (ContinuousClock.Instant) throws -> Browser?,
        now: () -> ContinuousClock.Instant = { .now }
    ) throws -> Browser? {
        let deadline = now() + timeout
        for attempt in 1...Self.count {
            let end = attempt == Self.count ? deadline : min(deadline, now() + timeout / Self.count)
            do {
                if let browser = try start(end) { return browser }
            } catch BrowserCommandError.timedOut where end < deadline {
                continue
            }
        }
        return nil
    }
}
