public import BoltsPageFetching
public import BoltsTasks
public import Foundation

extension HTTPAppLinkResolver: RevalidatingAppLinkResolving {
    /// Finds the App Link of a URL, and for how long the rules of HTTP let it be cached.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - validator: From an earlier resolution: the page is then sent only if it has changed.
    ///   - cancellationToken: Cancels the task at once and closes the connection.
    /// - Returns: A task of the resolution, which completes on a thread of the transport and fails with `PageError`.
    public func resolution(
        for url: URL,
        revalidating validator: PageValidator?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkResolution> {
        var options = fetchOptions
        options.validator = validator
        return fetch(url, options: options, cancellationToken: cancellationToken)
            .continueOnSuccessWithTask(.immediate) { fetched in
                switch fetched {
                case .page(let page):
                    let cacheability = PageCacheability(hops: page.fetched.hops)
                    return BoltsTask(result: AppLinkResolution(page: page, cacheability: cacheability))
                case .notModified(let hops):
                    guard let validator, let last = hops.last, validator.isAnswered(by: last) else {
                        // It confirms another version than the cached one: the page itself is needed.
                        return self.resolution(for: url, revalidating: nil, cancellationToken: cancellationToken)
                    }
                    let updated = hops.dropLast() + [last.updating(validator.cacheFields)]
                    var cacheability = PageCacheability(hops: Array(updated))
                    if cacheability.validator == nil { cacheability.validator = validator }
                    return BoltsTask(result: .notModified(cacheability, hops: Array(updated)))
                }
            }
    }
}

extension PageHop {
    /// The same answer with the cache fields of the one that it confirms, where it does not repeat them.
    fileprivate func updating(_ fields: HTTPCacheFields) -> PageHop {
        var hop = PageHop(url: url, status: status, location: location, cacheFields: fields.updated(by: cacheFields))
        hop.fields = self.fields
        hop.addresses = addresses
        hop.duration = duration
        return hop
    }
}
