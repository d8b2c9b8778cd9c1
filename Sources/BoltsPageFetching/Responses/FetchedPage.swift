public import Foundation

/// One request of a fetch and its response.
///
/// ```swift
/// for hop in page.hops { print(hop.status, hop.url, hop.location ?? "") }
/// ```
public struct PageHop: Hashable, Sendable {
    /// The URL that was requested.
    public let url: URL
    /// The status of the response.
    public let status: Int
    /// The `Location` field as it was sent; `nil` if there was none.
    public let location: String?
    /// The fields that control caching.
    public let cacheFields: HTTPCacheFields
    /// The header fields of ``PageFetchOptions/recordedFields`` that the response has, by name.
    @_spi(Bolts) public var fields: [String: String] = [:]
    /// The addresses of the host, one of which was used; empty if they were not looked up.
    ///
    /// Use them in logs, but do not show them to untrusted users.
    public var addresses: [HostAddress] = []
    /// The time until the header of the response arrived, name look-up included; `nil` if it was not measured.
    public var duration: Duration?

    /// Creates the record of one request.
    ///
    /// - Parameters:
    ///   - url: The URL that was requested.
    ///   - status: The status of the response.
    ///   - location: The `Location` field as it was sent.
    ///   - cacheFields: The fields that control caching.
    public init(
        url: URL,
        status: Int,
        location: String? = nil,
        cacheFields: HTTPCacheFields = HTTPCacheFields()
    ) {
        self.url = url
        self.status = status
        self.location = location
        self.cacheFields = cacheFields
    }
}

/// The parts of a response's header that describe the page.
///
/// ```swift
/// print(response.url, response.status, response.contentType?.charset ?? "no charset")
/// ```
public struct PageResponse: Hashable, Sendable {
    /// The URL of the page after all redirects.
    public let url: URL
    /// The status of the response.
    public let status: Int
    /// The `Content-Type` field; `nil` if there was none, or it was invalid.
    public let contentType: PageContentType?

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - status: The status of the response.
    ///   - contentType: The `Content-Type` field.
    public init(url: URL, status: Int, contentType: PageContentType?) {
        self.url = url
        self.status = status
        self.contentType = contentType
    }
}

/// The outcome of a fetch: the redirect chain, the response, and how much of the page was read.
///
/// The bytes themselves were passed to the consumer.
///
/// ```swift
/// let page = try await fetcher.fetch(url, options: PageFetchOptions(), into: consumer, cancellationToken: .none).value
/// print(page.response.url, page.byteCount, page.isTruncated ? "cut" : "whole")
/// ```
public struct FetchedPage: Hashable, Sendable {
    /// The requested URL, exactly as the caller passed it.
    public let requestedURL: URL
    /// The response that held the page.
    public let response: PageResponse
    /// All requests in order; the last one fetched the page.
    public let hops: [PageHop]
    /// How many bytes were passed to the consumer, after decompression.
    public let byteCount: Int
    /// How much of the page was read.
    public let body: Body

    /// The part of a page that was read.
    @nonexhaustive public enum Body: Hashable, Sendable {
        /// The whole page.
        case complete
        /// The beginning of the page: the consumer had enough, or the limit was reached.
        case truncated
        /// Nothing, because the page has not changed since the response with the validator.
        ///
        /// The response is a 304, and the consumer was not called.
        case notModified
    }

    /// Whether the consumer received only the beginning of the page.
    public var isTruncated: Bool { body == .truncated }

    /// Creates the record of a fetch.
    ///
    /// - Parameters:
    ///   - requestedURL: The URL that was requested first.
    ///   - response: The response that held the page.
    ///   - hops: Every request in order.
    ///   - byteCount: How many bytes the consumer received.
    ///   - body: How much of the page was read.
    public init(
        requestedURL: URL,
        response: PageResponse,
        hops: [PageHop],
        byteCount: Int,
        body: Body = .complete
    ) {
        self.requestedURL = requestedURL
        self.response = response
        self.hops = hops
        self.byteCount = byteCount
        self.body = body
    }
}
