/// How a link is followed.
///
/// ```swift
/// var options = AppLinkNavigationOptions(device: .ipad)
/// options.withoutFallback = .store
/// ```
public struct AppLinkNavigationOptions: Sendable, Hashable {
    /// What to do where no app opens the link and the page wants no web fallback.
    public enum WithoutFallback: Sendable, Hashable {
        /// Fail, as the protocol says.
        case fail

        /// Lead to the app's page in its store, where the link names one; else fail.
        case store

        /// Open the web fallback all the same: many pages that say no are pages worth seeing.
        case web
    }

    /// What of the data goes along to the web fallback, where any server may read it.
    public enum WebData: Sendable, Hashable {
        /// None; the URL is opened as the page gave it, so that signatures stay valid and caches work.
        case none

        /// All but `extras`, which often hold tokens meant for the app.
        case withoutExtras

        /// All of it.
        case all
    }

    /// The device the link is followed on.
    public var device: AppLinkDevice

    /// Which schemes may be opened.
    public var schemePolicy: SchemePolicy

    /// What to do where no app opens the link and the page wants no web fallback.
    public var withoutFallback: WithoutFallback

    /// What of the data goes along to the web fallback.
    public var webData: WebData

    /// How many targets are handed to the opener at most; the rest are counted.
    public var maximumTargets: Int

    /// How much data is written.
    public var limits: AppLinkDataLimits

    /// Makes options.
    ///
    /// - Parameters:
    ///   - device: The device the link is followed on.
    ///   - schemePolicy: Which schemes may be opened.
    ///   - withoutFallback: What to do where no app opens the link and the page wants no web fallback.
    ///   - webData: What of the data goes along to the web fallback.
    ///   - maximumTargets: How many targets are handed to the opener at most.
    ///   - limits: How much data is written.
    public init(
        device: AppLinkDevice = .current,
        schemePolicy: SchemePolicy = .standard,
        withoutFallback: WithoutFallback = .fail,
        webData: WebData = .withoutExtras,
        maximumTargets: Int = 32,
        limits: AppLinkDataLimits = .standard
    ) {
        self.device = device
        self.schemePolicy = schemePolicy
        self.withoutFallback = withoutFallback
        self.webData = webData
        self.maximumTargets = maximumTargets
        self.limits = limits
    }
}
