/// The times until which a cached value may be used, on the cache's clock.
struct CacheFreshness: Hashable, Sendable {
    /// The time until which the value is fresh.
    var expiry: Duration
    /// The time until which the value may be used while it is refreshed.
    var staleWhileRevalidate: Duration
    /// The time until which the value may be used if revalidation fails.
    var staleIfError: Duration

    /// Whether the value can ever be used without revalidation.
    func isUseful(at now: Duration) -> Bool {
        max(expiry, staleWhileRevalidate, staleIfError) > now
    }
}

extension HTTPCacheOptions {
    /// The times until which a value may be used, or `nil` if it must not be stored.
    ///
    /// The source's lifetime counts from the request (RFC 9111), the minimum and maximum of the options from the response.
    func freshness(of cacheability: PageCacheability, asked: Duration, now: Duration) -> CacheFreshness? {
        guard isStorable(cacheability) else { return nil }
        let allowsStale = isShared ? cacheability.allowsSharedStale : cacheability.allowsStale
        let mayExtend = !honorsNoCache || (allowsStale && !cacheability.requiresValidation)
        let ceiling = now + maximumTimeToLive.bounded
        var explicit = asked + cacheability.timeToLive(isShared: isShared, default: defaultTimeToLive).bounded
        if cacheability.requiresValidation { explicit = asked }
        let expiry = min(mayExtend ? max(explicit, now + minimumTimeToLive.bounded) : explicit, ceiling)
        guard mayExtend else {
            return CacheFreshness(expiry: expiry, staleWhileRevalidate: expiry, staleIfError: expiry)
        }
        func end(_ window: Duration) -> Duration {
            max(expiry, min(explicit, ceiling) + min(window, maximumTimeToLive).bounded)
        }
        return CacheFreshness(
            expiry: expiry,
            staleWhileRevalidate: end(cacheability.staleWhileRevalidate),
            staleIfError: end(max(cacheability.staleIfError, staleIfError))
        )
    }

    /// Returns the time until which a failure is cached, or `nil` if it is not.
    func expiry(of error: any Error, now: Duration, date: HTTPDate = .now) -> Duration? {
        guard !(error is CancellationError), negativeTimeToLive > .zero else { return nil }
        let longest = negativeTimeToLive.bounded
        guard let error = error as? PageError else { return now + longest }
        guard error.isWorthRemembering || (cachesUnreachableHosts && error.code == .notReachableOrNotAllowed) else {
            return nil
        }
        if let pause = retryDelay(of: error, date: date), pause > .zero || !isShared {
            return pause > .zero ? now + pause : nil
        }
        // A shared cache remembers only that the request failed, so that its many callers do not all send requests to a failing
        // server.
        if isShared { return now + longest }
        let cacheability = PageCacheability(hops: error.hops, now: date)
        guard isStorable(cacheability) else { return nil }
        if honorsNoCache, cacheability.requiresValidation { return nil }
        // HTTP does not allow storing most failures without an explicit lifetime. To protect a failing server they are cached
        // briefly anyway; an explicit lifetime applies if it is shorter.
        let explicit = error.hops.compactMap { HTTPFreshness($0, now: date).explicitLifetime }
        let time = min(longest, explicit.min().map { .seconds($0) } ?? longest)
        return time > .zero ? now + time : nil
    }

    /// How long no request is sent after a failure while a stale value is used.
    func pause(after error: any Error, date: HTTPDate = .now) -> Duration {
        (error as? PageError).flatMap { retryDelay(of: $0, date: date) } ?? negativeTimeToLive.bounded
    }

    /// The delay of the server's `Retry-After`.
    private func retryDelay(of error: PageError, date: HTTPDate) -> Duration? {
        if error.code == .hostPaused, let pause = error.retryAfter { return min(pause, maximumTimeToLive).bounded }
        guard error.code == .httpStatus, let hop = error.hops.last,
            let seconds = HTTPFreshness.retryAfter(hop, now: date)
        else { return nil }
        return min(.seconds(seconds), maximumTimeToLive).bounded
    }

    private func isStorable(_ cacheability: PageCacheability) -> Bool {
        isShared ? cacheability.isSharedStorable : cacheability.isStorable
    }
}

extension Duration {
    /// The duration, limited to the range from zero to a hundred years, so that a sum with a time can be encoded.
    fileprivate var bounded: Duration { min(max(self, .zero), .seconds(100 * 365 * 86_400)) }
}

extension Error {
    /// Whether the failure is temporary and does not invalidate the value (RFC 5861, 4).
    var isTemporary: Bool {
        if self is CancellationError { return false }
        guard let error = self as? PageError else { return true }
        switch error.code {
        case .httpStatus: return [429, 500, 502, 503, 504].contains(error.httpStatus ?? 0)
        case .notReachableOrNotAllowed, .timedOut, .interrupted, .hostPaused, .proxyFailed: return true
        default: return false
        }
    }
}

extension PageError {
    /// Whether the failure is worth caching.
    ///
    /// Local refusals are cheap to repeat, and cached ones would evict values that cost a request. A refused or missing address
    /// may change at any time, and so may a proxy; a cached failure must not hide the page until then.
    fileprivate var isWorthRemembering: Bool {
        switch code {
        case .schemeNotAllowed, .malformedURL, .userInformation, .portNotAllowed, .notReachableOrNotAllowed,
            .fileNotFound, .notAFile, .fileNotReadable, .hostPaused, .notInstalled, .proxyFailed:
            false
        default: true
        }
    }
}
