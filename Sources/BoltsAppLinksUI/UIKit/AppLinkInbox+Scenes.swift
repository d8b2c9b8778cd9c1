#if canImport(UIKit) && !os(watchOS)
public import BoltsAppLinks
public import UIKit

/// What a scene is given, put into an inbox: in a scene's delegate, each of its three functions in one line.
///
/// ```swift
/// final class Links: UIResponder, UISceneDelegate {
///     let inbox = AppLinkInbox()
///     func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
///         inbox.receive(options)              // the app was opened by the link
///     }
///     func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
///         inbox.receive(contexts)             // it was running already
///     }
///     func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
///         inbox.receive(userActivity)         // and the link is a universal one
///     }
/// }
/// ```
extension AppLinkInbox {
    /// Takes in the links that a scene is connected with: those that opened the app.
    ///
    /// The system does not tell them again. Call it before there is anything to show them on.
    ///
    /// - Parameters:
    ///   - options: What `scene(_:willConnectTo:options:)` was given.
    ///   - events: Where to post `al_link_parse` and `al_nav_in`.
    /// - Returns: How many links there were.
    @MainActor
    @discardableResult
    public func receive(_ options: UIScene.ConnectionOptions, events: MeasurementEventCenter = .shared) -> Int {
        receive(options.urlContexts, events: events)
            + options.userActivities.count(where: { receive($0, events: events) })
    }

    /// Takes in the links that a scene is to open.
    ///
    /// - Parameters:
    ///   - contexts: What `scene(_:openURLContexts:)` was given.
    ///   - events: Where to post `al_link_parse` and `al_nav_in`.
    /// - Returns: How many links there were.
    @MainActor
    @discardableResult
    public func receive(_ contexts: Set<UIOpenURLContext>, events: MeasurementEventCenter = .shared) -> Int {
        // A set has no order; this one is the same each time.
        for context in contexts.sorted(by: { $0.url.absoluteString < $1.url.absoluteString }) {
            receive(context.url, sourceApplication: context.options.sourceApplication, events: events)
        }
        return contexts.count
    }
}
#endif
