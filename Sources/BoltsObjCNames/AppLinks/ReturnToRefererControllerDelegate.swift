#if canImport(UIKit) && !os(watchOS)
public import BoltsAppLinks
public import BoltsAppLinksUI

/// Bolts' delegate of the banner, whose methods are called under the names that Swift gave them.
///
/// A protocol of its own, because the methods of `ReturnToReferrerControllerDelegate` have other names and are optional: a class
/// with the old ones would compile and never be called. Bolts' header did not say what may be `nil`, so code has the parameters
/// with and without `!`.
@available(*, deprecated, renamed: "ReturnToReferrerControllerDelegate")
@MainActor
public protocol BFAppLinkReturnToRefererControllerDelegate: ReturnToReferrerControllerDelegate {
    /// Called before the link back is followed.
    func `return`(_ controller: ReturnToReferrerController, willNavigateTo appLink: AppLink)

    /// Called before the link back is followed: with the parameters as Xcode completed them.
    func `return`(_ controller: ReturnToReferrerController!, willNavigateTo appLink: AppLink!)

    /// Called after the link back was followed.
    func `return`(_ controller: ReturnToReferrerController, didNavigateTo appLink: AppLink, type: AppLinkNavigationType)

    /// Called after the link back was followed: with the parameters as Xcode completed them.
    func `return`(
        _ controller: ReturnToReferrerController!,
        didNavigateTo appLink: AppLink!,
        type: AppLinkNavigationType
    )
}

@available(*, deprecated)
extension BFAppLinkReturnToRefererControllerDelegate {
    /// Does nothing.
    public func `return`(_ controller: ReturnToReferrerController, willNavigateTo appLink: AppLink) {}

    /// Does nothing.
    public func `return`(_ controller: ReturnToReferrerController!, willNavigateTo appLink: AppLink!) {}

    /// Does nothing.
    public func `return`(
        _ controller: ReturnToReferrerController,
        didNavigateTo appLink: AppLink,
        type: AppLinkNavigationType
    ) {}

    /// Does nothing.
    public func `return`(
        _ controller: ReturnToReferrerController!,
        didNavigateTo appLink: AppLink!,
        type: AppLinkNavigationType
    ) {}

    /// Calls the old methods.
    public func returnToReferrerController(
        _ controller: ReturnToReferrerController,
        willNavigateTo appLink: AppLink
    ) {
        self.return(controller, willNavigateTo: appLink)
        let (maybeController, maybeLink): (ReturnToReferrerController?, AppLink?) = (controller, appLink)
        self.return(maybeController, willNavigateTo: maybeLink)
    }

    /// Calls the old methods.
    public func returnToReferrerController(
        _ controller: ReturnToReferrerController,
        didNavigateTo appLink: AppLink,
        outcome: Result<AppLinkNavigationResult, any Error>
    ) {
        // An error is a failure, as it was: Bolts gave the type alone.
        let type = (try? outcome.get().type) ?? .failure
        self.return(controller, didNavigateTo: appLink, type: type)
        let (maybeController, maybeLink): (ReturnToReferrerController?, AppLink?) = (controller, appLink)
        self.return(maybeController, didNavigateTo: maybeLink, type: type)
    }
}
#endif
