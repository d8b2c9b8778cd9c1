#if canImport(UIKit) && !os(watchOS)
public import BoltsAppLinks

/// Told when a banner leads back; both functions may be left out.
///
/// ```swift
/// final class Screen: ReturnToReferrerControllerDelegate {
///     func returnToReferrerController(
///         _ controller: ReturnToReferrerController,
///         didNavigateTo appLink: AppLink,
///         outcome: Result<AppLinkNavigationResult, any Error>
///     ) {
///         if case .success(let result) = outcome, result.type == .failure { sayThatNothingOpened() }
///     }
/// }
/// ```
@MainActor
public protocol ReturnToReferrerControllerDelegate: AnyObject {
    /// The way back is about to be taken.
    ///
    /// - Parameters:
    ///   - controller: Who shows the banner.
    ///   - appLink: The way back.
    func returnToReferrerController(_ controller: ReturnToReferrerController, willNavigateTo appLink: AppLink)

    /// The way back was taken; the banner collapses after this.
    ///
    /// - Parameters:
    ///   - controller: Who shows the banner.
    ///   - appLink: The way back.
    ///   - outcome: What it came to. A failure means that the data to send along could not be written.
    func returnToReferrerController(
        _ controller: ReturnToReferrerController,
        didNavigateTo appLink: AppLink,
        outcome: Result<AppLinkNavigationResult, any Error>
    )
}

extension ReturnToReferrerControllerDelegate {
    /// Does nothing.
    ///
    /// - Parameters:
    ///   - controller: Who shows the banner.
    ///   - appLink: The way back.
    public func returnToReferrerController(
        _ controller: ReturnToReferrerController,
        willNavigateTo appLink: AppLink
    ) {}

    /// Does nothing.
    ///
    /// - Parameters:
    ///   - controller: Who shows the banner.
    ///   - appLink: The way back.
    ///   - outcome: What it came to.
    public func returnToReferrerController(
        _ controller: ReturnToReferrerController,
        didNavigateTo appLink: AppLink,
        outcome: Result<AppLinkNavigationResult, any Error>
    ) {}
}
#endif
