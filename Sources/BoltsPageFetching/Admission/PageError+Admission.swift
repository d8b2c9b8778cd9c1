extension PageError {
    /// The one error for a host that cannot be reached and one that may not be asked: two would let callers map a network.
    ///
    /// - Parameters:
    ///   - authority: The host, and its port unless it is the scheme's own.
    ///   - hops: The hops before.
    ///   - detail: The real reason, for a log.
    /// - Returns: The error.
    package static func unreachable(_ authority: String, hops: [PageHop] = [], detail: String?) -> PageError {
        PageError(
            .notReachableOrNotAllowed,
            "\(authority) cannot be reached, or is not at a public address",
            hops: hops,
            detail: detail
        )
    }

    /// The error for a port that the address policy refuses.
    package static func portNotAllowed(_ authority: String, hops: [PageHop] = [], detail: String? = nil) -> PageError {
        PageError(
            .portNotAllowed,
            "\(authority) is at a port that is refused: allow it in the address policy, or use port 80 or 443",
            hops: hops,
            detail: detail
        )
    }

    /// The error for a host that was refused.
    package static func refused(
        _ authority: String,
        _ refusal: Admission.Refusal,
        hops: [PageHop] = []
    ) -> PageError {
        switch refusal.reason {
        case .noAddress, .address: unreachable(authority, hops: hops, detail: refusal.detail)
        case .port: portNotAllowed(authority, hops: hops, detail: refusal.detail)
        }
    }
}
