/// Options for following a link.
///
/// ```swift
/// var options = AppLinkNavigationOptions(device: .ipad)
/// options.withoutFallback = .store
/// ```
public struct AppLinkNavigationOptions: Sendable, Hashable {
    /// What to do if no app opens the link and the page rules out a web fallback.
    @nonexhaustive public enum WithoutFallback: Sendable, Hashable {
        /// Fail, as the protocol specifies.
        case fail

        /// Open the app's page in its store if the link names one, and fail otherwise.
        case store

        /// Open the web fallback anyway: many pages that rule it out are useful.
        case web
    }

    /// What to do with a URL whose link cannot be found, or not in time.
    @nonexhaustive public enum WithoutLink: Sendable, Hashable {
        /// Open the URL itself: a web URL in the browser, any other in its app if the policy allows its scheme.
        case openURL

        /// Fail with the error, and open nothing.
        case fail
    }

    /// The part of the data that is added to the web fallback, whose server can read it.
    @nonexhaustive public enum WebData: Sendable, Hashable {
        /// None; the URL is opened unchanged, so that signatures stay valid and caches work.
        case none

        /// All except `extras`, which often contain tokens for the app.
        case withoutExtras

        /// All of the data.
        case all
    }

    /// The device on which the link is followed.
    public var device: AppLinkDevice

    /// The schemes that may be opened.
    public var schemePolicy: SchemePolicy

    /// What to do if no app opens the link and the page rules out a web fallback.
    public var withoutFallback: WithoutFallback

    /// The part of the data that is added to the web fallback.
    public var webData: WebData

    /// How long finding the link of a URL may take: 3 seconds by default, because the user is waiting.
    public var linkTimeout: Duration

    /// What to do with a URL whose link cannot be found, or not within ``linkTimeout``.
    public var withoutLink: WithoutLink

    /// Creates options.
    ///
    /// - Parameters:
    ///   - device: The device on which the link is followed.
    ///   - schemePolicy: The schemes that may be opened.
    ///   - withoutFallback: What to do if no app opens the link and the page rules out a web fallback.
    ///   - webData: The part of the data that is added to the web fallback.
    ///   - linkTimeout: How long finding the link of a URL may take.
    ///   - withoutLink: What to do with a URL whose link cannot be found, or not in time.
    public init(
        device: AppLinkDevice = .current,
        schemePolicy: SchemePolicy = .standard,
        withoutFallback: WithoutFallback = .fail,
        webData: WebData = .withoutExtras,
        linkTimeout: Duration = .seconds(3),
        withoutLink: WithoutLink = .openURL
    ) {
        self.device = device
        self.schemePolicy = schemePolicy
        self.withoutFallback = withoutFallback
        self.webData = webData
        self.linkTimeout = linkTimeout
        self.withoutLink = withoutLink
    }
}
