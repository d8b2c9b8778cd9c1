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
    /// - Returns: A task of the outcome, like that of ``navigate(opener:options:events:cancellationToken:)``.
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

    /// Unavailable: pass a token to get a task; without one, `navigate()` is the `async` form everywhere, in a script too.
    @available(*, unavailable, message: "write 'try await navigate()', or pass a cancellationToken for a task")
    @discardableResult
    public func navigate(
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared
    ) -> BoltsTask<AppLinkNavigationResult> {
        fatalError("unavailable")
    }

    /// Finds the App Link of a URL and follows it with the opener of this platform, or opens the URL itself.
    ///
    /// - Parameters:
    ///   - url: The URL that the user chose.
    ///   - extras: Values for the receiving app.
    ///   - appLinkData: Further fields of the data.
    ///   - resolver: Finds the link.
    ///   - options: How the link is followed.
    ///   - events: The center to which the event is posted.
    ///   - cancellationToken: Cancels the task at once, with the work that it started.
    /// - Returns: A task of the outcome, like that of
    ///   ``navigate(to:extras:appLinkData:resolver:opener:options:events:clock:cancellationToken:)``.
    @discardableResult
    public static func navigate(
        to url: URL,
        extras: [String: AppLinkValue] = [:],
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

    /// Unavailable: pass a token to get a task; without one, `navigate(to:)` is the `async` form everywhere, in a script too.
    @available(*, unavailable, message: "write 'try await navigate(to:)', or pass a cancellationToken for a task")
    @discardableResult
    public static func navigate(
        to url: URL,
        extras: [String: AppLinkValue] = [:],
        appLinkData: AppLinkData = AppLinkData(),
        resolver: any AppLinkResolving = AppLinkResolvers.default,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared
    ) -> BoltsTask<AppLinkNavigationResult> {
        fatalError("unavailable")
    }

    /// Follows the link with the opener of this platform, from `async` code.
    ///
    /// - Parameters:
    ///   - options: How the link is followed.
    ///   - events: The center to which the event is posted.
    /// - Returns: The outcome, like that of `navigate(opener:options:events:)`.
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
    /// If the link cannot be found in time, the URL itself is opened, as
    /// ``navigate(to:extras:appLinkData:resolver:opener:options:events:clock:cancellationToken:)`` describes. Cancelling the
    /// calling Swift task cancels the resolver's work and the navigation.
    ///
    /// - Parameters:
    ///   - url: The URL that the user chose.
    ///   - extras: Values for the receiving app.
    ///   - appLinkData: Further fields of the data.
    ///   - resolver: Finds the link.
    ///   - options: How the link is followed.
    ///   - events: The center to which the event is posted.
    /// - Returns: The outcome. If no link was found, ``AppLinkNavigationResult/linkError`` says why.
    /// - Throws: The resolver's error only with ``AppLinkNavigationOptions/WithoutLink/fail``; ``AppLinkDataError`` only with
    ///   that option or if the page rules out a web fallback; `CancellationError`.
    @discardableResult
    public static func navigate(
        to url: URL,
        extras: [String: AppLinkValue] = [:],
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
