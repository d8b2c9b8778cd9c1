package import BoltsTasks
package import Foundation

extension AppLinkNavigation {
    /// Finds the App Link of a URL and follows it.
    ///
    /// - Parameters:
    ///   - url: The URL that the user chose.
    ///   - extras: Values for the receiving app.
    ///   - appLinkData: Further fields of the data.
    ///   - resolver: Finds the link.
    ///   - opener: Opens the URLs.
    ///   - options: How the link is followed.
    ///   - events: The center to which the event is posted.
    ///   - cancellationToken: Cancels the task at once, with the work that it started.
    /// - Returns: A task of the outcome, which completes on any thread. It fails as the resolver's does, or with
    ///   ``AppLinkDataError``.
    @discardableResult
    package static func navigate(
        to url: URL,
        extras: [String: JSONValue] = [:],
        appLinkData: AppLinkData = AppLinkData(),
        resolver: any AppLinkResolving = AppLinkResolvers.default,
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkNavigationResult> {
        resolver.appLink(for: url, cancellationToken: cancellationToken)
            .continueOnSuccessWithTask(.immediate, cancellationToken: cancellationToken) { link in
                AppLinkNavigation(appLink: link, extras: extras, appLinkData: appLinkData)
                    .navigate(opener: opener, options: options, events: events, cancellationToken: cancellationToken)
            }
    }

    /// Finds the App Link of a URL and follows it, without cancellation.
    ///
    /// `async` code writes `try await navigate(to:opener:)`, or passes a cancellation token; the compiler says so.
    ///
    /// - Parameters:
    ///   - url: The URL that the user chose.
    ///   - extras: Values for the receiving app.
    ///   - appLinkData: Further fields of the data.
    ///   - resolver: Finds the link.
    ///   - opener: Opens the URLs.
    ///   - options: How the link is followed.
    ///   - events: The center to which the event is posted.
    /// - Returns: A task of the outcome, which completes on any thread.
    @available(*, noasync, message: "write 'try await navigate(to:opener:)', or pass a cancellationToken")
    @discardableResult
    package static func navigate(
        to url: URL,
        extras: [String: JSONValue] = [:],
        appLinkData: AppLinkData = AppLinkData(),
        resolver: any AppLinkResolving = AppLinkResolvers.default,
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared
    ) -> BoltsTask<AppLinkNavigationResult> {
        navigate(
            to: url,
            extras: extras,
            appLinkData: appLinkData,
            resolver: resolver,
            opener: opener,
            options: options,
            events: events,
            cancellationToken: .none
        )
    }
}
