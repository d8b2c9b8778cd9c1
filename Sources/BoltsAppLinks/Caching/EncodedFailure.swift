import BoltsPageFetching

/// A failure in an encoded entry, which must be a `PageError`; its detail is left out.
struct EncodedFailure: Codable {
    let code: String
    let description: String
    let httpStatus: Int?
    let hops: [EncodedHop]
    let expiry: Double
    let usesStaleLink: Bool

    init?(_ failure: AppLinkCacheEntry.Failure) {
        guard let error = failure.error as? PageError else { return nil }
        code = error.code.description
        description = error.description
        httpStatus = error.httpStatus
        hops = error.hops.map(EncodedHop.init)
        expiry = failure.expiry.seconds
        usesStaleLink = failure.usesStaleLink
    }

    func failure(expiry: Duration) -> AppLinkCacheEntry.Failure {
        let error = PageError(PageError.Code(code), description, httpStatus: httpStatus, hops: hops.map(\.hop))
        return AppLinkCacheEntry.Failure(error: error, expiry: expiry, usesStaleLink: usesStaleLink)
    }
}
