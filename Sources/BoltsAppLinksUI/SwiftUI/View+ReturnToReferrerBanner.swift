#if canImport(SwiftUI)
public import BoltsAppLinks
internal import Foundation
public import SwiftUI

extension View {
    /// Shows, above this view, a banner that leads back to the app that sent the user here.
    ///
    /// Around a `NavigationStack` it stands above the navigation bar. It appears with each link that tells a way back,
    /// and goes when it is tapped or closed. The text follows the user's size of text; it comes and goes without motion
    /// where the user asked for less.
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
    ///   - link: The link that this app was opened with, or `nil` for none. Whatever else the banner is given counts as it
    ///     is when the first link is shown.
    ///   - options: How the banner behaves.
    ///   - opener: What opens the way back; where it is `nil`, the `openURL` of the environment.
    ///   - events: Where `al_ref_back_out` is posted.
    ///   - didNavigate: Told what the way back came to, on the main actor.
    /// - Returns: This view with a banner.
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

    /// Adds every URL that this view's window is opened with to an inbox, universal links included.
    ///
    /// Give each window its own inbox: a shared one hands every link to whichever window asked last.
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
    ///   - inbox: Keeps the links until somebody handles them.
    ///   - events: Where `al_link_parse` and `al_nav_in` are posted.
    /// - Returns: This view, which receives links.
    public func receivesAppLinks(
        into inbox: AppLinkInbox,
        events: MeasurementEventCenter = .shared
    ) -> some View {
        onOpenURL(perform: { url in inbox.receive(url, events: events) })
    }
}
#endif
