public import BoltsTasks
public import Foundation

/// The same with the opener of this platform, which an app extension does not have.
///
/// No default of an argument could say that it is not there.
@available(iOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
@available(tvOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
@available(visionOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
extension AppLinkNavigation {
    /// Follows the link with the opener of this platform.
    ///
    /// - Parameters:
    ///   - options: How the link is followed.
    ///   - events: Where the event is posted, before the task completes.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task of the outcome, as ``navigate(opener:options:events:cancellationToken:)`` has it.
    @discardableResult
    public func navigate(
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared,
        cancellationToken: CancellationToken = .none
    ) -> BoltsTask<AppLinkNavigationResult> {
        navigate(
            opener: URLOpener.system,
            options: options,
            events: events,
            cancellationToken: cancellationToken
        )
    }

    /// What following the link would come to on this platform; opens nothing and posts nothing.
    ///
    /// - Parameters:
    ///   - options: How the link would be followed.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task of the outcome, as ``preview(opener:options:cancellationToken:)`` has it.
    public func preview(
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        cancellationToken: CancellationToken = .none
    ) -> BoltsTask<AppLinkNavigationResult> {
        preview(opener: URLOpener.system, options: options, cancellationToken: cancellationToken)
    }

    /// What following the link would come to on this platform; opens nothing and posts nothing.
    ///
    /// - Parameters:
    ///   - options: How the link would be followed.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task of the outcome, as ``navigationType(opener:options:cancellationToken:)`` has it.
    public func navigationType(
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        cancellationToken: CancellationToken = .none
    ) -> BoltsTask<AppLinkNavigationType> {
        navigationType(opener: URLOpener.system, options: options, cancellationToken: cancellationToken)
    }

    /// Finds the App Link of a URL and follows it with the opener of this platform.
    ///
    /// - Parameters:
    ///   - url: The URL that the user chose.
    ///   - extras: What to tell the receiving app.
    ///   - appLinkData: Further fields of the data.
    ///   - resolver: What finds the link.
    ///   - options: How the link is followed.
    ///   - events: Where the event is posted.
    ///   - cancellationToken: Cancels the task at once, and the work behind it.
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
        cancellationToken: CancellationToken = .none
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

    /// Follows the link with the opener of this platform, from `async` code.
    ///
    /// - Parameters:
    ///   - options: How the link is followed.
    ///   - events: Where the event is posted.
    /// - Returns: The outcome, as ``follow(opener:options:events:)`` has it.
    /// - Throws: ``AppLinkDataError`` if the data cannot be written; `CancellationError`.
    @discardableResult
    public func follow(
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared
    ) async throws -> AppLinkNavigationResult {
        try await follow(opener: URLOpener.system, options: options, events: events)
    }
}
