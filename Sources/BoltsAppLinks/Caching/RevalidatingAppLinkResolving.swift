public import BoltsPageFetching
public import BoltsTasks
public import Foundation

/// A resolver that knows how long its links hold.
///
/// A ``CachingAppLinkResolver`` asks such a resolver by this function, any other by the one of ``AppLinkResolving``.
///
/// ```swift
/// struct CatalogResolver: RevalidatingAppLinkResolving {
///     let links: [URL: AppLink]
///     func resolution(
///         for url: URL, revalidating validator: PageValidator?, cancellationToken: CancellationToken
///     ) -> BoltsTask<AppLinkResolution> {
///         let link = links[url] ?? AppLink(sourceURL: url, targets: [], webURL: url)
///         return BoltsTask(result: AppLinkResolution(
///             link: link, cacheability: PageCacheability(timeToLive: .seconds(3_600))))
///     }
/// }
/// ```
public protocol RevalidatingAppLinkResolving: AppLinkResolving {
    /// Finds the App Link of a URL, and how long it holds.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - validator: From an earlier resolution of this URL that the asker still has; the answer may then be
    ///     ``AppLinkResolution/notModified(_:)``. It may also be ignored. `nil` where the asker has none.
    ///   - cancellationToken: Cancels the task at once and stops the work behind it.
    /// - Returns: A task of the resolution, which may complete on any thread.
    func resolution(
        for url: URL,
        revalidating validator: PageValidator?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkResolution>
}

extension RevalidatingAppLinkResolving {
    /// Finds the App Link of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - cancellationToken: Cancels the task at once and stops the work behind it.
    /// - Returns: A task of the link, which may complete on any thread.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        resolution(for: url, revalidating: nil, cancellationToken: cancellationToken)
            .continueOnSuccessWith(.immediate) { resolution in
                guard let link = resolution.link else {
                    throw PageError.notModifiedUnasked(url.absoluteString)
                }
                return link
            }
    }
}

extension AppLinkResolving {
    /// What the resolver says, and nothing of how long it holds where it cannot say.
    func anyResolution(
        for url: URL,
        revalidating validator: PageValidator?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkResolution> {
        if let cacheable = self as? any RevalidatingAppLinkResolving {
            return cacheable.resolution(for: url, revalidating: validator, cancellationToken: cancellationToken)
        }
        return appLink(for: url, cancellationToken: cancellationToken)
            .continueOnSuccessWith(.immediate) { AppLinkResolution(link: $0) }
    }
}

extension PageError {
    /// A resolver or a server said that nothing has changed to somebody who has nothing.
    static func notModifiedUnasked(_ urlText: String) -> PageError {
        PageError(
            .malformedResponse,
            "\(urlText) was said not to have changed, although nobody asked: try again"
        )
    }
}
