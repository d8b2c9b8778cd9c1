import NIOCore
import NIOHTTP1

/// Adds `Connection: close` to requests after which HTTP closes the connection (RFC 9112, section 9.3), and to the last that the
/// connection may carry.
///
/// Hummingbird looks for exactly that value, and does not know the version of a request: a client of HTTP/1.0 that waits
/// for the end of the connection would wait until it is closed as idle.
final class LastRequestMarker: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let count: RequestCount

    /// - Parameter count: How many requests the connection has carried.
    init(_ count: RequestCount) { self.count = count }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let isLast = count.add()
        guard isLast || !head.isKeepAlive else { return context.fireChannelRead(data) }
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
