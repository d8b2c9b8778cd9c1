public import BoltsPageFetching
public import BoltsTasks
public import Foundation

/// A page, or the word that the one from before still holds.
public struct RevalidatedPage: Sendable {
    /// The page; `nil` where the one that the asker already has still holds.
    public let page: ResolvedPage?
    /// Every request, the last of which gave the answer.
    public let hops: [PageHop]
    /// How long the page may be used again.
    public let cacheability: PageCacheability
}

extension HTTPAppLinkResolver: RevalidatingAppLinkResolving {
    /// Finds the App Link of a URL, and how long the page that holds it is fresh by the rules of HTTP.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - validator: From an earlier resolution: the page is then only sent where it has changed.
    ///   - cancellationToken: Cancels the task at once and closes the connection.
    /// - Returns: A task of the resolution, which completes on a thread of the transport and fails with
    ///   ``PageError``.
    public func resolution(
        for url: URL,
        revalidating validator: PageValidator?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkResolution> {
        page(at: url, revalidating: validator, cancellationToken: cancellationToken)
            .continueOnSuccessWith(.immediate) { answer in
                guard let link = answer.page?.link else { return .notModified(answer.cacheability) }
                return AppLinkResolution(link: link, cacheability: answer.cacheability)
            }
    }

    /// Finds a page, or that it has not changed.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - validator: From an earlier answer: the page is then only sent where it has changed.
    ///   - cancellationToken: Cancels the task at once and closes the connection.
    /// - Returns: A task of the answer, which completes on a thread of the transport and fails with
    ///   ``PageError``.
    public func page(
        at url: URL,
        revalidating validator: PageValidator?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<RevalidatedPage> {
        var options = fetchOptions
        options.validator = validator
        let resolver = HTTPAppLinkResolver(fetchOptions: options, readerOptions: readerOptions, fetcher: fetcher)
        return resolver.page(at: url, cancellationToken: cancellationToken)
            .continueWithTask(.immediate) { task in
                do {
                    guard let page = try task.outcome?.get() else { return .cancelled() }
                    let hops = page.fetched.hops
                    return BoltsTask(
                        result: RevalidatedPage(page: page, hops: hops, cacheability: PageCacheability(hops: hops))
                    )
                } catch let error as PageError {
                    guard let validator, error.httpStatus == 304, let last = error.hops.last else { throw error }
                    guard validator.isAnswered(by: last) else {
                        // It is about another version than the one that is kept: the page itself is wanted.
                        return self.page(at: url, revalidating: nil, cancellationToken: cancellationToken)
                    }
                    let hops = error.hops.dropLast() + [last.updating(validator.cacheFields)]
                    var cacheability = PageCacheability(hops: Array(hops))
                    if cacheability.validator == nil { cacheability.validator = validator }
                    return BoltsTask(
                        result: RevalidatedPage(page: nil, hops: Array(hops), cacheability: cacheability)
                    )
                }
            }
    }
}

extension PageHop {
    /// The same answer with the fields of the one whose validity it confirms, where it does not say anew.
    fileprivate func updating(_ fields: HTTPCacheFields) -> PageHop {
        var hop = PageHop(url: url, status: status, location: location, cacheFields: fields.updated(by: cacheFields))
        hop.addresses = addresses
        hop.duration = duration
        return hop
    }
}
