import BoltsPageMetadata
import BoltsPageFetching
internal import BoltsAppLinks
internal import Foundation

/// One page's way through a web view: what is allowed, what comes next, and the one end that it has.
///
/// A plain value without a web view, so that every order of what WebKit tells can be tested on any system. Once it has
/// ended, whatever is told changes nothing.
struct WebPageLoadState {
    /// What to do about something that was told.
    enum Action {
        case none
        /// Look at the page after a while, and tell what was seen with this number.
        case look(after: Duration, number: Int)
        /// Tell whoever waits, and stop the web view.
        case finish(Result<AppLink, any Error>)
    }

    /// What to do about a page that the web view wants to go to.
    enum Decision {
        /// Within the page that is seen.
        case allow
        case refuse
        case refuseAndFinish(PageError)
        /// Judge its address, and tell the verdict.
        case judge
    }

    private enum Phase {
        /// On the way to a page. What is seen meanwhile may be the page that the way leads from.
        case loading
        /// Looking at a page, and what was seen last.
        case looking(StabilityDetector, last: PageMetadata?)
        case ended
    }

    private let source: URL
    private let options: WebViewOptions
    private var phase = Phase.loading
    /// Where the page is that is seen, or is on its way.
    private(set) var current: URL
    /// Whether a page is seen, so that what it wants to go to next may be refused and it still be read.
    private var isAPageSeen = false
    private var moves = 0
    /// Numbers looks, so that one at a page that is gone counts for nothing.
    private var look = 0

    init(source: URL, options: WebViewOptions) {
        self.source = source
        self.current = source
        self.options = options
    }

    var hasEnded: Bool {
        if case .ended = phase { true } else { false }
    }

    // MARK: - Going places

    /// The web view wants to go to a page.
    ///
    /// - Parameters:
    ///   - url: Where to, or `nil` where that is no URL.
    ///   - isMainFrame: Whether in the page's own frame, and not in a frame within it or a window of its own.
    /// - Returns: Whether it may.
    mutating func wants(_ url: URL?, isMainFrame: Bool) -> Decision {
        // What is in frames and windows is not the page's.
        guard !hasEnded, isMainFrame else { return .refuse }
        guard let url, let scheme = URLScheme.leading(url.absoluteString), scheme.isWeb else {
            return refuse(
                PageError(
                    .redirectRefused,
                    "\(current.absoluteString) leads to something other than http and https, which is refused",
                    detail: url?.absoluteString
                )
            )
        }
        if isAPageSeen, Self.isWithin(current, url) { return .allow }
        guard moves <= options.redirectLimit else {
            return refuse(
                PageError(
                    .tooManyRedirects,
                    "\(source.absoluteString) leads elsewhere more than \(options.redirectLimit) times; the last was \(current.absoluteString)"
                )
            )
        }
        return .judge
    }

    /// The address of a page was judged.
    ///
    /// - Returns: Whether the web view may go there; or what to do, where it may not.
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
            // The page that is seen is read in its place.
            return (false, isAPageSeen ? .none : finish(.failure(error)))
        }
    }

    /// Refuses to go somewhere: fatal where there is no page to read instead.
    private mutating func refuse(_ error: PageError) -> Decision {
        guard !isAPageSeen else { return .refuse }
        phase = .ended
        return .refuseAndFinish(error)
    }

    // MARK: - Loading

    /// A server has answered.
    ///
    /// - Returns: Whether the page may be loaded; or what to do, where it may not.
    mutating func answered(
        status: Int?,
        mimeType: String?,
        isMainFrame: Bool
    ) -> (isAllowed: Bool, action: Action) {
        guard !hasEnded, isMainFrame else { return (false, .none) }
        let here = current.absoluteString
        if let status, !(200..<300).contains(status), !options.readsErrorPages {
            let error = PageError(
                .httpStatus,
                "\(here) answered with status \(status), not with a page",
                httpStatus: status
            )
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

    /// A page is seen, the beginning of it.
    ///
    /// - Returns: What to do.
    mutating func committed() -> Action {
        guard !hasEnded else { return .none }
        isAPageSeen = true
        return beginLooking()
    }

    /// The page has loaded, with all that belongs to it.
    ///
    /// - Returns: What to do.
    mutating func loaded() -> Action {
        guard case .loading = phase else { return .none }
        return beginLooking()
    }

    /// The page could not be loaded.
    ///
    /// - Parameters:
    ///   - failure: Why.
    ///   - isProvisional: Whether nothing of it is seen; what is seen may be the page that led to it.
    /// - Returns: What to do.
    mutating func failed(_ failure: WebPageFailure, isProvisional: Bool) -> Action {
        guard !hasEnded, !failure.isInterruption else { return .none }
        let error = failure.error(at: current)
        return isProvisional ? stay(or: error) : finish(.failure(error))
    }

    /// Where a way leads nowhere, the page that it leads from is read, if there is one.
    private mutating func stay(or error: PageError) -> Action {
        guard isAPageSeen else { return finish(.failure(error)) }
        return beginLooking()
    }

    private mutating func beginLooking() -> Action {
        phase = .looking(StabilityDetector(patience: options.patience, limit: options.settleTimeout), last: nil)
        look += 1
        return .look(after: .zero, number: look)
    }

    // MARK: - Looking

    /// The script answered, or could not.
    ///
    /// - Parameters:
    ///   - text: What it said.
    ///   - number: The number of the look.
    ///   - elapsed: The time since the first look at the page.
    /// - Returns: What to do.
    mutating func saw(_ text: Result<String, any Error>, number: Int, at elapsed: Duration) -> Action {
        guard number == look, case .looking(var settling, _) = phase else { return .none }
        do {
            let answer = try BrowserPageAnswer(text.get(), options: options.readerOptions)
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
            return finish(
                .failure(
                    PageError(
                        .unreadablePage,
                        "the page's own scripts keep it from being read: read it without them",
                        detail: String(describing: error)
                    )
                )
            )
        }
    }

    // MARK: - Other ends

    /// The time is up: tags that stand by now count.
    mutating func expired() -> Action {
        if case .looking(_, let last?) = phase, !last.tags.isEmpty {
            return finish(.success(AppLink(sourceURL: source, metadata: last)))
        }
        return finish(
            .failure(
                PageError(
                    .timedOut,
                    "\(source.absoluteString) took longer than \(options.pageTimeout) in a web view"
                )
            )
        )
    }

    /// The process that shows the page is gone.
    mutating func processTerminated() -> Action {
        finish(
            .failure(
                PageError(
                    .browserFailed,
                    "\(current.absoluteString) stopped the web view that was to read it: read it without its scripts"
                )
            )
        )
    }

    /// Nobody wants to know any more.
    mutating func cancelled() -> Action {
        finish(.failure(CancellationError()))
    }

    /// Something stands in the way of loading anything.
    mutating func impossible(_ error: any Error) -> Action {
        finish(.failure(error))
    }

    private mutating func finish(_ result: Result<AppLink, any Error>) -> Action {
        guard !hasEnded else { return .none }
        phase = .ended
        return .finish(result)
    }

    /// Whether a URL is another place of a page, to which nothing is loaded.
    private static func isWithin(_ page: URL, _ url: URL) -> Bool {
        guard url.fragment != nil else { return false }
        func bare(_ url: URL) -> Substring { url.absoluteString.prefix { $0 != "#" } }
        return bare(page) == bare(url)
    }

    /// Whether a content type may hold tags.
    private static func isPage(_ mimeType: String?) -> Bool {
        guard let mimeType = mimeType?.lowercased() else { return true }
        return mimeType.hasPrefix("text/") || mimeType.hasSuffix("xml") || mimeType.hasSuffix("html")
    }
}
