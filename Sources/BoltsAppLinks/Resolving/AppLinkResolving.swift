public import BoltsTasks
public import Foundation

/// Finds the App Link of a URL: by fetching the page, by reading a file, by asking an index, from a cache.
///
/// Resolvers compose: each can be put in front of another.
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
    ///   - cancellationToken: Cancels the task at once and stops the work behind it.
    /// - Returns: A task of the link, which may complete on any thread. A page that declares no targets still has a link:
    ///   one to itself.
    func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink>
}

extension AppLinkResolving {
    /// Finds the App Link of a URL, with no way to cancel it.
    ///
    /// - Parameter url: The URL that a person would follow.
    /// - Returns: A task of the link, which may complete on any thread.
    public func appLink(for url: URL) -> BoltsTask<AppLink> {
        appLink(for: url, cancellationToken: .none)
    }
}
