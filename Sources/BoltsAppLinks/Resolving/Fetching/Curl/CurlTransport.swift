import Dispatch
import Synchronization

/// Carries the requests of one fetch over libcurl.
final class CurlTransport: PageTransport {
    private struct State {
        /// What the loop calls the request under way.
        var exchange: Int?
        var isEnded = false
    }

    /// How many fetches use the network at a time; what bounds sockets and memory, whoever asks for however many pages.
    static let limit = 100
    private static let gate = Mutex(AdmissionGate<ObjectIdentifier, PageFetch>(limit: limit))

    private let state = Mutex(State())
    private let loop: CurlLoop
    private let settings: CurlExchange.Settings

    init(_ loop: CurlLoop, _ settings: CurlExchange.Settings) {
        self.loop = loop
        self.settings = settings
    }

    func admit(_ fetch: PageFetch) {
        let id = ObjectIdentifier(self)
        let isAdmitted = state.withLock { state in
            !state.isEnded && CurlTransport.gate.withLock { $0.enter(id, fetch) }
        }
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
        guard let next = CurlTransport.gate.withLock({ $0.leave(ObjectIdentifier(self)) }) else { return }
        // Not from here: a long line of fetches that fail at once would end within each other.
        DispatchQueue.global().async { next.admitted() }
    }
}
