@_spi(Bolts) public import BoltsPageFetching
import BoltsPageMetadata
public import Foundation

/// What a ``CachingAppLinkResolver`` keeps for a URL: the link, and its page if the cache keeps pages.
///
/// ```swift
/// let found = try await cache.lookUp(url)
/// print(found.value.link.targets.count, found.value.page?.metadata.encoding ?? "-")
/// ```
public struct ResolvedLink: Sendable {
    /// The link, whose source is the requested URL.
    public var link: AppLink
    /// The page from which the link was read.
    ///
    /// `nil` if the link did not come from a page, and for a cached link unless the cache keeps pages (the parameter `keepsPages` of
    /// ``CachingAppLinkResolver``).
    public var page: ResolvedPage?
}

@_spi(Bolts) extension ResolvedLink: CacheableValue {
    /// The version of the encoded form.
    public static var formatVersion: Int { 3 }

    /// A copy for a caller whose URL has another fragment.
    public func requested(by url: URL, insteadOf requested: URL) -> ResolvedLink {
        guard link.sourceURL == requested else { return self }
        var copy = self
        copy.link.sourceURL = url
        copy.page = page?.requested(by: url)
        return copy
    }

    /// A copy with the requests of a confirmation.
    public func confirmed(by hops: [PageHop]) -> ResolvedLink {
        ResolvedLink(link: link, page: page?.reached(by: hops))
    }
}

extension ResolvedLink: Codable {
    private enum CodingKeys: String, CodingKey {
        case page, link
    }

    /// Decodes a link, or a page with its link.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        page = try values.decodeIfPresent(EncodedPage.self, forKey: .page)?.page
        link = try page?.link ?? values.decode(EncodedLink.self, forKey: .link).link
    }

    /// Encodes the page, or the link if there is none.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        // The link is not encoded with its page: decoding creates it from the page's tags again.
        if let page {
            try values.encode(EncodedPage(page), forKey: .page)
        } else {
            try values.encode(EncodedLink(link), forKey: .link)
        }
    }
}
