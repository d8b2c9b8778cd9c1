import BoltsPageFetching
@_spi(Bolts) import BoltsPageMetadata
import Foundation

struct EncodedTag: Codable {
    let property: String
    let content: String?
    let isName: Bool

    init(_ tag: MetaTag) {
        (property, content, isName) = (tag.property, tag.content, tag.attribute == .name)
    }

    var tag: MetaTag { MetaTag(property: property, content: content, attribute: isName ? .name : .property) }
}

/// A `link` element in an encoded entry.
struct EncodedPageLink: Codable {
    let rel: String
    let href: String
    let hreflang: String?
    let type: String?

    init(_ link: LinkTag) {
        (rel, href, hreflang, type) = (link.rel, link.href, link.hreflang, link.type)
    }

    var link: LinkTag { LinkTag(rel: rel, href: href, hreflang: hreflang, type: type) }
}

/// The encoded form of a page: its tags, from which the link is created again, and its requests.
struct EncodedPage: Codable {
    let requestedURL: URL
    let tags: [EncodedTag]
    /// The links; `nil` if there are none, or in the data of versions that did not keep links.
    let links: [EncodedPageLink]?
    /// The hyperlinks; `nil` if there are none, or in the data of versions that did not keep hyperlinks.
    let hyperlinks: [String]?
    let baseHref: String?
    let encoding: String
    let isTruncated: Bool
    let byteCount: Int
    let hops: [EncodedHop]

    init(_ page: ResolvedPage) {
        requestedURL = page.fetched.requestedURL
        tags = page.metadata.tags.map(EncodedTag.init)
        links = page.metadata.links.isEmpty ? nil : page.metadata.links.map(EncodedPageLink.init)
        hyperlinks = page.metadata.hyperlinks.isEmpty ? nil : page.metadata.hyperlinks
        baseHref = page.metadata.baseHref
        encoding = page.metadata.encoding
        isTruncated = page.metadata.isTruncated
        byteCount = page.fetched.byteCount
        hops = page.fetched.hops.map(EncodedHop.init)
    }

    var page: ResolvedPage {
        var metadata = PageMetadata(tags: tags.map(\.tag), encoding: encoding, isTruncated: isTruncated)
        metadata.links = (links ?? []).map(\.link)
        metadata.hyperlinks = hyperlinks ?? []
        metadata.baseHref = baseHref
        let hops = hops.map(\.hop)
        let response = PageResponse(
            url: hops.last?.url ?? requestedURL,
            status: hops.last?.status ?? 200,
            contentType: nil
        )
        let fetched = FetchedPage(
            requestedURL: requestedURL,
            response: response,
            hops: hops,
            byteCount: byteCount,
            body: isTruncated ? .truncated : .complete
        )
        return ResolvedPage(
            link: AppLink(sourceURL: requestedURL, metadata: metadata),
            metadata: metadata,
            fetched: fetched
        )
    }
}
