@_spi(Bolts) public import BoltsPageFetching
public import BoltsTasks
public import Foundation

@_spi(Bolts) extension HTTPAppLinkResolver: RevalidatingAppLinkResolving {
    /// Finds the App Link of a URL, and how long HTTP's caching rules allow it to be cached.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - validator: The validator of an earlier resolution; with it, the server sends the page only if it has changed.
    ///   - cancellationToken: Cancels the task immediately and closes the connection.
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
                        // The response confirms another version than the cached one, so the page itself is needed.
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
    /// A copy of a 304 response, with the missing cache fields taken from the response that it confirms.
    fileprivate func updating(_ fields: HTTPCacheFields) -> PageHop {
        var hop = PageHop(url: url, status: status, location: location, cacheFields: fields.updated(by: cacheFields))
        hop.fields = self.fields
        hop.addresses = addresses
        hop.duration = duration
        return hop
    }
}
