import BoltsPageFetching
import Foundation

/// One request for an association file and what came of it, as it is stored.
struct SiteExchange: Codable, Sendable {
    struct Hop: Codable, Sendable {
        let url: URL
        let status: Int
        let location: String?
        let cacheFields: HTTPCacheFields

        init(_ hop: PageHop) {
            (url, status, location, cacheFields) = (hop.url, hop.status, hop.location, hop.cacheFields)
        }

        var hop: PageHop { PageHop(url: url, status: status, location: location, cacheFields: cacheFields) }
    }

    /// A response that the fetcher returned.
    struct Response: Codable, Sendable {
        let url: URL
        let status: Int
        let mediaType: String?
        let charset: String?
        let isCut: Bool
        let body: Data
    }

    /// A failure of the fetcher.
    struct Failure: Codable, Sendable {
        let code: String
        let description: String
        let httpStatus: Int?
    }

    let url: URL
    /// How many redirects were followed at most: the same file is asked for with and without.
    let redirectLimit: Int
    let hops: [Hop]
    let response: Response?
    let failure: Failure?

    init(_ url: URL, _ options: PageFetchOptions, _ page: FetchedPage, body: [UInt8]) {
        self.url = url
        redirectLimit = options.redirectLimit
        hops = page.hops.map(Hop.init)
        response = Response(
            url: page.response.url,
            status: page.response.status,
            mediaType: page.response.contentType?.mediaType,
            charset: page.response.contentType?.charset,
            isCut: page.isCut,
            body: Data(body)
        )
        failure = nil
    }

    init(_ url: URL, _ options: PageFetchOptions, _ error: PageError) {
        self.url = url
        redirectLimit = options.redirectLimit
        hops = error.hops.map(Hop.init)
        response = nil
        failure = Failure(
            code: error.code.description,
            description: error.description,
            httpStatus: error.httpStatus
        )
    }

    /// The record of the fetch, if it returned one.
    var page: FetchedPage? {
        guard let response else { return nil }
        let type = response.mediaType.map { PageContentType(mediaType: $0, charset: response.charset) }
        return FetchedPage(
            requestedURL: url,
            response: PageResponse(url: response.url, status: response.status, contentType: type),
            hops: hops.map(\.hop),
            byteCount: response.body.count,
            body: response.isCut ? .cut : .complete
        )
    }

    /// The error of the fetch, if it failed.
    var error: PageError? {
        guard let failure else { return nil }
        let code = Self.codes.first { $0.description == failure.code } ?? .interrupted
        return PageError(code, failure.description, httpStatus: failure.httpStatus, hops: hops.map(\.hop))
    }

    private static let codes: [PageError.Code] = [
        .schemeNotAllowed, .malformedURL, .userInformation, .portNotAllowed, .notReachableOrNotAllowed,
        .untrustedConnection, .timedOut, .interrupted, .malformedResponse, .headerTooLarge, .httpStatus,
        .tooManyRedirects, .redirectLoop, .redirectWithoutLocation, .malformedRedirect, .redirectRefused, .hostPaused,
        .notInstalled,
    ]

    /// Whether the server said something about the file, if only that there is none.
    var isAnswer: Bool {
        if response != nil { return true }
        guard let status = failure?.httpStatus else { return failure.map { !Self.isOutage($0.code) } ?? false }
        return status < 500 && status != 429
    }

    private static func isOutage(_ code: String) -> Bool {
        [PageError.Code.notReachableOrNotAllowed, .timedOut, .interrupted, .hostPaused, .notInstalled].contains {
            $0.description == code
        }
    }
}
