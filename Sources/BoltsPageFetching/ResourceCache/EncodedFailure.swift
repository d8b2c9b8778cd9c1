/// A failure in an encoded entry, which must be a `PageError`; its detail is left out.
struct EncodedFailure: Codable {
    let code: String
    let description: String
    let httpStatus: Int?
    let hops: [EncodedHop]
    let expiry: Double
    let usesStaleValue: Bool

    init?(_ failure: CacheFailure) {
        guard let error = failure.error as? PageError else { return nil }
        code = error.code.description
        description = error.description
        httpStatus = error.httpStatus
        hops = error.hops.map(EncodedHop.init)
        expiry = failure.expiry.seconds
        usesStaleValue = failure.usesStaleValue
    }

    func failure(expiry: Duration) -> CacheFailure {
        let error = PageError(PageError.Code(code), description, httpStatus: httpStatus, hops: hops.map(\.hop))
        return CacheFailure(error: error, expiry: expiry, usesStaleValue: usesStaleValue)
    }
}
