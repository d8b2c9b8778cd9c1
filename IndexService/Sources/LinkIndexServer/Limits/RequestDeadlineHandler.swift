import NIOCore
import NIOHTTPTypes

/// Closes the connection of a client that takes too long to send a request, from its first byte to its last.
///
/// A connection on which nothing was sent yet, or on which the last response was sent, is under the same limit, so bytes
/// that never become a header end too.
final class RequestDeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    private let limit: TimeAmount
    private var scheduled: Scheduled<Void>?
    /// The requests that arrived less the responses that were sent; negative after a response to half a request.
    private var pending = 0

    /// - Parameter limit: How long a request may take to arrive.
    init(limit: TimeAmount) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = unwrapInboundIn(data) { count(1, context) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { count(-1, context) }
        context.write(data, promise: promise)
    }

    /// The time of the service's own work does not count.
    private func count(_ change: Int, _ context: ChannelHandlerContext) {
        pending += change
        if pending > 0 { stop() } else { start(context) }
    }

    private func start(_ context: ChannelHandlerContext) {
        stop()
        let channel = context.channel
        scheduled = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }

    private func stop() {
        scheduled?.cancel()
        scheduled = nil
    }
}
