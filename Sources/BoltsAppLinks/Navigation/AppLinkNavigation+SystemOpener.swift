public import BoltsTasks
public import Foundation

/// Navigation with the opener of this platform, which app extensions do not have.
///
/// These are overloads, because a default argument cannot be unavailable in extensions.
@available(iOSApplicationExtension, unavailable, message: "Pass the extension's own opener.")
@available(tvOSApplicationExtension, unavailable, message: "Pass the extension's own opener.")
@available(visionOSApplicationExtension, unavailable, message: "Pass the extension's own opener.")
extension AppLinkNavigation {
    /// Follows the link with the opener of this platform.
    ///
    /// - Parameters:
    ///   - options: How the link is followed.
    ///   - events: The center to which the event is posted, before the task completes.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task of the outcome, as that of ``navigate(opener:options:events:cancellationToken:)``.
    @discardableResult
    public func navigate(
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkNavigationResult> {
        navigate(
            opener: URLOpener.system,
            options: options,
            events: events,
            cancellationToken: cancellationToken
        )
    }

    /// Follows the link with the opener of this platform, without cancellation.
    ///
    /// `async` code writes `try await navigate()`, or passes a cancellation token; the compiler says so.
    ///
    /// - Parameters:
    ///   - options: How the link is followed.
    ///   - events: The center to which the event is posted, before the task completes.
    /// - Returns: A task of the outcome, as that of ``navigate(opener:options:events:cancellationToken:)``.
    @available(*, noasync, message: "write 'try await navigate()', or pass a cancellationToken")
    @discardableResult
    public func navigate(
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared
    ) -> BoltsTask<AppLinkNavigationResult> {
        navigate(options: options, events: events, cancellationToken: .none)
    }

    /// Finds the App Link of a URL and follows it with the opener of this platform.
    ///
    /// - Parameters:
    ///   - url: The URL that the user chose.
    ///   - extras: Values for the receiving app.
    ///   - appLinkData: Further fields of the data.
    ///   - resolver: Finds the link.
    ///   - options: How the link is followed.
    ///   - events: The center to which the event is posted.
    ///   - cancellationToken: Cancels the task at once, with the work that it started.
    /// - Returns: A task of the outcome, which completes on any thread. It fails as the resolver's does, or with
    ///   ``AppLinkDataError``.
    @discardableResult
    public static func navigate(
        to url: URL,
        extras: [String: JSONValue] = [:],
        appLinkData: AppLinkData = AppLinkData(),
        resolver: any AppLinkResolving = AppLinkResolvers.default,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkNavigationResult> {
        navigate(
            to: url,
            extras: extras,
            appLinkData: appLinkData,
            resolver: resolver,
            opener: URLOpener.system,
            options: options,
            events: events,
            cancellationToken: cancellationToken
        )
    }

    /// Finds the App Link of a URL and follows it with the opener of this platform, without cancellation.
    ///
    /// `async` code writes `try await navigate(to:)`, or passes a cancellation token; the compiler says so.
    ///
    /// - Parameters:
    ///   - url: The URL that the user chose.
    ///   - extras: Values for the receiving app.
    ///   - appLinkData: Further fields of the data.
    ///   - resolver: Finds the link.
    ///   - options: How the link is followed.
    ///   - events: The center to which the event is posted.
    /// - Returns: A task of the outcome, which completes on any thread.
    @available(*, noasync, message: "write 'try await navigate(to:)', or pass a cancellationToken")
    @discardableResult
    public static func navigate(
        to url: URL,
        extras: [String: JSONValue] = [:],
        appLinkData: AppLinkData = AppLinkData(),
        resolver: any AppLinkResolving = AppLinkResolvers.default,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared
    ) -> BoltsTask<AppLinkNavigationResult> {
        navigate(
            to: url,
            extras: extras,
            appLinkData: appLinkData,
            resolver: resolver,
            options: options,
            events: events,
            cancellationToken: .none
        )
    }

    /// Follows the link with the opener of this platform, from `async` code.
    ///
    /// - Parameters:
    ///   - options: How the link is followed.
    ///   - events: The center to which the event is posted.
    /// - Returns: The outcome, as that of `navigate(opener:options:events:)`.
    /// - Throws: ``AppLinkDataError`` if the data cannot be encoded; `CancellationError`.
    @discardableResult
    public func navigate(
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared
    ) async throws -> AppLinkNavigationResult {
        try await navigate(opener: URLOpener.system, options: options, events: events)
    }

    /// Finds the App Link of a URL and follows it with the opener of this platform, from `async` code.
    ///
    /// Cancelling the calling Swift task cancels the resolver's work and the navigation.
    ///
    /// - Parameters:
    ///   - url: The URL that the user chose.
    ///   - extras: Values for the receiving app.
    ///   - appLinkData: Further fields of the data.
    ///   - resolver: Finds the link.
    ///   - options: How the link is followed.
    ///   - events: The center to which the event is posted.
    /// - Returns: The outcome.
    /// - Throws: The resolver's error; ``AppLinkDataError``; `CancellationError`.
    @discardableResult
    public static func navigate(
        to url: URL,
        extras: [String: JSONValue] = [:],
        appLinkData: AppLinkData = AppLinkData(),
        resolver: any AppLinkResolving = AppLinkResolvers.default,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared
    ) async throws -> AppLinkNavigationResult {
        try await navigate(
            to: url,
            extras: extras,
            appLinkData: appLinkData,
            resolver: resolver,
            opener: URLOpener.system,
            options: options,
            events: events
        )
    }
}
