#if canImport(UIKit) && !os(watchOS)
/// Told what the user wants of a banner.
///
/// ```swift
/// final class Screen: ReturnToReferrerViewDelegate {
///     func returnToReferrerViewDidTapLink(_ view: ReturnToReferrerView) { banner.goBack() }
///     func returnToReferrerViewDidTapClose(_ view: ReturnToReferrerView) { banner.close() }
/// }
/// ```
@MainActor
public protocol ReturnToReferrerViewDelegate: AnyObject {
    /// The user wants to go back.
    ///
    /// - Parameter view: The banner.
    func returnToReferrerViewDidTapLink(_ view: ReturnToReferrerView)

    /// The user wants the banner gone.
    ///
    /// - Parameter view: The banner.
    func returnToReferrerViewDidTapClose(_ view: ReturnToReferrerView)
}
#endif
