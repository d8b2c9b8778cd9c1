/// The change of the stored entry after a request, and the result for its waiters.
struct StorageDecision<Value: CacheableValue> {
    enum Change {
        case store(CacheEntry<Value>)
        case remove
        case keep
    }

    let result: Result<HTTPCacheAnswer<Value>, any Error>
    let change: Change

    /// Applies the rules of HTTP and of the options to the result of a request, with the entry before it.
    ///
    /// `isRefresh` says whether the stale value was used meanwhile.
    init(
        _ result: Result<CacheResolution<Value>, any Error>,
        key: ResourceKey,
        entry: CacheEntry<Value>?,
        isRefresh: Bool,
        asked: Duration,
        now: Duration,
        options: HTTPCacheOptions
    ) {
        switch result {
        case .success(let resolution):
            guard let value = resolution.value ?? entry?.answer?.value else {
                self.init(failure: PageError.notModifiedUnasked(key.text), entry, now: now, options: options)
                return
            }
            self.init(resolution, value, entry?.answer, asked: asked, now: now, options: options)
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
            // Until this expiry, no request is sent.
            let expiry = min(now + options.pause(after: error), end)
            let failure = CacheFailure(error: error, expiry: expiry, usesStaleValue: true)
            self.init(
                .success(answer.cached(.stale(error), expiry - now, at: now)),
                expiry > now ? .store(CacheEntry<Value>(answer: answer, failure: failure)) : .keep
            )
        }
    }

    private init(_ result: Result<HTTPCacheAnswer<Value>, any Error>, _ change: Change) {
        self.result = result
        self.change = change
    }

    /// The source returned a value, or confirmed the earlier one.
    private init(
        _ resolution: CacheResolution<Value>,
        _ value: Value,
        _ earlier: CacheEntry<Value>.Answer?,
        asked: Duration,
        now: Duration,
        options: HTTPCacheOptions
    ) {
        let cacheability = resolution.cacheability
        let origin: HTTPCacheOrigin = resolution.isNotModified ? .revalidated : .fetched
        // The requests of a value are those of its own response, not those of a later confirmation.
        let returned = resolution.isNotModified ? value.confirmed(by: resolution.hops) : value
        func cached(timeToLive: Duration?) -> HTTPCacheAnswer<Value> {
            HTTPCacheAnswer(value: returned, origin: origin, age: .zero, timeToLive: timeToLive)
        }
        guard let freshness = options.freshness(of: cacheability, asked: asked, now: now),
            freshness.isUseful(at: now) || cacheability.validator != nil
        else {
            self.init(.success(cached(timeToLive: nil)), .remove)
            return
        }
        let answer = CacheEntry<Value>.Answer(
            value: resolution.keptValue ?? value,
            validator: cacheability.validator,
            freshness: freshness,
            storedAt: now
        )
        let timeToLive = max(.zero, freshness.expiry - now)
        self.init(
            .success(cached(timeToLive: timeToLive)),
            .store(CacheEntry<Value>(answer: answer, failure: nil))
        )
    }

    /// The source failed, and no stale value is used instead.
    ///
    /// The earlier value is kept: it may be used once the failure has expired.
    private init(
        failure error: any Error,
        _ entry: CacheEntry<Value>?,
        now: Duration,
        options: HTTPCacheOptions
    ) {
        guard let expiry = options.expiry(of: error, now: now) else {
            self.init(.failure(error), .keep)
            return
        }
        let failure = CacheFailure(error: error, expiry: expiry, usesStaleValue: false)
        self.init(.failure(error), .store(CacheEntry<Value>(answer: entry?.answer, failure: failure)))
    }
}

extension PageError {
    /// The error of a "not modified" response to an unconditional request.
    package static func notModifiedUnasked(_ urlText: String) -> PageError {
        PageError(
            .malformedResponse,
            "the server's response for \(urlText) is 'not modified' although nothing was cached: try again"
        )
    }
}
