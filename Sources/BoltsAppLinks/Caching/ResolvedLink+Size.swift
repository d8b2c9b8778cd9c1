@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsPageMetadata
import Foundation

@_spi(Bolts) extension ResolvedLink {
    /// The estimated size in memory, in bytes: that of its texts, and a constant for each value.
    public var byteCount: Int { link.byteCount + (page?.byteCount ?? 0) }
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
