#if canImport(UIKit) || canImport(AppKit)
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

extension AppLinkInbox {
    /// Adds the universal link of a user activity.
    ///
    /// Call it where the system continues an activity: `scene(_:continue:)` in UIKit,
    /// `application(_:continue:restorationHandler:)` in AppKit, `handle(_:)` of the extension delegate on a watch. SwiftUI's
    /// `onOpenURL` receives universal links too.
    ///
    /// - Parameters:
    ///   - userActivity: The activity that the system continues.
    ///   - events: The center to which `al_link_parse` and `al_nav_in` are posted.
    /// - Returns: Whether the activity was a universal link. If not, the inbox ignores it.
    @discardableResult
    public func receive(_ userActivity: NSUserActivity, events: MeasurementEventCenter = .shared) -> Bool {
        guard userActivity.activityType == NSUserActivityTypeBrowsingWeb, let url = userActivity.webpageURL else {
            return false
        }
        receive(url, referrerURL: userActivity.referrerURL, events: events)
        return true
    }
}
#endif
