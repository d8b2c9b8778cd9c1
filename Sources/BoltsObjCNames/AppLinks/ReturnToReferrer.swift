#if canImport(UIKit) && !os(watchOS)
public import BoltsAppLinks
public import BoltsAppLinksUI
public import Foundation
public import UIKit

/// Bolts' name for `ReturnToReferrerView`.
@available(*, deprecated, renamed: "ReturnToReferrerView")
public typealias BFAppLinkReturnToRefererView = ReturnToReferrerView

/// Bolts' name for `ReturnToReferrerViewDelegate`.
@available(*, deprecated, renamed: "ReturnToReferrerViewDelegate")
public typealias BFAppLinkReturnToRefererViewDelegate = ReturnToReferrerViewDelegate

/// Bolts' name for `ReturnToReferrerController`.
@available(*, deprecated, renamed: "ReturnToReferrerController")
public typealias BFAppLinkReturnToRefererController = ReturnToReferrerController

/// Bolts' name for `ReturnToReferrerControllerDelegate`.
@available(*, deprecated, renamed: "ReturnToReferrerControllerDelegate")
public typealias BFAppLinkReturnToRefererControllerDelegate = ReturnToReferrerControllerDelegate

/// Bolts' name for `ReturnToReferrerTopInset`.
@available(*, deprecated, renamed: "ReturnToReferrerTopInset")
public typealias BFIncludeStatusBarInSize = ReturnToReferrerTopInset

extension ReturnToReferrerTopInset {
    /// Adds the height of the safe area where it covers the banner, as Bolts added the status bar's.
    @available(*, deprecated, renamed: "whereCovered")
    public static var iOS7AndLater: ReturnToReferrerTopInset { .whereCovered }
}

extension ReturnToReferrerView {
    /// Whether the banner adds the height of what covers the top of the screen.
    @available(*, deprecated, renamed: "topInset")
    public var includeStatusBarInSize: ReturnToReferrerTopInset {
        get { topInset }
        set { topInset = newValue }
    }
}

extension ReturnToReferrerController {
    /// Creates a controller that shows its banner above a navigation controller.
    @available(iOSApplicationExtension, unavailable, message: "Pass an opener that works in extensions.")
    @available(tvOSApplicationExtension, unavailable, message: "Pass an opener that works in extensions.")
    @available(visionOSApplicationExtension, unavailable, message: "Pass an opener that works in extensions.")
    @available(*, deprecated, renamed: "init(above:)")
    public convenience init(forDisplayAboveNavController navigationController: UINavigationController) {
        self.init(above: navigationController)
    }

    /// Shows the banner for a link to return to.
    @available(*, deprecated, renamed: "show(referrerLink:)")
    public func showViewForRefererAppLink(_ refererAppLink: AppLink?) {
        show(referrerLink: refererAppLink)
    }

    /// Parses the URL that this app was opened with, and shows the banner for its referrer.
    @available(*, deprecated, renamed: "show(reading:)")
    public func showViewForRefererURL(_ url: URL?) {
        show(reading: url)
    }

    /// Closes the banner for good.
    @available(*, deprecated, renamed: "close(animated:)")
    public func closeViewAnimated(_ animated: Bool) {
        close(animated: animated)
    }

    /// Removes the banner from its navigation controller.
    @available(*, deprecated, renamed: "removeFromNavigationController()")
    public func removeFromNavController() {
        removeFromNavigationController()
    }
}
#endif
