import NIOCore
import NIOHTTPTypes

/// Tells the handler in front of the decoder when responses end.
final class ResponseEndHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    private let finished: FinishedAnswerHandler
    /// Requests begun minus responses ended.
    private var pending = 0
    /// Whether the request that began last has ended.
    private var hasEnded = true

    /// - Parameter finished: The other handler, which this one puts in front of the pipeline.
    init(_ finished: FinishedAnswerHandler) { self.finished = finished }

    func handlerAdded(context: ChannelHandlerContext) {
        do {
            try context.pipeline.syncOperations.addHandler(finished, position: .first)
        } catch {
            context.fireErrorCaught(error)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: (pending, hasEnded) = (pending + 1, false)
        case .body: break
        case .end: hasEnded = true
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: promise)
        guard case .end = unwrapOutboundIn(data) else { return }
        pending -= 1
        finished.responseEnded(isLast: pending == 0 && hasEnded)
    }
}
