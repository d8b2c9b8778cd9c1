public import BoltsTasks
public import Foundation

/// Finds the App Link of a URL, for example by fetching the page, or from a file, an index or a cache.
///
/// Resolvers compose: a cache or a fallback chain wraps other resolvers.
///
/// ```swift
/// struct LoggingResolver: AppLinkResolving {
///     let next: any AppLinkResolving
///     func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
///         print("resolving", url)
///         return next.appLink(for: url, cancellationToken: cancellationToken)
///     }
/// }
/// ```
public protocol AppLinkResolving: Sendable {
    /// Finds the App Link of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - cancellationToken: Cancels the task at once, with the work that it started.
    /// - Returns: A task of the link, which may complete on any thread. A page without tags also has a link, whose web fallback
    ///   is the page.
    func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink>
}

extension AppLinkResolving {
    /// Unavailable: pass a token to get a task; without one, `appLink(for:)` is the `async` form everywhere, in a script too.
    @available(*, unavailable, message: "write 'try await appLink(for:)', or pass a cancellationToken for a task")
    public func appLink(for url: URL) -> BoltsTask<AppLink> {
        fatalError("unavailable")
    }
}

extension AppLinkResolving {
    /// Finds the App Link of a URL, from `async` code.
    ///
    /// Cancelling the calling Swift task cancels the resolver's work and closes its connection.
    ///
    /// ```swift
    /// func apps(for url: URL, by resolver: some AppLinkResolving) async throws -> [String] {
    ///     try await resolver.appLink(for: url).targets(for: .iphone).compactMap(\.urlText)
    /// }
    /// ```
    ///
    /// - Parameter url: The URL that a person would follow.
    /// - Returns: The link. A page without tags also has a link, whose web fallback is the page.
    /// - Throws: The error of the resolver; `CancellationError` if the calling task or the work was cancelled.
    public func appLink(for url: URL) async throws -> AppLink {
        try await withCancellationToken { appLink(for: url, cancellationToken: $0) }
    }
}
