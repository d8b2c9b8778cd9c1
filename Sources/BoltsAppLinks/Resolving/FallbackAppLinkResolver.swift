public import BoltsPageFetching
public import BoltsTasks
public import Foundation

/// Asks one resolver after another, until one succeeds.
///
/// ```swift
/// let resolver = FallbackAppLinkResolver(
///     [IndexAppLinkResolver(serviceURL: service), HTTPAppLinkResolver()],
///     accepting: { !$0.targets.isEmpty }
/// )
/// resolver.appLink(for: url).continueOnErrorWith { (error: AppLinkFallbackError) in
///     for failure in error.failures { print(failure.resolver, failure.error) }
///     throw error
/// }
/// ```
///
/// One resolver is asked at a time. A ``CachingAppLinkResolver`` in front of it keeps the link for as long as the resolver
/// that succeeded allows.
public struct FallbackAppLinkResolver: RevalidatingAppLinkResolving {
    /// The resolvers, first choice first.
    public let resolvers: [any AppLinkResolving]
    private let accepts: @Sendable (AppLink) -> Bool

    /// Creates a chain.
    ///
    /// - Parameters:
    ///   - resolvers: The resolvers, first choice first.
    ///   - accepts: Whether a link is good enough not to ask the next resolver; any link is by default. If none is, the first
    ///     link that was found is the result.
    public init(
        _ resolvers: [any AppLinkResolving],
        accepting accepts: @escaping @Sendable (AppLink) -> Bool = { _ in true }
    ) {
        self.resolvers = resolvers
        self.accepts = accepts
    }

    /// Finds the App Link of a URL, and for how long it may be cached.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - validator: Ignored: it is not known which resolver issued it.
    ///   - cancellationToken: Cancels the task at once, stops the resolver that is being asked, and asks no other.
    /// - Returns: A task of the first link that is found, completed on the thread of its resolver. It fails with
    ///   ``AppLinkFallbackError`` if none is, and is cancelled if the resolver being asked is.
    public func resolution(
        for url: URL,
        revalidating validator: PageValidator?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkResolution> {
        attempt(Attempt(url: url, token: cancellationToken))
    }

    /// The progress of one request through the chain.
    private struct Attempt: Sendable {
        let url: URL
        let token: CancellationToken
        var next = 0
        /// The first link, where it was not good enough.
        var found: AppLinkResolution?
        var failures: [AppLinkFallbackError.Failure] = []

        mutating func fail(_ resolver: any AppLinkResolving, _ error: any Error) {
            let name = String(describing: type(of: resolver))
            failures.append(AppLinkFallbackError.Failure(index: next, resolver: name, error: error))
        }
    }

    private func attempt(_ attempt: Attempt) -> BoltsTask<AppLinkResolution> {
        if attempt.token.isCancellationRequested { return .cancelled() }
        guard attempt.next < resolvers.count else {
            if let found = attempt.found { return BoltsTask(result: found) }
            return BoltsTask(error: AppLinkFallbackError(url: attempt.url, failures: attempt.failures))
        }
        let resolver = resolvers[attempt.next]
        return resolver.anyResolution(for: attempt.url, revalidating: nil, cancellationToken: attempt.token)
            .continueWithTask(cancellationToken: attempt.token) { task in
                var attempt = attempt
                switch task.outcome {
                case .success(let resolution)?:
                    // "Not modified" answers a conditional request, and none was made.
                    if let link = resolution.link {
                        let resolution = AppLinkResolution(
                            link: link,
                            cacheability: resolution.cacheability.unvalidated
                        )
                        if accepts(link) { return BoltsTask(result: resolution) }
                        attempt.found = attempt.found ?? resolution
                    } else {
                        attempt.fail(resolver, PageError.notModifiedUnasked(attempt.url.absoluteString))
                    }
                case .failure(let error)?:
                    if error is CancellationError { return .cancelled() }
                    attempt.fail(resolver, error)
                case nil:
                    return .cancelled()
                }
                attempt.next += 1
                return self.attempt(attempt)
            }
    }
}

extension PageCacheability {
    /// The same without a validator.
    fileprivate var unvalidated: PageCacheability {
        var cacheability = self
        cacheability.validator = nil
        return cacheability
    }
}

/// No resolver of a chain found a link.
///
/// ```swift
/// resolver.appLink(for: url).continueOnErrorWith { (error: AppLinkFallbackError) in
///     print(error.failures.map(\.resolver))
///     throw error
/// }
/// ```
public struct AppLinkFallbackError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// Why one resolver found none.
    public struct Failure: Sendable {
        /// The resolver's place in the chain, from 0.
        public let index: Int
        /// The name of the resolver's type.
        public let resolver: String
        /// Its error.
        public let error: any Error
    }

    /// The URL that was asked for.
    public let url: URL
    /// The error of each resolver, in the order in which they were asked.
    public let failures: [Failure]

    /// The errors, in the order in which the resolvers were asked.
    public var errors: [any Error] { failures.map(\.error) }

    /// One line that names each resolver and its error, or says that the chain is empty.
    public var description: String {
        let reasons = failures.map { "[\($0.index)] \($0.resolver): \($0.error)".sanitized(limit: 1_000) }
        return failures.isEmpty
            ? "no resolver could be asked for \(url.absoluteString): give the chain at least one"
            : "no resolver found \(url.absoluteString): \(reasons.joined(separator: ", "))"
    }

    /// The same line as ``description``.
    public var errorDescription: String? { description }
}
