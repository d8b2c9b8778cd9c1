#if canImport(UIKit) && !os(watchOS)
public import BoltsAppLinks
public import UIKit

/// Receives the links that the system passes to a scene's delegate.
///
/// ```swift
/// final class Links: UIResponder, UISceneDelegate {
///     let inbox = AppLinkInbox()
///     func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
///         inbox.receive(options)              // the link launched the app
///     }
///     func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
///         inbox.receive(contexts)             // the app was running
///     }
///     func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
///         inbox.receive(userActivity)         // the link is a universal link
///     }
/// }
/// ```
extension AppLinkInbox {
    /// Adds the links that opened a scene.
    ///
    /// The system reports them only once; they wait in the inbox until the app has a screen for them.
    ///
    /// - Parameters:
    ///   - options: The options that `scene(_:willConnectTo:options:)` received.
    ///   - events: Receives `al_link_parse` and `al_nav_in`.
    /// - Returns: The number of links.
    @MainActor
    @discardableResult
    public func receive(_ options: UIScene.ConnectionOptions, events: MeasurementEventCenter = .shared) -> Int {
        receive(options.urlContexts, events: events)
            + options.userActivities.count(where: { receive($0, events: events) })
    }

    /// Adds the links that a connected scene opens.
    ///
    /// An event names the app that opened a link only if that app belongs to the same team: for others, the system
    /// reports no source.
    ///
    /// - Parameters:
    ///   - contexts: The contexts that `scene(_:openURLContexts:)` received.
    ///   - events: Receives `al_link_parse` and `al_nav_in`.
    /// - Returns: The number of links.
    @MainActor
    @discardableResult
    public func receive(_ contexts: Set<UIOpenURLContext>, events: MeasurementEventCenter = .shared) -> Int {
        // The contexts are sorted, because the order of a set changes from run to run.
        for context in contexts.sorted(by: { $0.url.absoluteString < $1.url.absoluteString }) {
            receive(context.url, sourceApplication: context.options.sourceApplication, events: events)
        }
        return contexts.count
    }
}
#endif
