#if canImport(UIKit) && !os(watchOS)
public import BoltsAppLinks
public import BoltsAppLinksUI
public import Foundation
public import UIKit

/// Bolts' name of `ReturnToReferrerView`.
@available(*, deprecated, renamed: "ReturnToReferrerView")
public typealias BFAppLinkReturnToRefererView = ReturnToReferrerView

/// Bolts' name of `ReturnToReferrerViewDelegate`.
@available(*, deprecated, renamed: "ReturnToReferrerViewDelegate")
public typealias BFAppLinkReturnToRefererViewDelegate = ReturnToReferrerViewDelegate

/// Bolts' name of `ReturnToReferrerController`.
@available(*, deprecated, renamed: "ReturnToReferrerController")
public typealias BFAppLinkReturnToRefererController = ReturnToReferrerController

/// Bolts' name of `ReturnToReferrerControllerDelegate`.
@available(*, deprecated, renamed: "ReturnToReferrerControllerDelegate")
public typealias BFAppLinkReturnToRefererControllerDelegate = ReturnToReferrerControllerDelegate

/// Bolts' name of `ReturnToReferrerLayout.TopInset`.
@available(*, deprecated, renamed: "ReturnToReferrerLayout.TopInset")
public typealias BFIncludeStatusBarInSize = ReturnToReferrerLayout.TopInset

extension ReturnToReferrerLayout.TopInset {
    /// By the status bar, which is the safe area today, where it covers the banner.
    @available(*, deprecated, renamed: "whereCovered")
    public static var iOS7AndLater: ReturnToReferrerLayout.TopInset { .whereCovered }
}

extension ReturnToReferrerView {
    /// Whether the banner makes itself taller by what covers the top of the screen.
    @available(*, deprecated, renamed: "topInset")
    public var includeStatusBarInSize: ReturnToReferrerLayout.TopInset {
        get { topInset }
        set { topInset = newValue }
    }
}

extension ReturnToReferrerController {
    /// A controller that shows its banner above a navigation controller.
    @available(iOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(tvOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(visionOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(*, deprecated, renamed: "init(above:)")
    public convenience init(forDisplayAboveNavController navigationController: UINavigationController) {
        self.init(above: navigationController)
    }

    /// Shows the way back of a link.
    @available(*, deprecated, renamed: "show(referrerLink:)")
    public func showViewForRefererAppLink(_ refererAppLink: AppLink?) {
        show(referrerLink: refererAppLink)
    }

    /// Reads the URL that this app was opened with, and shows its way back.
    @available(*, deprecated, renamed: "show(reading:)")
    public func showViewForRefererURL(_ url: URL?) {
        show(reading: url)
    }

    /// Takes the banner away, for good.
    @available(*, deprecated, renamed: "close(animated:)")
    public func closeViewAnimated(_ animated: Bool) {
        close(animated: animated)
    }

    /// Takes the banner out of its navigation controller.
    @available(*, deprecated, renamed: "removeFromNavigationController()")
    public func removeFromNavController() {
        removeFromNavigationController()
    }
}
#endif
