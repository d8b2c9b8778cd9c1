import BoltsBase
public import BoltsPageFetching
public import BoltsTasks
public import Foundation

/// Calls one resolver after another, until one succeeds.
///
/// ```swift
/// let resolver = FallbackAppLinkResolver(
///     [IndexAppLinkResolver(serviceURL: service), HTTPAppLinkResolver()],
///     accepting: { !$0.targets.isEmpty }
/// )
/// do {
///     print(try await resolver.appLink(for: url))
/// } catch let error as AppLinkFallbackError {
///     for failure in error.failures { print(failure.resolver, failure.error) }
/// }
/// ```
///
/// One resolver runs at a time. A ``CachingAppLinkResolver`` in front of it keeps the link for as long as the resolver that
/// succeeded allows.
public struct FallbackAppLinkResolver: AppLinkResolving {
    /// The resolvers, in the order of preference.
    package let resolvers: [any AppLinkResolving]
    private let accepts: @Sendable (AppLink) -> Bool

    /// Creates a chain.
    ///
    /// - Parameters:
    ///   - resolvers: The resolvers, in the order of preference.
    ///   - accepts: Whether to accept a link or to call the next resolver; by default, any link is accepted. If no link is
    ///     accepted, the first one found is the result.
    public init(
        _ resolvers: [any AppLinkResolving],
        accepting accepts: @escaping @Sendable (AppLink) -> Bool = { _ in true }
    ) {
        self.resolvers = resolvers
        self.accepts = accepts
    }

    /// Finds the App Link of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - cancellationToken: Cancels the task immediately, stops the current resolver, and calls no other.
    /// - Returns: A task of the first accepted link, which completes on the thread of its resolver. It fails with
    ///   ``AppLinkFallbackError`` if every resolver fails, and is cancelled if a resolver's task is cancelled.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        linkOfResolution(for: url, cancellationToken: cancellationToken)
    }

    /// The progress of one request through the chain.
    private struct Attempt: Sendable {
        let url: URL
        let token: CancellationToken
        var next = 0
        /// The first link that was found and not accepted.
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
                    // "Not modified" is valid for a conditional request only, and this one was not.
                    if let link = resolution.link {
                        let resolution = resolution.unvalidated
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

/// The error of a chain whose resolvers all failed.
///
/// ```swift
/// do {
///     print(try await resolver.appLink(for: url))
/// } catch let error as AppLinkFallbackError {
///     print(error.failures.map(\.resolver))
/// }
/// ```
public struct AppLinkFallbackError: Error, Sendable, CustomStringConvertible, LocalizedError, DescribedError {
    /// The failure of one resolver.
    public struct Failure: Sendable {
        /// The resolver's index in the chain, from 0.
        package let index: Int
        /// The name of the resolver's type.
        public let resolver: String
        /// The resolver's error.
        public let error: any Error
    }

    /// The requested URL.
    public let url: URL
    /// The error of each resolver, in the order of the calls.
    public let failures: [Failure]

    /// One line with each resolver's name and error; for an empty chain, a sentence that says so.
    public var description: String {
        let reasons = failures.map { "[\($0.index)] \($0.resolver): \($0.error)".sanitized(limit: 1_000) }
        return failures.isEmpty
            ? "the chain has no resolver for \(url.absoluteString): give it at least one"
            : "no resolver found \(url.absoluteString): \(reasons.joined(separator: ", "))"
    }
}

@_spi(Bolts) extension FallbackAppLinkResolver: RevalidatingAppLinkResolving {
    /// Finds the App Link of a URL, and how long it may be cached.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - validator: Ignored, because the resolver that issued it is not known.
    ///   - cancellationToken: Cancels the task immediately, stops the current resolver, and calls no other.
    /// - Returns: A task of the resolution.
    public func resolution(
        for url: URL,
        revalidating validator: PageValidator?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkResolution> {
        attempt(Attempt(url: url, token: cancellationToken))
    }
}
