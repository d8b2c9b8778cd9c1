@_spi(Bolts) import BoltsAppLinks
import BoltsPageFetching
@_spi(Bolts) import BoltsPageMetadata
import BoltsTasks
import Foundation

/// Keeps the first tags of a page, up to a limit on their total size.
///
/// An answer repeats the text of tags several times, for each target and each kind of device. Without a limit, a page of
/// 2 MiB makes an answer of 12 MB, and a request for 50 such pages one of 600 MB.
struct TagLimit: RevalidatingAppLinkResolving {
    /// How many bytes the tags of a page may have together: several times what a page needs to name its apps.
    static let byteLimit = 32 << 10

    /// Reads the pages.
    let resolver: HTTPAppLinkResolver

    func resolution(
        for url: URL,
        revalidating validator: PageValidator?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkResolution> {
        resolver.resolution(for: url, revalidating: validator, cancellationToken: cancellationToken)
            .continueOnSuccessWith(.immediate) { resolution in
                guard let page = resolution.page, let metadata = Self.cut(page.metadata) else { return resolution }
                let link = AppLink(sourceURL: page.link.sourceURL, metadata: metadata)
                return AppLinkResolution(
                    page: ResolvedPage(link: link, metadata: metadata, fetched: page.fetched),
                    cacheability: resolution.cacheability
                )
            }
    }

    /// Returns the tags within the limit, or `nil` if no tag exceeds it.
    private static func cut(_ metadata: PageMetadata) -> PageMetadata? {
        var rest = byteLimit
        func fits(_ texts: String?...) -> Bool {
            rest -= texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            return rest >= 0
        }
        var kept = metadata
        kept.tags = Array(metadata.tags.prefix { fits($0.property, $0.content) })
        kept.links = Array(metadata.links.prefix { fits($0.rel, $0.href, $0.hreflang, $0.type) })
        kept.hyperlinks = Array(metadata.hyperlinks.prefix { fits($0) })
        if !fits(metadata.baseHref) { kept.baseHref = nil }
        if kept == metadata { return nil }
        kept.isTruncated = true
        return kept
    }
}
