import BoltsPageFetching

/// The change of the stored entry after a request, and the result for its waiters.
struct StorageDecision {
    enum Change {
        case store(AppLinkCacheEntry)
        case remove
        case keep
    }

    let result: Result<CachedAppLink, any Error>
    let change: Change

    /// Applies the rules of HTTP and of the options to the result of a request.
    ///
    /// - Parameters:
    ///   - result: The source's result.
    ///   - key: The requested URL.
    ///   - entry: The entry before the request.
    ///   - isRefresh: Whether the stale link was used meanwhile.
    ///   - asked: The time of the request.
    ///   - now: The time of the response.
    ///   - options: The options of the cache.
    init(
        _ result: Result<AppLinkResolution, any Error>,
        key: AppLinkCacheKey,
        entry: AppLinkCacheEntry?,
        isRefresh: Bool,
        asked: Duration,
        now: Duration,
        options: AppLinkCacheOptions
    ) {
        switch result {
        case .success(let resolution):
            guard let link = resolution.link ?? entry?.answer?.link else {
                self.init(failure: PageError.notModifiedUnasked(key.text), entry, now: now, options: options)
                return
            }
            self.init(resolution, link, entry?.answer, asked: asked, now: now, options: options)
        case .failure(let error):
            guard let answer = entry?.answer, error.isTemporary, answer.storedAt <= now else {
                self.init(failure: error, entry, now: now, options: options)
                return
            }
            let freshness = answer.freshness
            let end = isRefresh ? max(freshness.staleIfError, freshness.staleWhileRevalidate) : freshness.staleIfError
            guard now < end else {
                self.init(failure: error, entry, now: now, options: options)
                return
            }
            // No request is sent for a while.
            let expiry = min(now + options.pause(after: error), end)
            let failure = AppLinkCacheEntry.Failure(error: error, expiry: expiry, usesStaleLink: true)
            self.init(
                .success(answer.cached(.stale(error), expiry - now, at: now)),
                expiry > now ? .store(AppLinkCacheEntry(answer: answer, failure: failure)) : .keep
            )
        }
    }

    private init(_ result: Result<CachedAppLink, any Error>, _ change: Change) {
        self.result = result
        self.change = change
    }

    /// The source returned a link, or confirmed the earlier one.
    private init(
        _ resolution: AppLinkResolution,
        _ link: AppLink,
        _ earlier: AppLinkCacheEntry.Answer?,
        asked: Duration,
        now: Duration,
        options: AppLinkCacheOptions
    ) {
        let cacheability = resolution.cacheability
        let origin: CachedAppLink.Origin = resolution.isNotModified ? .revalidated : .fetched
        let page = resolution.isNotModified ? earlier?.page?.reached(by: resolution.hops) : resolution.page
        let attachment = resolution.attachment ?? (resolution.isNotModified ? earlier?.attachment : nil)
        func cached(timeToLive: Duration?) -> CachedAppLink {
            CachedAppLink(
                link: link,
                page: page,
                attachment: attachment,
                origin: origin,
                age: .zero,
                timeToLive: timeToLive
            )
        }
        guard let freshness = options.freshness(of: cacheability, asked: asked, now: now),
            freshness.isUseful(at: now) || cacheability.validator != nil
        else {
            self.init(.success(cached(timeToLive: nil)), .remove)
            return
        }
        let answer = AppLinkCacheEntry.Answer(
            link: link,
            // The requests of a page are those of its own response, not those of a later confirmation.
            page: !options.keepsPages ? nil : resolution.isNotModified ? earlier?.page : page,
            attachment: attachment,
            validator: cacheability.validator,
            freshness: freshness,
            storedAt: now
        )
        let timeToLive = max(.zero, freshness.expiry - now)
        self.init(
            .success(cached(timeToLive: timeToLive)),
            .store(AppLinkCacheEntry(answer: answer, failure: nil))
        )
    }

    /// The source failed, and no stale link is used instead.
    ///
    /// The earlier link is kept: it may be used once the failure has expired.
    private init(
        failure error: any Error,
        _ entry: AppLinkCacheEntry?,
        now: Duration,
        options: AppLinkCacheOptions
    ) {
        guard let expiry = options.expiry(of: error, now: now) else {
            self.init(.failure(error), .keep)
            return
        }
        let failure = AppLinkCacheEntry.Failure(error: error, expiry: expiry, usesStaleLink: false)
        self.init(.failure(error), .store(AppLinkCacheEntry(answer: entry?.answer, failure: failure)))
    }
}
