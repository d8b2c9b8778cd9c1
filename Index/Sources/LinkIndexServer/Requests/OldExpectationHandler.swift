import NIOCore
import NIOHTTP1

/// Removes `Expect` from requests of HTTP/1.0, whose clients do not know status 100 and would take it for the response
/// (RFC 9110, section 10.1.1).
///
/// ``ContinueHandler``, which asks clients for the body that they hold back, does not know the version of a request.
final class OldExpectationHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), head.version == .http1_0 else {
            return context.fireChannelRead(data)
        }
        head.headers.remove(name: "Expect")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
