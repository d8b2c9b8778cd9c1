import HTTPTypes
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Ends a connection after its last request.
///
/// A request for another protocol, with `Upgrade` or `CONNECT`, is the last: NIO's decoder leaves all following bytes to that
/// protocol and only collects them, so a further request would never be answered, and a client could fill the memory. After other
/// last requests, which ``RequestHeadHandler`` marks, Hummingbird closes the connection.
final class LastRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How many requests the connection has carried.
    private let count: RequestCount
    /// The number of requests begun minus responses ended.
    private var pending = 0
    /// Whether the latest request asks for another protocol.
    private var isUpgrade = false
    /// Whether the connection ends after that request, according to the request or its version of HTTP.
    private var isClosing = false
    private var hasEnded = false

    init(_ count: RequestCount = RequestCount(limit: 0)) { self.count = count }

    func handlerAdded(context: ChannelHandlerContext) {
        do {
            let pipeline = context.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(RequestHeadHandler(count), position: .before(codec))
        } catch {
            context.fireErrorCaught(error)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            pending += 1
            isUpgrade = head.method == .connect || head.headerFields[.upgrade] != nil
            isClosing = head.headerFields[.connection] == "close"
        case .body: break
        case .end: hasEnded = isUpgrade
        }
        context.fireChannelRead(data)
        // The response came before the end of the request.
        if hasEnded, pending == 0 { context.close(promise: nil) }
    }

    func read(context: ChannelHandlerContext) {
        if !hasEnded { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Responses to earlier requests come first.
        let isLast = isUpgrade && pending == 1
        let isSaid = isLast || (count.isOver || isClosing) && pending == 1
        switch unwrapOutboundIn(data) {
        case .head(var head) where isSaid && head.status.kind != .informational:
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            pending -= 1
            guard isLast, hasEnded else { return context.write(data, promise: promise) }
            let written = promise ?? context.eventLoop.makePromise()
            written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
            context.writeAndFlush(data, promise: written)
        default:
            context.write(data, promise: promise)
        }
    }
}
