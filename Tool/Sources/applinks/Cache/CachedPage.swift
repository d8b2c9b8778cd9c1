import BoltsAppLinks
import Foundation

/// What is kept of a page: its tags, the way to it, and how long that holds.
struct CachedPage: Codable, Sendable {
    /// Raised whenever an older file would be misread.
    static let format = 1

    struct Tag: Codable, Sendable {
        let property: String
        let content: String?
        let isName: Bool
    }

    struct Hop: Codable, Sendable {
        let url: URL
        let status: Int
        let location: String?
        let cacheFields: HTTPCacheFields
    }

    struct Validator: Codable, Sendable {
        let url: URL
        let entityTag: String?
        let lastModified: String?
        let cacheFields: HTTPCacheFields
    }

    let format: Int
    /// What the page was asked for by; a file of another key with the same name is not this page.
    let key: String
    let tags: [Tag]
    let encoding: String
    let isTruncated: Bool
    let byteCount: Int
    let hops: [Hop]
    /// In seconds since 1970.
    private(set) var storedAt: Double
    private(set) var freshUntil: Double
    /// Until then it stands in for a server in trouble.
    private(set) var usableUntil: Double
    private(set) var validator: Validator?

    init(
        _ page: ResolvedPage,
        key: String,
        terms: AppLinkFreshness,
        validator: PageValidator?,
        now: Duration
    ) {
        format = Self.format
        self.key = key
        tags = page.metadata.tags.map {
            Tag(property: $0.property, content: $0.content, isName: $0.attribute == .name)
        }
        encoding = page.metadata.encoding
        isTruncated = page.metadata.isTruncated
        byteCount = page.fetched.byteCount
        hops = page.fetched.hops.map {
            Hop(url: $0.url, status: $0.status, location: $0.location, cacheFields: $0.cacheFields)
        }
        storedAt = now.seconds
        freshUntil = terms.expiry.seconds
        usableUntil = terms.staleIfError.seconds
        self.validator = validator.map(Validator.init)
    }

    /// The server said that nothing has changed.
    mutating func renew(_ terms: AppLinkFreshness, validator: PageValidator?, now: Duration) {
        storedAt = now.seconds
        freshUntil = terms.expiry.seconds
        usableUntil = terms.staleIfError.seconds
        self.validator = validator.map(Validator.init)
    }

    /// Whether it may be used without asking.
    ///
    /// A clock that was set back proves nothing.
    func isFresh(at now: Duration) -> Bool { storedAt <= now.seconds && now.seconds < freshUntil }

    /// Whether it may be used because asking failed.
    func isUsable(at now: Duration) -> Bool { storedAt <= now.seconds && now.seconds < usableUntil }

    var pageValidator: PageValidator? {
        validator.map {
            PageValidator(
                url: $0.url,
                entityTag: $0.entityTag,
                lastModified: $0.lastModified,
                cacheFields: $0.cacheFields
            )
        }
    }

    /// The page, for somebody who asks for it by a URL, and came to it by these hops.
    func page(for url: URL, by way: [PageHop]? = nil) -> ResolvedPage {
        let tags = tags.map {
            MetaTag(property: $0.property, content: $0.content, attribute: $0.isName ? .name : .property)
        }
        let metadata = PageMetadata(tags: tags, encoding: encoding, isTruncated: isTruncated)
        let hops =
            way
            ?? hops.map {
                PageHop(url: $0.url, status: $0.status, location: $0.location, cacheFields: $0.cacheFields)
            }
        let response = PageResponse(
            url: hops.last?.url ?? url,
            status: hops.last?.status ?? 200,
            contentType: nil
        )
        let fetched = FetchedPage(
            requestedURL: url,
            response: response,
            hops: hops,
            byteCount: byteCount,
            isCut: isTruncated
        )
        return ResolvedPage(link: AppLink(sourceURL: url, metadata: metadata), metadata: metadata, fetched: fetched)
    }
}

extension CachedPage.Validator {
    init(_ validator: PageValidator) {
        self.init(
            url: validator.url,
            entityTag: validator.entityTag,
            lastModified: validator.lastModified,
            cacheFields: validator.cacheFields
        )
    }
}

extension Duration {
    /// The length in seconds, fractions included.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
