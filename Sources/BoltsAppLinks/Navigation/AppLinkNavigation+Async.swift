import BoltsTasks
public import Foundation

extension AppLinkNavigation {
    /// Follows the link, from `async` code.
    ///
    /// Cancelling the calling Swift task cancels the navigation: no further target is tried and no event is posted.
    ///
    /// ```swift
    /// func follow(_ link: AppLink, by opener: any URLOpening) async throws -> Bool {
    ///     try await AppLinkNavigation(appLink: link).follow(opener: opener).type != .failure
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - opener: What opens URLs.
    ///   - options: How the link is followed.
    ///   - events: Where the event is posted.
    /// - Returns: The outcome. A link that nothing opens is no error: its type is ``AppLinkNavigationType/failure``.
    /// - Throws: ``AppLinkDataError`` if the data cannot be written, and nothing has been opened; `CancellationError`.
    @discardableResult
    public func follow(
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared
    ) async throws -> AppLinkNavigationResult {
        try await withCancellationToken { token in
            navigate(opener: opener, options: options, events: events, cancellationToken: token)
        }
    }

    /// Says what following the link would come to, from `async` code; opens nothing and posts nothing.
    ///
    /// - Parameters:
    ///   - opener: What is asked.
    ///   - options: How the link would be followed.
    /// - Returns: The outcome, as true as the system's answers are.
    /// - Throws: ``AppLinkDataError`` if the data cannot be written; `CancellationError`.
    public func previewResult(
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions()
    ) async throws -> AppLinkNavigationResult {
        try await withCancellationToken { preview(opener: opener, options: options, cancellationToken: $0) }
    }

    /// Finds the App Link of a URL and follows it, from `async` code.
    ///
    /// Cancelling the calling Swift task cancels the resolver's work and the navigation.
    ///
    /// - Parameters:
    ///   - url: The URL that the user chose.
    ///   - extras: What to tell the receiving app.
    ///   - appLinkData: Further fields of the data.
    ///   - resolver: What finds the link.
    ///   - opener: What opens URLs.
    ///   - options: How the link is followed.
    ///   - events: Where the event is posted.
    /// - Returns: The outcome.
    /// - Throws: The error of the resolver; ``AppLinkDataError``; `CancellationError`.
    @discardableResult
    public static func follow(
        _ url: URL,
        extras: [String: JSONValue] = [:],
        appLinkData: AppLinkData = AppLinkData(),
        resolver: any AppLinkResolving = AppLinkResolvers.default,
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared
    ) async throws -> AppLinkNavigationResult {
        try await withCancellationToken { token in
            navigate(
                to: url,
                extras: extras,
                appLinkData: appLinkData,
                resolver: resolver,
                opener: opener,
                options: options,
                events: events,
                cancellationToken: token
            )
        }
    }
}
