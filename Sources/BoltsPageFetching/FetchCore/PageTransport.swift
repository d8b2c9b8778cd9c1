/// What carries the requests of one fetch over the network, one after the other.
///
/// It reports what comes to the ``PageFetch`` it was given and decides nothing itself.
protocol PageTransport: AnyObject, Sendable {
    /// Calls back as soon as the fetch may use the network: at once, or when others are done.
    func admit(_ fetch: PageFetch)

    /// Sends a request and reports what comes of it until the fetch no longer wants it.
    func load(_ request: PageRequest, for fetch: PageFetch)

    /// Ends the fetch: whatever is under way is stopped, its connection closed. Called once, on any thread.
    func end()
}

/// Why a transport gave up, as far as the rules care.
struct TransportProblem: Sendable {
    enum Kind {
        case unreachable
        case connectTimedOut
        case untrusted
        case timedOut
        case malformed
        case headerTooLarge
        case interrupted
    }

    let kind: Kind
    let detail: String
}
