/// Options of following a link.
///
/// ```swift
/// var options = AppLinkNavigationOptions(device: .ipad)
/// options.withoutFallback = .store
/// ```
public struct AppLinkNavigationOptions: Sendable, Hashable {
    /// What to do if no app opens the link and the page rules out a web fallback.
    public enum WithoutFallback: Sendable, Hashable {
        /// Fail, as the protocol specifies.
        case fail

        /// Open the app's page in its store if the link names one, and fail otherwise.
        case store

        /// Open the web fallback anyway: many pages that rule it out are useful.
        case web
    }

    /// The part of the data that is added to the web fallback, whose server can read it.
    public enum WebData: Sendable, Hashable {
        /// None; the URL is opened unchanged, so that signatures stay valid and caches work.
        case none

        /// All except `extras`, which often contain tokens for the app.
        case withoutExtras

        /// All of it.
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

    /// Creates options.
    ///
    /// - Parameters:
    ///   - device: The device on which the link is followed.
    ///   - schemePolicy: The schemes that may be opened.
    ///   - withoutFallback: What to do if no app opens the link and the page rules out a web fallback.
    ///   - webData: The part of the data that is added to the web fallback.
    public init(
        device: AppLinkDevice = .current,
        schemePolicy: SchemePolicy = .standard,
        withoutFallback: WithoutFallback = .fail,
        webData: WebData = .withoutExtras
    ) {
        self.device = device
        self.schemePolicy = schemePolicy
        self.withoutFallback = withoutFallback
        self.webData = webData
    }
}
