public import BoltsAppLinks

/// The options of a banner.
///
/// ```swift
/// var options = ReturnToReferrerOptions(wording: .localized(for: Bundle.main.preferredLocalizations))
/// options.staysClosed = false
/// options.navigation.schemePolicy.denied.insert("myapp")     // no links back into this app itself
/// ```
public struct ReturnToReferrerOptions: Sendable, Hashable {
    /// The words of the banner.
    public var wording: ReturnToReferrerWording

    /// Whether a closed banner stays closed for every later link, until the app reopens it.
    ///
    /// Otherwise it stays closed for its link, and appears for the next one.
    public var staysClosed: Bool

    /// How the link back is followed, and which schemes are allowed.
    public var navigation: AppLinkNavigationOptions

    /// Creates options.
    ///
    /// - Parameters:
    ///   - wording: The words of the banner.
    ///   - staysClosed: Whether a closed banner stays closed for every later link. By default it does, as in Bolts.
    ///   - navigation: How the link back is followed, and which schemes are allowed.
    public init(
        wording: ReturnToReferrerWording = .english,
        staysClosed: Bool = true,
        navigation: AppLinkNavigationOptions = AppLinkNavigationOptions()
    ) {
        self.wording = wording
        self.staysClosed = staysClosed
        self.navigation = navigation
    }
}
