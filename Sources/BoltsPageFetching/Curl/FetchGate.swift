#if os(Linux)
import Dispatch
import Synchronization

/// Bounds how many fetches use the network at a time, and with it sockets and memory, however many pages are asked for.
final class FetchGate: Sendable {
    /// That of all fetches over libcurl.
    static let process = FetchGate(limit: 100)

    private let state: Mutex<AdmissionGate<ObjectIdentifier, PageFetch>>

    init(limit: Int) {
        state = Mutex(AdmissionGate(limit: limit))
    }

    /// - Returns: Whether the fetch may go on now; if not, it is told when it may.
    func enter(_ id: ObjectIdentifier, _ fetch: PageFetch) -> Bool {
        state.withLock { $0.enter(id, fetch) }
    }

    /// Makes room for the next, whether the fetch was let in or still waits.
    func leave(_ id: ObjectIdentifier) {
        guard let next = state.withLock({ $0.leave(id) }) else { return }
        // Not from here: a long line of fetches that fail at once would end within each other.
        DispatchQueue.global().async { next.admitted() }
    }
}
#endif
