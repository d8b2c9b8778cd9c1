import BoltsPageFetching
import Foundation

/// The entry of one URL in a ``CachingAppLinkResolver``: the last link, and the last failure if it is newer.
///
/// A store does not inspect entries. The encoded form has the link with its validators and times, and a failure only if
/// it is a `PageError`, because errors of any type cannot be encoded. Decoding fails if the data has another ``formatVersion``.
///
/// ```swift
/// let data = try JSONEncoder().encode(entry)
/// let same = try JSONDecoder().decode(AppLinkCacheEntry.self, from: data)
/// print(same.hasLink, same.byteCount)
/// ```
public struct AppLinkCacheEntry: Sendable {
    /// The last link, which may have become stale.
    struct Answer: Sendable {
        var link: AppLink
        /// The page from which the link was read, if the cache keeps pages.
        var page: ResolvedPage?
        /// Bytes that the resolver added.
        var attachment: [UInt8]?
        var validator: PageValidator?
        var freshness: AppLinkFreshness
        /// When it was stored; a time in the future means that the clock was set back, so the other times are invalid.
        var storedAt: Duration
    }

    /// A failure that came after the link, or instead of one.
    struct Failure: Sendable {
        let error: any Error
        /// The time until which no request is sent.
        let expiry: Duration
        /// Whether the stale link is used until then, and not the error.
        let usesStaleLink: Bool
    }

    var answer: Answer?
    var failure: Failure?

    /// Whether the entry has a link; otherwise it has only a failure.
    public var hasLink: Bool { answer != nil }

    /// Until when the cache uses the entry without asking its source, on the cache's clock.
    ///
    /// With a store of your own, that is the time since the start of 1970.
    public var freshUntil: Duration { failure?.expiry ?? answer?.freshness.expiry ?? .zero }

    /// Until when the cache uses the entry in any case, on the cache's clock; afterwards it is only revalidated.
    public var usableUntil: Duration {
        max(
            failure?.expiry ?? .zero,
            answer.map { max($0.freshness.expiry, $0.freshness.staleWhileRevalidate, $0.freshness.staleIfError) }
                ?? .zero
        )
    }

    /// Whether the source can be asked whether the link of the entry is still valid.
    public var hasValidator: Bool { answer?.validator != nil }

    /// What the cache does for a look-up with this entry.
    enum Use {
        case answer(CachedAppLink)
        /// Use the link, and refresh it meanwhile.
        case answerAndRefresh(CachedAppLink)
        case fail(any Error)
        /// Ask the source, with the validator if there is one.
        case ask
    }

    func use(at now: Duration, refreshesStaleLinks: Bool) -> Use {
        if let failure {
            guard failure.usesStaleLink, let answer else { return now < failure.expiry ? .fail(failure.error) : .ask }
            if now < failure.expiry {
                return .answer(answer.cached(.stale(failure.error), failure.expiry - now, at: now))
            }
        }
        guard let answer, answer.storedAt <= now else { return .ask }
        if now < answer.freshness.expiry { return .answer(answer.cached(.hit, answer.freshness.expiry - now, at: now)) }
        guard refreshesStaleLinks, now < answer.freshness.staleWhileRevalidate else { return .ask }
        return .answerAndRefresh(answer.cached(.stale(nil), .zero, at: now))
    }
}

extension AppLinkCacheEntry.Answer {
    func cached(_ origin: CachedAppLink.Origin, _ timeToLive: Duration?, at now: Duration) -> CachedAppLink {
        CachedAppLink(
            link: link,
            page: page,
            attachment: attachment,
            origin: origin,
            age: max(.zero, now - storedAt),
            timeToLive: timeToLive
        )
    }
}
