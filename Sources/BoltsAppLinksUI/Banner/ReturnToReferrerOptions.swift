public import BoltsAppLinks

/// The options of a banner.
///
/// ```swift
/// var options = ReturnToReferrerOptions(wording: .localized(for: Bundle.main.preferredLocalizations))
/// options.closing = .untilNextReferrer
/// options.navigation.schemePolicy.denied.insert("myapp")     // no links back into this app itself
/// ```
public struct ReturnToReferrerOptions: Sendable, Hashable {
    /// What closing a banner means.
    public enum Closing: Sendable, Hashable {
        /// The banner stays closed for every later link, until the app reopens it.
        case forGood

        /// The banner stays closed for the same referrer, and appears for another one.
        case untilNextReferrer
    }

    /// The words of the banner.
    public var wording: ReturnToReferrerWording

    /// What closing means.
    public var closing: Closing

    /// How the link back is followed, and which schemes it may have.
    public var navigation: AppLinkNavigationOptions

    /// Creates options.
    ///
    /// - Parameters:
    ///   - wording: The words of the banner.
    ///   - closing: What closing means. The default is for good, as in Bolts.
    ///   - navigation: How the link back is followed, and which schemes it may have.
    public init(
        wording: ReturnToReferrerWording = .english,
        closing: Closing = .forGood,
        navigation: AppLinkNavigationOptions = AppLinkNavigationOptions()
    ) {
        self.wording = wording
        self.closing = closing
        self.navigation = navigation
    }
}
