import Hummingbird
import Logging
import NIOCore

/// The context of a request: who sent it.
struct IndexRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address of the connection, or `nil` in tests without one.
    let remoteAddress: SocketAddress?

    init(source: Source) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}
