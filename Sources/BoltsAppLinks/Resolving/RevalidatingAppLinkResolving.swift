public import BoltsPageFetching
public import BoltsTasks
public import Foundation

/// A resolver that knows how long its links may be cached.
///
/// A ``CachingAppLinkResolver`` calls ``resolution(for:revalidating:cancellationToken:)`` of such a resolver, and
/// `appLink(for:cancellationToken:)` of any other.
@_spi(Bolts) public protocol RevalidatingAppLinkResolving: AppLinkResolving {
    /// Finds the App Link of a URL, and how long it may be cached, in a task that may complete on any thread.
    ///
    /// `validator` is that of an earlier resolution that the caller has cached. The result may then be
    /// ``AppLinkResolution/notModified(_:hops:)``; a resolver may ignore the validator. Cancellation ends the task at once, with its work.
    func resolution(
        for url: URL,
        revalidating validator: PageValidator?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkResolution>
}

@_spi(Bolts) extension RevalidatingAppLinkResolving {
    /// Finds the App Link of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - cancellationToken: Cancels the task at once, with the work that it started.
    /// - Returns: A task of the link, which may complete on any thread.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        linkOfResolution(for: url, cancellationToken: cancellationToken)
    }
}

extension RevalidatingAppLinkResolving {
    /// The link of a resolution without a validator.
    func linkOfResolution(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
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
    /// Requests a resolution; its cacheability is unknown if the resolver is not a ``RevalidatingAppLinkResolving``.
    func anyResolution(
        for url: URL,
        revalidating validator: PageValidator?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkResolution> {
        if let resolver = self as? any RevalidatingAppLinkResolving {
            return resolver.resolution(for: url, revalidating: validator, cancellationToken: cancellationToken)
        }
        return appLink(for: url, cancellationToken: cancellationToken)
            .continueOnSuccessWith(.immediate) { AppLinkResolution(link: $0) }
    }
}
