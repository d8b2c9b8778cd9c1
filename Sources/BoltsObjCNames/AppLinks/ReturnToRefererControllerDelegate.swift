#if canImport(UIKit) && !os(watchOS)
public import BoltsAppLinks
public import BoltsAppLinksUI

/// Bolts' delegate of the banner, whose methods have the names that Swift gave them.
///
/// It is a separate protocol, because the methods of `ReturnToReferrerControllerDelegate` have other names and are optional: a
/// class with the old names would compile, but its methods would never be called. Bolts' header did not state what may be
/// `nil`, so existing code has the parameters with and without `!`.
@available(*, deprecated, renamed: "ReturnToReferrerControllerDelegate")
@MainActor
public protocol BFAppLinkReturnToRefererControllerDelegate: ReturnToReferrerControllerDelegate {
    /// Called before the link back is followed.
    func `return`(_ controller: ReturnToReferrerController, willNavigateTo appLink: AppLink)

    /// Called before the link back is followed, with the parameters in the form of Xcode's completion.
    func `return`(_ controller: ReturnToReferrerController!, willNavigateTo appLink: AppLink!)

    /// Called after the link back was followed.
    func `return`(_ controller: ReturnToReferrerController, didNavigateTo appLink: AppLink, type: AppLinkNavigationType)

    /// Called after the link back was followed, with the parameters in the form of Xcode's completion.
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
        // An error counts as a failure, as in Bolts, which passed only the type.
        let type = (try? outcome.get().type) ?? .failure
        self.return(controller, didNavigateTo: appLink, type: type)
        let (maybeController, maybeLink): (ReturnToReferrerController?, AppLink?) = (controller, appLink)
        self.return(maybeController, didNavigateTo: maybeLink, type: type)
    }
}
#endif
