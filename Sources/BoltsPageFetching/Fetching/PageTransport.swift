/// Carries the requests of a fetch over the network, one after the other.
///
/// A transport makes no decisions: it reports every event to the ``PageFetch``.
protocol PageTransport: Sendable {
    /// Sends a request, and calls ``PageFetch/began(request:)`` just before.
    func load(_ request: PageRequest, for fetch: PageFetch)

    /// Stops a request that runs or waits, and closes its connection; called once, at the end of the fetch, on any
    /// thread.
    func end(_ request: Int, of fetch: PageFetch)
}

/// The reason why a transport failed, as far as the rules of a fetch distinguish it.
struct TransportProblem: Sendable {
    enum Kind {
        case unreachable
        /// The proxy cannot be reached, or does not connect to the server.
        case proxyFailed
        case connectTimedOut
        case untrusted
        case noAuthorities
        case timedOut
        case malformed
        case headerTooLarge
        case interrupted
    }

    let kind: Kind
    let detail: String
    /// Why it failed, in words for the caller, or `nil` if ``detail`` says no more than ``kind``.
    var cause: String?
}
