#if canImport(UIKit) && !os(watchOS)
/// Handles taps on a banner.
///
/// ```swift
/// final class Screen: ReturnToReferrerViewDelegate {
///     func returnToReferrerViewDidTapLink(_ view: ReturnToReferrerView) { banner.goBack() }
///     func returnToReferrerViewDidTapClose(_ view: ReturnToReferrerView) { banner.close() }
/// }
/// ```
@MainActor
public protocol ReturnToReferrerViewDelegate: AnyObject {
    /// Called when the user taps the banner to go back.
    ///
    /// - Parameter view: The banner's view.
    func returnToReferrerViewDidTapLink(_ view: ReturnToReferrerView)

    /// Called when the user taps the close button.
    ///
    /// - Parameter view: The banner's view.
    func returnToReferrerViewDidTapClose(_ view: ReturnToReferrerView)
}
#endif
