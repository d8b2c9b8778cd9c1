import BoltsPageFetching
import BoltsPageMetadata
import Foundation

extension AppLinkCacheEntry {
    /// The estimated size of the entry in memory, in bytes: that of its texts, and a fixed sum for each value.
    public var byteCount: Int {
        var count = 256
        if let failure { count += Self.byteCount(of: failure.error) }
        if let answer {
            count += answer.link.byteCount + (answer.page?.byteCount ?? 0) + (answer.validator?.byteCount ?? 0)
            count += answer.attachment?.count ?? 0
        }
        return count
    }

    private static func byteCount(of error: any Error) -> Int {
        guard let error = error as? PageError else { return 1_024 }
        let hops = error.hops.reduce(0) { $0 + $1.byteCount }
        return error.description.utf8.count + (error.detail?.utf8.count ?? 0) + hops
    }
}

extension AppLink {
    fileprivate var byteCount: Int {
        var count = 256 + sourceURL.absoluteString.utf8.count
        count += (web.urlText?.utf8.count ?? 0) + (web.shouldFallbackText?.utf8.count ?? 0)
        for target in targets {
            let texts = [
                target.urlText, target.appStoreID, target.appName, target.package, target.className, target.appID,
            ]
            count += texts.reduce(256) { $0 + ($1?.utf8.count ?? 0) }
            count += target.additionalProperties.reduce(0) { $0 + 64 + $1.key.utf8.count + $1.value.utf8.count }
        }
        return count + unusedTags.reduce(0) { $0 + $1.byteCount }
    }
}

extension ResolvedPage {
    fileprivate var byteCount: Int {
        256 + metadata.tags.reduce(0) { $0 + $1.byteCount } + metadata.links.reduce(0) { $0 + $1.byteCount }
            + metadata.hyperlinks.reduce(0) { $0 + 64 + $1.utf8.count } + (metadata.baseHref?.utf8.count ?? 0)
            + fetched.hops.reduce(0) { $0 + $1.byteCount }
    }
}

extension MetaTag {
    fileprivate var byteCount: Int { 64 + property.utf8.count + (content?.utf8.count ?? 0) }
}

extension LinkTag {
    fileprivate var byteCount: Int {
        128 + rel.utf8.count + href.utf8.count + (hreflang?.utf8.count ?? 0) + (type?.utf8.count ?? 0)
    }
}

extension PageHop {
    fileprivate var byteCount: Int {
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
