import BoltsPageFetching
internal import Foundation

/// An answer that a cache keeps.
struct AppLinkCacheEntry {
    /// A link that may still hold once it is no longer fresh.
    struct Held {
        var link: AppLink
        /// What to ask by.
        var validator: PageValidator?
        var terms: AppLinkFreshness
    }

    var outcome: Result<AppLink, any Error>
    /// Until then it is given without asking.
    var expiry: Duration
    /// Of a link the link itself, of a failure the one from before.
    var held: Held?

    /// Until then it is given while it is being asked for again.
    var refreshEnd: Duration {
        guard case .success = outcome, let held else { return expiry }
        return held.terms.staleWhileRevalidate
    }

    /// About how many bytes it takes.
    var byteCount: Int {
        var count = 256
        switch outcome {
        case .success: break
        case .failure(let error): count += AppLinkCacheEntry.byteCount(of: error)
        }
        if let held {
            count += held.link.byteCount
            count += held.validator?.byteCount ?? 0
        } else if case .success(let link) = outcome {
            count += link.byteCount
        }
        return count
    }

    private static func byteCount(of error: any Error) -> Int {
        guard let error = error as? PageError else { return 1_024 }
        let hops = error.hops.reduce(0) { sum, hop in
            sum + 256 + hop.url.absoluteString.utf8.count + (hop.location?.utf8.count ?? 0) + hop.cacheFields.byteCount
        }
        return error.description.utf8.count + (error.detail?.utf8.count ?? 0) + hops
    }
}

extension AppLink {
    /// About how many bytes the link takes.
    var byteCount: Int {
        var count = 256 + sourceURL.absoluteString.utf8.count
        count += (web.urlText?.utf8.count ?? 0) + (web.shouldFallbackText?.utf8.count ?? 0)
        for target in targets {
            let texts = [
                target.urlText, target.appStoreID, target.appName, target.package, target.className, target.appID,
            ]
            count += texts.reduce(256) { $0 + ($1?.utf8.count ?? 0) }
            count += target.additionalProperties.reduce(0) { $0 + 64 + $1.key.utf8.count + $1.value.utf8.count }
        }
        for tag in unusedTags { count += 64 + tag.property.utf8.count + (tag.content?.utf8.count ?? 0) }
        return count
    }

    /// The same link for somebody who asked with another fragment.
    func asked(by url: URL, instead asked: URL) -> AppLink {
        guard sourceURL == asked, url != asked else { return self }
        var link = self
        link.sourceURL = url
        return link
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
