extension PageError {
    /// The error for a host that is unreachable or not allowed: two errors would let callers map a network.
    ///
    /// The authority has the port unless it is the scheme's default; the detail is the actual reason, for the log.
    @_spi(Bolts) public static func unreachable(_ authority: String, hops: [PageHop] = [], detail: String?) -> PageError
    {
        PageError(
            .notReachableOrNotAllowed,
            "\(authority) cannot be reached, or is not at a public address",
            hops: hops,
            detail: detail
        )
    }

    /// The error for a port that the address policy refuses.
    @_spi(Bolts) public static func portNotAllowed(_ authority: String, hops: [PageHop] = [], detail: String? = nil)
        -> PageError
    {
        PageError(
            .portNotAllowed,
            "\(authority) is at a port that is not allowed: use port 80 or 443, or allow it in the address policy",
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
