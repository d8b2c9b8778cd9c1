import Foundation

/// The entry of one URL in a cache: the last value, and the last failure if it is newer.
///
/// A store does not inspect entries. The encoded form has the value with its validators and times, and a failure only if
/// it is a ``PageError``, because errors of any type cannot be encoded. Decoding fails if the data has another
/// ``CacheableValue/formatVersion``.
@_spi(Bolts) public struct CacheEntry<Value: CacheableValue>: Sendable {
    /// The last value, which may have become stale.
    struct Answer: Sendable {
        var value: Value
        var validator: PageValidator?
        var freshness: CacheFreshness
        /// The time at which it was stored; if it is in the future, the clock was set back, so the other times are invalid.
        var storedAt: Duration
    }

    var answer: Answer?
    var failure: CacheFailure?

    /// Whether the entry has a value; otherwise it has only a failure.
    public var hasValue: Bool { answer != nil }

    /// The time until which the cache uses the entry without calling its source, on the cache's clock.
    ///
    /// With your own store, that is the time since the start of 1970.
    public var freshUntil: Duration { failure?.expiry ?? answer?.freshness.expiry ?? .zero }

    /// The time until which the cache may use the entry at all, on the cache's clock; afterwards it is only revalidated.
    public var usableUntil: Duration {
        max(
            failure?.expiry ?? .zero,
            answer.map { max($0.freshness.expiry, $0.freshness.staleWhileRevalidate, $0.freshness.staleIfError) }
                ?? .zero
        )
    }

    /// Whether the source can say if the entry's value is still valid.
    public var hasValidator: Bool { answer?.validator != nil }

    /// The estimated size of the entry in memory, in bytes: that of its texts, and a constant for each value.
    public var byteCount: Int {
        256 + (failure?.byteCount ?? 0) + (answer.map { $0.value.byteCount + ($0.validator?.byteCount ?? 0) } ?? 0)
    }

    /// The cache's action for a look-up with this entry.
    enum Use {
        case answer(HTTPCacheAnswer<Value>)
        /// Use the value, and refresh it in the background.
        case answerAndRefresh(HTTPCacheAnswer<Value>)
        case fail(any Error)
        /// Send a request to the source, with the validator if there is one.
        case ask
    }

    func use(at now: Duration, refreshesStaleValues: Bool) -> Use {
        if let failure {
            guard failure.usesStaleValue, let answer else { return now < failure.expiry ? .fail(failure.error) : .ask }
            if now < failure.expiry {
                return .answer(answer.cached(.stale(failure.error), failure.expiry - now, at: now))
            }
        }
        guard let answer, answer.storedAt <= now else { return .ask }
        if now < answer.freshness.expiry { return .answer(answer.cached(.hit, answer.freshness.expiry - now, at: now)) }
        guard refreshesStaleValues, now < answer.freshness.staleWhileRevalidate else { return .ask }
        return .answerAndRefresh(answer.cached(.stale(nil), .zero, at: now))
    }
}

extension CacheEntry.Answer {
    func cached(_ origin: HTTPCacheOrigin, _ timeToLive: Duration?, at now: Duration) -> HTTPCacheAnswer<Value> {
        HTTPCacheAnswer(value: value, origin: origin, age: max(.zero, now - storedAt), timeToLive: timeToLive)
    }
}

/// A failure after a cached value or without one.
struct CacheFailure: Sendable {
    let error: any Error
    /// The time before which no request is sent.
    let expiry: Duration
    /// Whether the stale value, and not the error, is used until then.
    let usesStaleValue: Bool

    /// The estimated size in memory, in bytes.
    var byteCount: Int {
        guard let error = error as? PageError else { return 1_024 }
        let hops = error.hops.reduce(0) { $0 + $1.byteCount }
        return error.description.utf8.count + (error.detail?.utf8.count ?? 0) + hops
    }
}

extension PageHop {
    /// The estimated size in memory, in bytes.
    package var byteCount: Int {
        256 + url.absoluteString.utf8.count + (location?.utf8.count ?? 0) + cacheFields.byteCount
    }
}

extension PageValidator {
    fileprivate var byteCount: Int {
        url.absoluteString.utf8.count + (entityTag?.utf8.count ?? 0) + (lastModified?.utf8.count ?? 0)
            + cacheFields.byteCount
    }
}

extension HTTPCacheFields {
    fileprivate var byteCount: Int {
        [age, cacheControl, date, entityTag, expires, lastModified, pragma, retryAfter, vary]
            .reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}
