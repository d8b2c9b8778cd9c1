#if os(Linux) || os(macOS)
internal import Synchronization

/// What the proxy's thread and the others share.
final class ProxyMailbox: Sendable {
    let shared: Mutex<FilteringProxy.Shared>
    let wake: Poller

    init(shared: FilteringProxy.Shared, wake: Poller) {
        self.shared = Mutex(shared)
        self.wake = wake
    }
}
#endif
