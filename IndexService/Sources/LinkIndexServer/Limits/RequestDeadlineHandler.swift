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
    /// When the connection is closed, or `nil` while the service works for it.
    private var deadline: NIODeadline?
    private var timer: Scheduled<Void>?
    /// The requests that arrived less the responses that were sent; negative after a response to half a request.
    private var pending = 0

    /// - Parameter limit: How long a request may take to arrive.
    init(limit: TimeAmount) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    /// Counts a request that was answered before this handler saw it.
    func requestAnswered() {
        if deadline != nil { deadline = .now() + limit }
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
        if pending > 0 { deadline = nil } else { start(context) }
    }

    private func start(_ context: ChannelHandlerContext) {
        let deadline = NIODeadline.now() + limit
        self.deadline = deadline
        if timer == nil { schedule(at: deadline, context) }
    }

    /// One timer serves many requests: a timer for each request would cost more than its answer.
    private func schedule(at deadline: NIODeadline, _ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            self.timer = nil
            guard let deadline = self.deadline else { return }
            if deadline <= .now() { context.close(promise: nil) } else { self.schedule(at: deadline, context) }
        }
    }

    private func stop() {
        deadline = nil
        timer?.cancel()
        timer = nil
    }
}
