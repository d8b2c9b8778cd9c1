import BoltsPageMetadata
import BoltsPageFetching
internal import BoltsAppLinks
internal import Foundation

/// The state machine of one page in a web view.
///
/// It uses no web view, so tests can produce every order of WebKit's callbacks on any system. Once it has ended, further events
/// change nothing.
struct WebPageLoadState {
    /// The action after an event.
    enum Action {
        case none
        /// Take a snapshot of the page after a delay, and report the result with this number.
        case look(after: Duration, number: Int)
        /// Complete the task, and stop the web view.
        case finish(Result<AppLink, any Error>)
    }

    /// The decision about a navigation.
    enum Decision {
        /// The navigation stays in the current page.
        case allow
        case refuse
        case refuseAndFinish(PageError)
        /// Check its address, and report the decision.
        case judge
    }

    private enum Phase {
        /// Loading a page. Until it is committed, the previous page is shown.
        case loading
        /// Snapshots of a page are being taken; the last one has this result.
        case looking(StabilityDetector, last: PageMetadata?)
        case ended
    }

    private let source: URL
    private let options: WebViewOptions
    private var phase = Phase.loading
    /// The URL of the page that is shown or loading.
    private(set) var current: URL
    /// Whether a page has been committed; it can be read even if a later navigation is refused.
    private var isAPageSeen = false
    private var moves = 0
    /// The number of the current snapshot, so that a snapshot of an earlier page is ignored.
    private var look = 0

    init(source: URL, options: WebViewOptions) {
        self.source = source
        self.current = source
        self.options = options
    }

    var hasEnded: Bool {
        if case .ended = phase { true } else { false }
    }

    // MARK: - Navigation

    /// The web view is about to navigate, in the main frame or in an inner frame or another window; returns whether it may.
    mutating func wants(_ url: URL?, isMainFrame: Bool) -> Decision {
        // Inner frames and other windows do not belong to the page.
        guard !hasEnded, isMainFrame else { return .refuse }
        guard let url, let scheme = LinkScheme.leading(url.absoluteString), scheme.isWeb else {
            return refuse(
                PageError(
                    .redirectRefused,
                    "\(current.absoluteString) leads to a URL that is neither http nor https, which is refused",
                    detail: url?.absoluteString
                )
            )
        }
        if isAPageSeen, Self.isWithin(current, url) { return .allow }
        guard moves <= options.redirectLimit else {
            return refuse(
                PageError(
                    .tooManyRedirects,
                    "\(source.absoluteString) redirects more than \(options.redirectLimit) times; the last time to \(current.absoluteString)"
                )
            )
        }
        return .judge
    }

    /// The address of a page was judged; returns whether the web view may load it, and the action if not.
    mutating func judged(_ url: URL, _ verdict: Result<Void, any Error>) -> (isAllowed: Bool, action: Action) {
        guard !hasEnded else { return (false, .none) }
        switch verdict {
        case .success:
            moves += 1
            current = url
            phase = .loading
            look += 1
            return (true, .none)
        case .failure(let error):
            // Otherwise the current page is read instead.
            return (false, isAPageSeen ? .none : finish(.failure(error)))
        }
    }

    /// Refuses a navigation, and fails if there is no page to read instead.
    private mutating func refuse(_ error: PageError) -> Decision {
        guard !isAPageSeen else { return .refuse }
        phase = .ended
        return .refuseAndFinish(error)
    }

    // MARK: - Loading

    /// A server has answered; returns whether the page may be loaded, and the action if not.
    mutating func answered(
        status: Int?,
        mimeType: String?,
        isMainFrame: Bool
    ) -> (isAllowed: Bool, action: Action) {
        guard !hasEnded, isMainFrame else { return (false, .none) }
        let here = current.absoluteString
        if let status, !(200..<300).contains(status) {
            let error = PageError(.httpStatus, "\(here) has the status \(status) and not a page", httpStatus: status)
            return (false, stay(or: error))
        }
        guard Self.isPage(mimeType) else {
            let error = PageError(
                .notText,
                "\(here) is not a page but \((mimeType ?? "unknown").prefix(100)): App Links are read from HTML",
                detail: mimeType
            )
            return (false, stay(or: error))
        }
        return (true, .none)
    }

    /// A page has been committed.
    mutating func committed() -> Action {
        guard !hasEnded else { return .none }
        isAPageSeen = true
        return beginLooking()
    }

    /// The page has loaded, with its resources.
    mutating func loaded() -> Action {
        guard case .loading = phase else { return .none }
        return beginLooking()
    }

    /// The page could not be loaded; if that was before it was committed, the previous page is still shown.
    mutating func failed(_ failure: WebPageFailure, isProvisional: Bool) -> Action {
        guard !hasEnded, !failure.isInterruption else { return .none }
        let error = failure.error(at: current)
        return isProvisional ? stay(or: error) : finish(.failure(error))
    }

    /// If a navigation fails, reads the page that is shown, if there is one.
    private mutating func stay(or error: PageError) -> Action {
        guard isAPageSeen else { return finish(.failure(error)) }
        return beginLooking()
    }

    private mutating func beginLooking() -> Action {
        phase = .looking(StabilityDetector(patience: options.patience, limit: options.settleTimeout), last: nil)
        look += 1
        return .look(after: .zero, number: look)
    }

    // MARK: - Snapshots

    /// Processes the script's answer to a numbered snapshot; `elapsed` counts from the first snapshot of the page.
    mutating func saw(_ text: Result<String, any Error>, number: Int, at elapsed: Duration) -> Action {
        guard number == look, case .looking(var settling, _) = phase else { return .none }
        do {
            let answer = try BrowserPageAnswer(text.get(), options: PageMetadataReader.Options())
            switch settling.saw(answer, at: elapsed) {
            case .done:
                return finish(.success(AppLink(sourceURL: source, metadata: answer.metadata)))
            case .lookAgain(let pause):
                phase = .looking(settling, last: answer.metadata)
                look += 1
                return .look(after: pause, number: look)
            }
        } catch let error as PageError {
            return finish(.failure(error))
        } catch {
            let failure = WebPageFailure(error)
            if failure.isAppBound { return finish(.failure(failure.error(at: current))) }
            return finish(
                .failure(
                    PageError(
                        .unreadablePage,
                        "the page's own scripts prevent reading it: read it without scripts",
                        detail: String(describing: error)
                    )
                )
            )
        }
    }

    // MARK: - Other ends

    /// Ends the page at the time limit, with the tags of the last snapshot.
    mutating func expired() -> Action {
        if case .looking(_, let last?) = phase, !last.tags.isEmpty {
            return finish(.success(AppLink(sourceURL: source, metadata: last)))
        }
        return finish(
            .failure(
                PageError(.timedOut, "\(source.absoluteString) took longer than \(options.pageTimeout) in a web view")
            )
        )
    }

    /// The process that shows the page has ended.
    mutating func processTerminated() -> Action {
        finish(
            .failure(
                PageError(.browserFailed, "\(current.absoluteString) made its web view crash: read it without scripts")
            )
        )
    }

    mutating func cancelled() -> Action {
        finish(.failure(CancellationError()))
    }

    /// Nothing could be loaded.
    mutating func impossible(_ error: any Error) -> Action {
        finish(.failure(error))
    }

    private mutating func finish(_ result: Result<AppLink, any Error>) -> Action {
        guard !hasEnded else { return .none }
        phase = .ended
        return .finish(result)
    }

    /// Returns whether a URL differs from a page's in its fragment only, so that nothing is loaded.
    private static func isWithin(_ page: URL, _ url: URL) -> Bool {
        guard url.fragment != nil else { return false }
        func bare(_ url: URL) -> Substring { url.absoluteString.prefix { $0 != "#" } }
        return bare(page) == bare(url)
    }

    /// Returns whether a document of this content type may have tags.
    private static func isPage(_ mimeType: String?) -> Bool {
        guard let mimeType = mimeType?.lowercased() else { return true }
        return mimeType.hasPrefix("text/") || mimeType.hasSuffix("xml") || mimeType.hasSuffix("html")
    }
}
