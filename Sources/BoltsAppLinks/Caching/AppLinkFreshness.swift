import BoltsPageFetching

/// Until when a cached link may be used, measured on the cache's clock.
struct AppLinkFreshness: Hashable, Sendable {
    /// Until then without asking.
    var expiry: Duration
    /// Until then while it is asked for again.
    var staleWhileRevalidate: Duration
    /// Until then if asking again fails.
    var staleIfError: Duration

    /// Whether the link can be used at all without a validator.
    func isUseful(at now: Duration) -> Bool {
        max(expiry, staleWhileRevalidate, staleIfError) > now
    }
}

extension AppLinkCacheOptions {
    /// Until when a link may be used.
    ///
    /// - Parameters:
    ///   - cacheability: What the source says.
    ///   - asked: When the source was asked. The source's lifetime starts there, as RFC 9111 counts.
    ///   - now: When it answered. The floor and the ceiling of the options start there.
    /// - Returns: The moments, or `nil` if the link must not be stored.
    func freshness(of cacheability: PageCacheability, asked: Duration, now: Duration) -> AppLinkFreshness? {
        guard isStorable(cacheability) else { return nil }
        let allowsStale = isShared ? cacheability.allowsSharedStale : cacheability.allowsStale
        let mayExtend = !honorsNoCache || (allowsStale && !cacheability.requiresValidation)
        let ceiling = now + maximumTimeToLive
        var explicit = asked + (timeToLive(cacheability) ?? defaultTimeToLive)
        if cacheability.requiresValidation { explicit = asked }
        let expiry = min(mayExtend ? max(explicit, now + minimumTimeToLive) : explicit, ceiling)
        guard mayExtend else {
            return AppLinkFreshness(expiry: expiry, staleWhileRevalidate: expiry, staleIfError: expiry)
        }
        func end(_ window: Duration) -> Duration {
            max(expiry, min(explicit, ceiling) + min(window, maximumTimeToLive))
        }
        return AppLinkFreshness(
            expiry: expiry,
            staleWhileRevalidate: end(cacheability.staleWhileRevalidate),
            staleIfError: end(max(cacheability.staleIfError, staleIfError))
        )
    }

    /// Until when a failure is remembered, or `nil` if it is not.
    func expiry(of error: any Error, now: Duration, date: HTTPDate = .now) -> Duration? {
        guard !(error is CancellationError), negativeTimeToLive > .zero else { return nil }
        guard let error = error as? PageError else { return now + negativeTimeToLive }
        guard error.isWorthRemembering else { return nil }
        if let pause = retryDelay(of: error, date: date) { return pause > .zero ? now + pause : nil }
        let cacheability = PageCacheability(hops: error.hops, now: date)
        guard isStorable(cacheability) else { return nil }
        if honorsNoCache, cacheability.requiresValidation { return nil }
        // HTTP lets nobody store most failures unless they say so. They are remembered for a moment all the same, so
        // that a server in trouble is not asked by everybody; a shorter explicit lifetime counts.
        let explicit = error.hops.compactMap { hop in
            let freshness = HTTPFreshness(hop, now: date)
            return isShared ? freshness.sharedExplicitLifetime : freshness.explicitLifetime
        }
        let time = min(negativeTimeToLive, explicit.min().map { .seconds($0) } ?? negativeTimeToLive)
        return time > .zero ? now + time : nil
    }

    /// How long a source that failed is not asked again while a stale link is used.
    func pause(after error: any Error, date: HTTPDate = .now) -> Duration {
        (error as? PageError).flatMap { retryDelay(of: $0, date: date) } ?? negativeTimeToLive
    }

    /// The delay that a server asked for by `Retry-After`.
    private func retryDelay(of error: PageError, date: HTTPDate) -> Duration? {
        guard error.code == .httpStatus, let hop = error.hops.last,
            let seconds = HTTPFreshness.retryAfter(hop, now: date)
        else { return nil }
        return min(.seconds(seconds), maximumTimeToLive)
    }

    private func isStorable(_ cacheability: PageCacheability) -> Bool {
        !honorsNoStore || (isShared ? cacheability.isSharedStorable : cacheability.isStorable)
    }

    private func timeToLive(_ cacheability: PageCacheability) -> Duration? {
        isShared ? cacheability.sharedTimeToLive : cacheability.timeToLive
    }
}

extension Error {
    /// Whether the failure is temporary: it says nothing about the link (RFC 5861, 4).
    var isTemporary: Bool {
        if self is CancellationError { return false }
        guard let error = self as? PageError else { return true }
        switch error.code {
        case .httpStatus: return [429, 500, 502, 503, 504].contains(error.httpStatus ?? 0)
        case .notReachableOrNotAllowed, .timedOut, .interrupted: return true
        default: return false
        }
    }
}

extension PageError {
    /// Whether the failure is worth caching.
    ///
    /// Local refusals are cheap to recompute, and remembering them would drop links that cost a request. An address
    /// that is refused or not found may be another in a moment, and must not hide the page until then.
    fileprivate var isWorthRemembering: Bool {
        switch code {
        case .schemeNotAllowed, .malformedURL, .userInformation, .portNotAllowed, .notReachableOrNotAllowed,
            .fileNotFound, .notAFile, .fileNotReadable:
            false
        default: true
        }
    }
}
