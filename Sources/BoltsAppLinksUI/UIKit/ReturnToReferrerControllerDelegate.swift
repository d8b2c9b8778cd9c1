#if canImport(UIKit) && !os(watchOS)
public import BoltsAppLinks

/// Is notified of the navigations of a banner.
///
/// Both functions are optional.
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
    /// Called before the link back is followed.
    ///
    /// - Parameters:
    ///   - controller: The controller of the banner.
    ///   - appLink: The link back.
    func returnToReferrerController(_ controller: ReturnToReferrerController, willNavigateTo appLink: AppLink)

    /// Called after the link back was followed, before the banner disappears.
    ///
    /// - Parameters:
    ///   - controller: The controller of the banner.
    ///   - appLink: The link back.
    ///   - outcome: The outcome. It is a failure if the data could not be encoded.
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
    ///   - controller: The controller of the banner.
    ///   - appLink: The link back.
    public func returnToReferrerController(
        _ controller: ReturnToReferrerController,
        willNavigateTo appLink: AppLink
    ) {}

    /// Does nothing.
    ///
    /// - Parameters:
    ///   - controller: The controller of the banner.
    ///   - appLink: The link back.
    ///   - outcome: The outcome.
    public func returnToReferrerController(
        _ controller: ReturnToReferrerController,
        didNavigateTo appLink: AppLink,
        outcome: Result<AppLinkNavigationResult, any Error>
    ) {}
}
#endif
