#if os(Linux)
import Synchronization

/// Carries the requests of one fetch over libcurl.
final class CurlTransport: PageTransport {
    private struct State {
        /// What the loop calls the request under way.
        var exchange: Int?
        var isEnded = false
    }

    private let state = Mutex(State())
    private let loop: CurlLoop
    private let gate: FetchGate
    private let settings: CurlExchange.Settings

    init(_ loop: CurlLoop, _ gate: FetchGate, _ settings: CurlExchange.Settings) {
        self.loop = loop
        self.gate = gate
        self.settings = settings
    }

    func admit(_ fetch: PageFetch) {
        let isAdmitted = state.withLock { !$0.isEnded && gate.enter(ObjectIdentifier(self), fetch) }
        if isAdmitted { fetch.admitted() }
    }

    func load(_ request: PageRequest, for fetch: PageFetch) {
        state.withLock { state in
            guard !state.isEnded else { return }
            state.exchange = loop.start(request, for: fetch, settings)
        }
    }

    func end() {
        let exchange = state.withLock { state in
            state.isEnded = true
            return state.exchange.take()
        }
        if let exchange { loop.stop(exchange) }
        gate.leave(ObjectIdentifier(self))
    }
}
#endif
