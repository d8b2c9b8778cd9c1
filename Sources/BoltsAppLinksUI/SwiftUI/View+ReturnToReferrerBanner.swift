#if canImport(SwiftUI)
public import BoltsAppLinks
internal import Foundation
public import SwiftUI

extension View {
    /// Shows a banner above this view that returns to the referring app.
    ///
    /// Apply it to a `NavigationStack` to show the banner above the navigation bar. The banner appears with each link that
    /// has a referrer, and disappears when it is tapped or closed. It follows Dynamic Type and Reduce Motion.
    ///
    /// ```swift
    /// struct RootView: View {
    ///     @State private var link: AppLinkURL?
    ///     var body: some View {
    ///         ContentView(link: link)
    ///             .returnToReferrerBanner(for: link)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - link: The link that opened this app, or `nil`. If the app is opened again by the same URL, that is a new link.
    ///   - options: The options of the banner. This and the following parameters are read once, with the first link.
    ///   - opener: Opens the link back. If it is `nil`, the environment's `openURL` does.
    ///   - events: Receives `al_ref_back_out`.
    ///   - didNavigate: Called on the main actor with the outcome of the navigation.
    /// - Returns: The view with a banner.
    public func returnToReferrerBanner(
        for link: AppLinkURL?,
        options: ReturnToReferrerOptions = ReturnToReferrerOptions(),
        opener: (any URLOpening)? = nil,
        events: MeasurementEventCenter = .shared,
        didNavigate: (@MainActor (AppLink, Result<AppLinkNavigationResult, any Error>) -> Void)? = nil
    ) -> some View {
        modifier(
            ReturnToReferrerModifier(
                link: link,
                options: options,
                opener: opener,
                events: events,
                didNavigate: didNavigate
            )
        )
    }

    /// Adds every URL that opens this view's window to an inbox, universal links included.
    ///
    /// Give each window its own inbox: a shared inbox delivers every link to the window that asked last.
    ///
    /// ```swift
    /// struct RootView: View {
    ///     @State private var inbox = AppLinkInbox()
    ///     @State private var link: AppLinkURL?
    ///     var body: some View {
    ///         ContentView(link: link)
    ///             .receivesAppLinks(into: inbox)
    ///             .task { for await link in inbox.links { self.link = link } }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - inbox: Keeps the links until they are handled.
    ///   - events: Receives `al_link_parse` and `al_nav_in`.
    /// - Returns: The view, which receives links.
    public func receivesAppLinks(
        into inbox: AppLinkInbox,
        events: MeasurementEventCenter = .shared
    ) -> some View {
        onOpenURL(perform: { url in inbox.receive(url, events: events) })
    }
}
#endif
