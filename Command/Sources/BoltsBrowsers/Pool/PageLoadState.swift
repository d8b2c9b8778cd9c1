internal import BoltsBase
import BoltsPageMetadata
@_spi(Bolts) import BoltsPageFetching
internal import BoltsTasks
@_spi(Bolts) import BoltsWebView
internal import Foundation

/// Decides what to do after each snapshot of a page while it loads; a state machine without the browser.
struct PageLoadState {
    static let blank = "about:blank"
    /// The quiet period after which a browser that still shows the empty page is considered stuck.
    static let stillness = Duration.seconds(2)

    enum Step {
        case done(BrowserPageAnswer)
        case lookAgain(after: Duration)
        /// Ask the browser for its URL and error, then take another snapshot.
        case askLocation
    }

    let url: URL
    let options: BrowserOptions
    /// Whether the browser reports failed navigations and shows an error page instead.
    let reportsFailures: Bool
    let start: ContinuousClock.Instant
    let deadline: ContinuousClock.Instant
    /// The URL that the browser reported, once it has been asked.
    var currentURL: String?
    /// The name of the error that the browser reported with it, if any.
    var currentError: String?
    /// How long one snapshot may take.
    ///
    /// It is doubled after each snapshot that takes longer, for large pages and slow machines.
    private(set) var lookLimit = Duration.seconds(1)
    private var settling: StabilityDetector
    /// The last snapshot of the page.
    private var last: BrowserPageAnswer?

    init(
        url: URL,
        options: BrowserOptions,
        reportsFailures: Bool,
        start: ContinuousClock.Instant = .now
    ) {
        self.url = url
        self.options = options
        self.reportsFailures = reportsFailures
        self.start = start
        deadline = start + options.pageTimeout
        settling = StabilityDetector(patience: options.patience, limit: options.settleTimeout)
    }

    mutating func saw(
        _ answer: BrowserPageAnswer,
        _ log: FilteringProxy.Log,
        _ refusalPage: ProxyRefusalPage,
        at now: ContinuousClock.Instant = .now
    ) throws -> Step {
        if let refused = refusalPage.failure(in: answer.metadata.tags) {
            throw failure(log.failures.last { $0.authority == refused.authority } ?? refused)
        }
        if let status = answer.status, !(200..<300).contains(status), !options.readsErrorPages {
            throw PageError(
                .httpStatus,
                "\(isWeb(answer) ? answer.urlText : url.absoluteString) has the status \(status) and not a page",
                httpStatus: status
            )
        }
        guard isWeb(answer) else { return try sawNoPage(answer, log, now) }
        last = answer
        let step = settling.saw(answer, at: start.duration(to: now))
        switch step {
        case .done: return .done(answer)
        case .lookAgain(let delay): return now + delay < deadline ? .lookAgain(after: delay) : try end()
        }
    }

    /// Handles a snapshot of the empty page or the browser's error page.
    private mutating func sawNoPage(
        _ answer: BrowserPageAnswer,
        _ log: FilteringProxy.Log,
        _ now: ContinuousClock.Instant
    ) throws -> Step {
        if answer.urlText != Self.blank {
            if currentURL == nil { return .askLocation }
            if let place = place(log, currentURL, orElse: !reportsFailures) { throw place }
            if let currentError, isOfTrust(currentError) { throw untrusted(currentURL, currentError) }
            throw noPage("the browser is at \(answer.urlText)\(currentError.map { ": \($0)" } ?? "")")
        }
        // Chromium reports a failure. Other browsers stay at the empty page if the request was refused or has no page.
        if !reportsFailures {
            if let place = place(log, url.absoluteString, orElse: false) { throw place }
            if log.connectionCount > 0, log.openCount == 0, log.lastActivity.duration(to: now) >= Self.stillness {
                throw place(log, nil, orElse: true) ?? brokenHandshake(log)
                    ?? noPage("the browser stays at the empty page")
            }
        }
        guard now + StabilityDetector.shortInterval < deadline else { return try end() }
        return .lookAgain(after: StabilityDetector.shortInterval)
    }

    mutating func sawNothing(
        _ failure: BrowserCommandError,
        _ log: FilteringProxy.Log,
        at now: ContinuousClock.Instant = .now
    ) throws -> Step {
        switch failure {
        case .timedOut:
            guard now + StabilityDetector.interval < deadline else { return try end() }
            lookLimit *= 2
            return .lookAgain(after: StabilityDetector.shortInterval)
        case .unreachable, .interrupted, .pageClosed, .protocolError:
            throw error(failure, log)
        case .refused, .unusableResult:
            // While a page is replaced by another, or shows an alert, scripts fail.
            guard now + StabilityDetector.interval < deadline else {
                if let last, !last.metadata.tags.isEmpty { return .done(last.cut) }
                throw unreadableOrLate(failure)
            }
            // If the page's scripts have broken what the driver needs, later snapshots fail too.
            if !reportsFailures, isSettledFailure(failure), start.duration(to: now) >= options.settleTimeout {
                throw unreadableOrLate(failure)
            }
            return .lookAgain(after: StabilityDetector.interval)
        }
    }

    /// Ends the page at the time limit, with the tags of the last snapshot and marked as truncated.
    private func end() throws -> Step {
        if let last, !last.metadata.tags.isEmpty { return .done(last.cut) }
        throw timedOut
    }

    private func isWeb(_ answer: BrowserPageAnswer) -> Bool {
        LinkScheme.leading(answer.urlText)?.isWeb == true
    }

    /// Whether a script failed because the page modified its JavaScript world, and not because the page is being replaced.
    private func isSettledFailure(_ failure: BrowserCommandError) -> Bool {
        switch failure {
        case .refused(let name, _): name == "unknown error" || name == "javascript error"
        case .unusableResult: true
        case .unreachable, .interrupted, .pageClosed, .timedOut, .protocolError: false
        }
    }

    // MARK: - Errors

    func error(_ failure: BrowserCommandError, _ log: FilteringProxy.Log) -> any Error {
        switch failure {
        case .interrupted: return CancellationError()
        case .timedOut: return timedOut
        case .unreachable: return SessionLost(detail: "the browser or its driver hung up")
        case .pageClosed(let message): return SessionLost(detail: message)
        case .protocolError(let detail), .unusableResult(let detail):
            return PageError(.browserFailed, "the browser's responses do not follow its protocol", detail: detail)
        case .refused(let error, let message):
            // Chromium's refusal contains the name of the error, and the URL where it happened.
            if let place = place(log, message, orElse: !reportsFailures) { return place }
            if isOfTrust(error) { return untrusted(message, error) }
            return noPage("\(error): \(message)")
        }
    }

    /// Returns whether a WebDriver or Chromium error is about a certificate or encryption.
    private func isOfTrust(_ error: String) -> Bool {
        error == "insecure certificate" || error.contains("ERR_CERT") || error.contains("ERR_SSL")
    }

    /// Returns the error for a host whose certificate or encryption the browser rejects.
    private func untrusted(_ place: String?, _ detail: String) -> PageError {
        let place = place.flatMap { $0.hasPrefix("https:") ? $0 : nil } ?? url.absoluteString
        return PageError(
            .untrustedConnection,
            "there is no trusted connection to \(place): its certificate or encryption was rejected",
            detail: detail
        )
    }

    /// Returns the error for a browser that closed a connection during the TLS handshake without a reason, or `nil`.
    private func brokenHandshake(_ log: FilteringProxy.Log) -> PageError? {
        guard let authority = log.brokenHandshakes.last else { return nil }
        let own = (try? HTTPTarget(url)).map { "\($0.host.text):\($0.port)" }
        return untrusted(
            authority == own ? nil : "https://\(authority)/",
            "the browser closed the connection to \(authority) during the TLS handshake"
        )
    }

    /// Returns the error for a host of the redirect chain that the proxy did not connect to, or `nil`.
    private func place(_ log: FilteringProxy.Log, _ current: String?, orElse: Bool) -> PageError? {
        let authorities = [current.flatMap { URL(string: $0) }, url].compactMap { url -> String? in
            guard let url, let target = try? HTTPTarget(url) else { return nil }
            return "\(target.host.text):\(target.port)"
        }
        let place = log.failures.last { authorities.contains($0.authority) } ?? (orElse ? log.failures.last : nil)
        return place.map { failure($0) }
    }

    private var timedOut: PageError {
        PageError(
            .timedOut,
            "\(url.absoluteString) could not be read in a browser within \(options.pageTimeout.plainSeconds)"
        )
    }

    private func unreadableOrLate(_ failure: BrowserCommandError) -> PageError {
        guard isSettledFailure(failure) else { return timedOut }
        return PageError(
            .unreadablePage,
            "\(url.absoluteString): the page's own scripts prevent reading it: read it without scripts",
            detail: "\(failure)"
        )
    }

    private func noPage(_ detail: String) -> PageError {
        PageError(
            .malformedResponse,
            "\(url.absoluteString) shows no page in a browser: it may be a download, lead to an app, or be unreachable",
            detail: detail
        )
    }

    /// Returns the error for a host to which the proxy did not connect.
    ///
    /// Refused and unreachable hosts share one text, so that callers cannot probe the network.
    private func failure(_ failure: ConnectDecision.Failure) -> PageError {
        switch failure.problem {
        case .refused, .unreachable, .unasked:
            PageError.unreachable(failure.authority, detail: failure.detail)
        case .port:
            PageError.portNotAllowed(failure.authority, detail: failure.detail)
        case .exhausted:
            PageError(
                .interrupted,
                "\(url.absoluteString) loads more than \(options.transferLimit) bytes, which is the limit",
                detail: failure.detail
            )
        }
    }
}

extension BrowserPageAnswer {
    /// The same page, marked as truncated.
    fileprivate var cut: BrowserPageAnswer {
        var answer = self
        answer.metadata.isTruncated = true
        return answer
    }
}
