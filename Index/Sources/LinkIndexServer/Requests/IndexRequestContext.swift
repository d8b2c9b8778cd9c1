import Hummingbird
import Logging
import NIOCore
import Synchronization

/// The context of a request, with its sender.
struct IndexRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address of the connection, or `nil` in tests without one.
    let remoteAddress: SocketAddress?
    /// The client's key, once it is known.
    let key = KeyNote()

    init(source: Source) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}

/// A place for the id of a request's key, which a route sets and the log of requests reads.
final class KeyNote: Sendable {
    private let value = Mutex<String?>(nil)

    var id: String? { value.withLock { $0 } }

    func set(_ id: String) { value.withLock { $0 = id } }
}
