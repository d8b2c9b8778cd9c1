#if os(Linux) || os(macOS)
import BoltsPageMetadata
import BoltsPageFetching
internal import BoltsTasks
internal import Foundation

/// The visit of one page: what is made of each look at it, without the browser.
struct PageLoadState {
    /// Where a browser is when it is nowhere.
    static let blank = "about:blank"
    /// How long nothing must have come over the network until a browser that is nowhere stays there.
    static let stillness = Duration.seconds(2)

    enum Step {
        case done(BrowserPageAnswer)
        case lookAgain(after: Duration)
        /// Find out where the browser says that it is, then look again.
        case whereIsIt
    }

    let url: URL
    let options: WebDriverOptions
    /// Whether the browser shows a page of its own in place of one that it cannot show, and asks for things of its own.
    let isChromium: Bool
    let start: ContinuousClock.Instant
    let deadline: ContinuousClock.Instant
    /// Where the browser says that it is, once that was asked for.
    var currentURL: String?
    /// Why it shows a page of its own there, in its own words, where it says that.
    var currentError: String?
    /// How long one look may take; a page that is large, or on a slow machine, is given more the next time.
    private(set) var lookLimit = Duration.seconds(1)
    private var settling: StabilityDetector
    /// What was seen of the page last.
    private var last: BrowserPageAnswer?

    init(
        url: URL,
        options: WebDriverOptions,
        isChromium: Bool,
        start: ContinuousClock.Instant = .now
    ) {
        self.url = url
        self.options = options
        self.isChromium = isChromium
        self.start = start
        deadline = start + options.pageTimeout
        settling = StabilityDetector(patience: options.patience, limit: options.settleTimeout)
    }

    /// Takes a look at what the browser shows.
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
                "\(isWeb(answer) ? answer.urlText : url.absoluteString) answered with status \(status), not with a page",
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

    /// The browser is still nowhere, or shows a page of its own.
    private mutating func sawNoPage(
        _ answer: BrowserPageAnswer,
        _ log: FilteringProxy.Log,
        _ now: ContinuousClock.Instant
    ) throws -> Step {
        if answer.urlText != Self.blank {
            if currentURL == nil { return .whereIsIt }
            if let place = place(log, currentURL, orElse: !isChromium) { throw place }
            if let currentError, isOfTrust(currentError) { throw untrusted(currentURL, currentError) }
            throw noPage("the browser is at \(answer.urlText)\(currentError.map { ": \($0)" } ?? "")")
        }
        // Chromium says by itself that it goes nowhere. Others stay where they are: after a refusal, or with nothing to show.
        if !isChromium {
            if let place = place(log, url.absoluteString, orElse: false) { throw place }
            if log.connectionCount > 0, log.openCount == 0, log.lastActivity.duration(to: now) >= Self.stillness {
                throw place(log, nil, orElse: true) ?? brokenHandshake(log)
                    ?? noPage("the browser stays where it is")
            }
        }
        guard now + StabilityDetector.shortInterval < deadline else { return try end() }
        return .lookAgain(after: StabilityDetector.shortInterval)
    }

    /// The page could not be looked at.
    mutating func sawNothing(
        _ failure: WebDriverClient.Failure,
        _ log: FilteringProxy.Log,
        at now: ContinuousClock.Instant = .now
    ) throws -> Step {
        switch failure {
        case .connection(.timedOut):
            guard now + StabilityDetector.interval < deadline else { return try end() }
            lookLimit *= 2
            return .lookAgain(after: StabilityDetector.shortInterval)
        case .connection, .refused("invalid session id", _), .refused("no such window", _):
            throw error(failure, log)
        case .refused, .malformed:
            // While a page gives way to another, or shows an alert, nothing can be read.
            guard now + StabilityDetector.interval < deadline else {
                if let last, !last.metadata.tags.isEmpty { return .done(last.cut) }
                throw unreadableOrLate(failure)
            }
            // Scripts that replaced what the driver stands on have done it for good.
            if !isChromium, isSettledFailure(failure), start.duration(to: now) >= options.settleTimeout {
                throw unreadableOrLate(failure)
            }
            return .lookAgain(after: StabilityDetector.interval)
        }
    }

    /// The time is up: tags that stood at the last look count, as what was read of a page that is cut.
    private func end() throws -> Step {
        if let last, !last.metadata.tags.isEmpty { return .done(last.cut) }
        throw timedOut
    }

    private func isWeb(_ answer: BrowserPageAnswer) -> Bool {
        URLScheme.leading(answer.urlText)?.isWeb == true
    }

    private func isSettledFailure(_ failure: WebDriverClient.Failure) -> Bool {
        switch failure {
        case .refused(let error, _): error == "unknown error" || error == "javascript error"
        case .malformed: true
        case .connection: false
        }
    }

    // MARK: - Errors

    /// What is said of a failure of the driver's.
    func error(_ failure: WebDriverClient.Failure, _ log: FilteringProxy.Log) -> any Error {
        switch failure {
        case .connection(.interrupted): return CancellationError()
        case .connection(.timedOut): return timedOut
        case .connection(.unreachable): return BrowserSession.Gone(detail: "the driver hung up")
        case .connection(.malformed), .connection(.tooLarge), .malformed:
            return PageError(
                .browserFailed,
                "the browser's driver does not speak WebDriver",
                detail: "\(failure)"
            )
        case .refused("timeout", _), .refused("script timeout", _): return timedOut
        case .refused("invalid session id", let message), .refused("no such window", let message):
            return BrowserSession.Gone(detail: message)
        case .refused(let error, let message):
            // Chromium gives its own name of the error, and where it happened.
            if let place = place(log, message, orElse: !isChromium) { return place }
            if isOfTrust(error) { return untrusted(message, error) }
            return noPage("\(error): \(message)")
        }
    }

    /// Whether an error is one of certificates or of encryption, by WebDriver's name or by one of Chromium's.
    private func isOfTrust(_ error: String) -> Bool {
        error == "insecure certificate" || error.contains("ERR_CERT") || error.contains("ERR_SSL")
    }

    /// The error of a place whose certificate or encryption the browser does not take.
    ///
    /// - Parameters:
    ///   - place: Where it happened, where that is known and a URL.
    ///   - detail: What is known of it.
    /// - Returns: The error.
    private func untrusted(_ place: String?, _ detail: String) -> PageError {
        let place = place.flatMap { $0.hasPrefix("https:") ? $0 : nil } ?? url.absoluteString
        return PageError(
            .untrustedConnection,
            "no trusted connection for \(place): its certificate or its encryption is not accepted",
            detail: detail
        )
    }

    /// What is said where a browser hung up on a server before anything was said, and tells nobody why.
    private func brokenHandshake(_ log: FilteringProxy.Log) -> PageError? {
        guard let authority = log.brokenHandshakes.last else { return nil }
        let own = (try? HTTPTarget(url)).map { "\($0.host.text):\($0.port)" }
        return untrusted(
            authority == own ? nil : "https://\(authority)/",
            "the browser hung up on \(authority) before TLS came about"
        )
    }

    /// The place on the way to the page that could not be had.
    ///
    /// - Parameters:
    ///   - log: What became of the places that were asked for.
    ///   - current: Where the browser says that it is.
    ///   - orElse: Whether any place may have been on that way, and not one that the browser asked for on its own account.
    /// - Returns: What is said of it, or `nil` where there is none.
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

    private func unreadableOrLate(_ failure: WebDriverClient.Failure) -> PageError {
        guard isSettledFailure(failure) else { return timedOut }
        return PageError(
            .unreadablePage,
            "\(url.absoluteString): the page's own scripts keep it from being read: read it without them",
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

    /// Why the proxy did not connect: one text for what is refused and what is not there, as everywhere.
    private func failure(_ failure: ConnectDecision.Failure) -> PageError {
        switch failure.problem {
        case .refused, .unreachable:
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
    /// The same, with the word that there may have been more.
    fileprivate var cut: BrowserPageAnswer {
        var answer = self
        answer.metadata.isTruncated = true
        return answer
    }
}
#endif
