import BoltsPageFetching
import Foundation

/// What a ``CachingAppLinkResolver`` remembers of one URL: the last link, and the last failure if it came after it.
///
/// A store keeps entries and does not look into them. Encoded, an entry is the link with its validators and moments; a
/// failure is left out, as an error of any type cannot be encoded. Decoding fails where the data is from a version
/// whose ``formatVersion`` is another.
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
        /// The page that the link was read from, where the cache keeps pages.
        var page: ResolvedPage?
        var validator: PageValidator?
        var freshness: AppLinkFreshness
        /// When it was stored: in the future if the clock was set back, which makes the other moments worthless.
        var storedAt: Duration
    }

    /// A failure that came after the link, or instead of one.
    struct Failure: Sendable {
        let error: any Error
        /// Until then the source is not asked again.
        let expiry: Duration
        /// Whether the stale link is used until then, or the error.
        let usesStaleLink: Bool
    }

    var answer: Answer?
    var failure: Failure?

    /// Whether the entry holds a link; otherwise it only remembers a failure.
    public var hasLink: Bool { answer != nil }

    /// What the cache does about a URL whose entry this is.
    enum Use {
        case answer(CachedAppLink)
        /// Use the link, and meanwhile ask for it again.
        case answerAndRefresh(CachedAppLink)
        case fail(any Error)
        /// Ask the source, by the validator if there is one.
        case ask
    }

    func use(at now: Duration, refreshesStaleLinks: Bool) -> Use {
        if let failure {
            guard failure.usesStaleLink, let answer else { return now < failure.expiry ? .fail(failure.error) : .ask }
            if now < failure.expiry { return .answer(answer.cached(.stale(failure.error), failure.expiry - now)) }
        }
        guard let answer, answer.storedAt <= now else { return .ask }
        if now < answer.freshness.expiry { return .answer(answer.cached(.hit, answer.freshness.expiry - now)) }
        guard refreshesStaleLinks, now < answer.freshness.staleWhileRevalidate else { return .ask }
        return .answerAndRefresh(answer.cached(.stale(nil), .zero))
    }
}

extension AppLinkCacheEntry.Answer {
    func cached(_ origin: CachedAppLink.Origin, _ timeToLive: Duration?) -> CachedAppLink {
        CachedAppLink(link: link, page: page, origin: origin, timeToLive: timeToLive)
    }
}
