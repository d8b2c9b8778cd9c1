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

/// Bolts' name for `ReturnToReferrerTopInset`.
@available(*, deprecated, renamed: "ReturnToReferrerTopInset")
public typealias BFIncludeStatusBarInSize = ReturnToReferrerTopInset

extension ReturnToReferrerTopInset {
    /// Adds the height of the safe area that covers the banner, as Bolts added the status bar's.
    @available(*, deprecated, renamed: "whereCovered")
    public static var iOS7AndLater: ReturnToReferrerTopInset { .whereCovered }

    /// Adds the height of the safe area that covers the banner: Swift's spelling.
    @available(*, deprecated, renamed: "whereCovered")
    public static var ios7AndLater: ReturnToReferrerTopInset { .whereCovered }
}

extension ReturnToReferrerView {
    /// Whether the banner adds the height of the area that covers the top of the screen.
    @available(*, deprecated, renamed: "topInset")
    public var includeStatusBarInSize: ReturnToReferrerTopInset {
        get { topInset }
        set { topInset = newValue }
    }

    /// The link that the banner leads back to.
    @available(
        *,
        unavailable,
        message: "Use 'show(referrerLink:)' of the controller, or 'show(_:)' with a 'ReturnToReferrerBanner'."
    )
    public var refererAppLink: AppLink? {
        get { fatalError("unavailable") }
        set { fatalError("unavailable") }
    }

    /// Whether the banner was closed.
    @available(
        *,
        unavailable,
        message: "Use 'banner.isClosed', 'banner.close()' and 'banner.reopen()' of the controller's banner."
    )
    public var closed: Bool {
        get { fatalError("unavailable") }
        set { fatalError("unavailable") }
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

    /// Shows the banner for a link back.
    @available(*, deprecated, renamed: "show(referrerLink:)")
    public func showViewForRefererAppLink(_ refererAppLink: AppLink?) {
        show(referrerLink: refererAppLink)
    }

    /// Parses the URL that opened this app, and shows the banner for its referrer.
    @available(*, deprecated, renamed: "show(reading:)")
    public func showViewForRefererURL(_ url: URL?) {
        show(reading: url)
    }

    /// Shows the banner for a link back: Swift's spelling.
    @available(*, deprecated, renamed: "show(referrerLink:)")
    public func showView(forRefererAppLink refererAppLink: AppLink?) {
        show(referrerLink: refererAppLink)
    }

    /// Parses the URL that opened this app, and shows the banner for its referrer: Swift's spelling.
    @available(*, deprecated, renamed: "show(reading:)")
    public func showView(forRefererURL url: URL?) {
        show(reading: url)
    }

    /// Closes the banner permanently: Swift's spelling.
    @available(*, deprecated, renamed: "close(animated:)")
    public func closeView(animated: Bool) {
        close(animated: animated)
    }

    /// Closes the banner permanently.
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
