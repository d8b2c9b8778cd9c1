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
