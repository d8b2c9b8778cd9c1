package import BoltsPageFetching

/// Until when something that was resolved may be used, on the time line of whoever keeps it.
public struct AppLinkFreshness: Hashable, Sendable {
    /// Until then without asking.
    public var expiry: Duration
    /// Until then while it is being asked for again.
    public var staleWhileRevalidate: Duration
    /// Until then where asking again fails.
    public var staleIfError: Duration

    /// Whether there is any use in keeping it without a validator.
    public func isOfUse(at now: Duration) -> Bool {
        max(expiry, staleWhileRevalidate, staleIfError) > now
    }
}

extension AppLinkCacheOptions {
    /// Until when a link may be used, or `nil` where it is not to be kept.
    ///
    /// - Parameters:
    ///   - cacheability: What the source says.
    ///   - asked: When the source was asked. Its time runs from there, as the answer was on its way since.
    ///   - now: When it answered.
    /// - Returns: The moments.
    public func terms(of cacheability: PageCacheability, asked: Duration, now: Duration) -> AppLinkFreshness? {
        guard isStorable(cacheability) else { return nil }
        let allowsStale = isShared ? cacheability.allowsSharedStale : cacheability.allowsStale
        let isFree = !honorsNoCache || (allowsStale && !cacheability.requiresValidation)
        let ceiling = now + maximumTimeToLive
        var told = asked + (timeToLive(cacheability) ?? defaultTimeToLive)
        if cacheability.requiresValidation { told = asked }
        let expiry = min(isFree ? max(told, now + minimumTimeToLive) : told, ceiling)
        guard isFree else {
            return AppLinkFreshness(expiry: expiry, staleWhileRevalidate: expiry, staleIfError: expiry)
        }
        func end(_ window: Duration) -> Duration { max(expiry, min(told, ceiling) + min(window, maximumTimeToLive)) }
        return AppLinkFreshness(
            expiry: expiry,
            staleWhileRevalidate: end(cacheability.staleWhileRevalidate),
            staleIfError: end(max(cacheability.staleIfError, staleIfError))
        )
    }

    /// Until when a failure is remembered, or `nil` where it is not to be kept.
    func expiry(of error: any Error, now: Duration, date: HTTPDate = .now) -> Duration? {
        guard !(error is CancellationError), negativeTimeToLive > .zero else { return nil }
        guard let error = error as? PageError else { return now + negativeTimeToLive }
        guard error.isWorthRemembering else { return nil }
        if let pause = pause(asked: error, date: date) { return pause > .zero ? now + pause : nil }
        let cacheability = PageCacheability(hops: error.hops, now: date)
        guard isStorable(cacheability) else { return nil }
        if honorsNoCache, cacheability.requiresValidation { return nil }
        // A status that nobody may keep unless told to is kept here for a moment all the same, so that a server in
        // trouble is not asked by everybody; what it does say counts where it is less.
        let told = error.hops.compactMap { hop in
            let answer = HTTPFreshness(hop, now: date)
            return isShared ? answer.sharedExplicitLifetime : answer.explicitLifetime
        }
        let time = min(negativeTimeToLive, told.min().map { .seconds($0) } ?? negativeTimeToLive)
        return time > .zero ? now + time : nil
    }

    /// How long a source that failed is left alone while a stale link serves in its place.
    func pause(after error: any Error, date: HTTPDate = .now) -> Duration {
        (error as? PageError).flatMap { pause(asked: $0, date: date) } ?? negativeTimeToLive
    }

    /// How long a server asked to be left alone.
    private func pause(asked error: PageError, date: HTTPDate) -> Duration? {
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

extension PageError {
    /// Whether asking again soon would give the same.
    ///
    /// What was decided here costs nothing to decide again, and remembering it would push out what did cost something; an
    /// address that is refused or not found may be another one in a moment, and must not stand in for the page until then.
    fileprivate var isWorthRemembering: Bool {
        switch code {
        case .schemeNotAllowed, .malformedURL, .userInformation, .portNotAllowed, .notReachableOrNotAllowed,
            .fileNotFound, .notAFile, .fileNotReadable:
            false
        default: true
        }
    }

    /// Whether it says nothing about the page, only that it cannot be had at the moment (RFC 5861, 4).
    public var isPassing: Bool {
        switch code {
        case .httpStatus: [429, 500, 502, 503, 504].contains(httpStatus ?? 0)
        case .notReachableOrNotAllowed, .timedOut, .interrupted: true
        default: false
        }
    }
}
