import BoltsTasks
public import Foundation

extension AppLinkNavigation {
    /// Follows the link, from `async` code.
    ///
    /// Cancelling the calling Swift task cancels the navigation: no further target is tried and no event is posted.
    ///
    /// ```swift
    /// func open(_ link: AppLink, by opener: any URLOpening) async throws -> Bool {
    ///     try await AppLinkNavigation(appLink: link).navigate(opener: opener).type != .failure
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - opener: Opens the URLs.
    ///   - options: How the link is followed.
    ///   - events: The center to which the event is posted.
    /// - Returns: The outcome. If nothing could be opened, its type is ``AppLinkNavigationType/failure``.
    /// - Throws: ``AppLinkDataError`` if the data cannot be encoded, and nothing is opened; `CancellationError`.
    @discardableResult
    public func navigate(
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared
    ) async throws -> AppLinkNavigationResult {
        try await withCancellationToken { token in
            navigate(opener: opener, options: options, events: events, cancellationToken: token)
        }
    }

    /// Predicts the outcome of following the link, from `async` code.
    ///
    /// It opens nothing and posts no event.
    ///
    /// - Parameters:
    ///   - opener: Says which URLs can be opened.
    ///   - options: How the link would be followed.
    /// - Returns: The expected outcome, which is only as reliable as the opener's answers.
    /// - Throws: ``AppLinkDataError`` if the data cannot be encoded; `CancellationError`.
    public func preview(
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions()
    ) async throws -> AppLinkNavigationResult {
        try await withCancellationToken { preview(opener: opener, options: options, cancellationToken: $0) }
    }

    /// Finds the App Link of a URL and follows it, from `async` code.
    ///
    /// The call always opens something or says why not, as `navigate(to:opener:cancellationToken:)` describes. Cancelling the
    /// calling Swift task cancels the resolver's work and the navigation, and nothing is opened after that.
    ///
    /// - Parameters:
    ///   - url: The URL that the user chose.
    ///   - extras: Values for the receiving app.
    ///   - appLinkData: Further fields of the data.
    ///   - resolver: Finds the link.
    ///   - opener: Opens the URLs.
    ///   - options: How the link is followed.
    ///   - events: The center to which the event is posted.
    ///   - clock: The clock that measures the time.
    /// - Returns: The outcome. If no link was found, ``AppLinkNavigationResult/linkError`` says why.
    /// - Throws: The resolver's error only with ``AppLinkNavigationOptions/WithoutLink/fail``; ``AppLinkDataError`` only with
    ///   that option or if the page rules out a web fallback; `CancellationError`.
    @discardableResult
    public static func navigate(
        to url: URL,
        extras: [String: AppLinkValue] = [:],
        appLinkData: AppLinkData = AppLinkData(),
        resolver: any AppLinkResolving = AppLinkResolvers.default,
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared,
        clock: some Clock<Duration> = ContinuousClock()
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
                clock: clock,
                cancellationToken: token
            )
        }
    }
}
