#if os(Linux) || os(macOS)
internal import Synchronization

/// What the proxy's thread and the others share.
final class ProxyMailbox: Sendable {
    let shared: Mutex<FilteringProxy.Shared>
    let wake: WakePipe

    init(shared: FilteringProxy.Shared, wake: WakePipe) {
        self.shared = Mutex(shared)
        self.wake = wake
    }
}
#endif
