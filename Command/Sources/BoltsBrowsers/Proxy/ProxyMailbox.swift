#if os(Linux) || os(macOS)
internal import Synchronization

/// The state that the proxy's thread shares with others.
final class ProxyMailbox: Sendable {
    let shared: Mutex<FilteringProxy.Shared>
    let wake: Poller

    init(shared: FilteringProxy.Shared, wake: Poller) {
        self.shared = Mutex(shared)
        self.wake = wake
    }
}
#endif
