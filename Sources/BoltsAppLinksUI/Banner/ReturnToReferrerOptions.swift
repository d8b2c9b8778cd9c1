public import BoltsAppLinks

/// How a banner behaves.
///
/// ```swift
/// var options = ReturnToReferrerOptions(wording: .localized(for: Bundle.main.preferredLocalizations))
/// options.closing = .untilNextReferrer
/// options.navigation.schemePolicy.denied.insert("myapp")     // a way back into this very app is none
/// ```
public struct ReturnToReferrerOptions: Sendable, Hashable {
    /// What closing a banner means.
    public enum Closing: Sendable, Hashable {
        /// It is not shown again, whoever sends the user here next, unless the app reopens it.
        case forGood

        /// It is not shown again for this sender; the next one may be.
        case untilNextReferrer
    }

    /// The app's words.
    public var wording: ReturnToReferrerWording

    /// What closing means.
    public var closing: Closing

    /// How the way back is followed, and which schemes it may have.
    public var navigation: AppLinkNavigationOptions

    /// Makes options.
    ///
    /// - Parameters:
    ///   - wording: The app's words.
    ///   - closing: What closing means; for good, as in Bolts.
    ///   - navigation: How the way back is followed, and which schemes it may have.
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
