import NIOCore
import NIOHTTPTypes

/// Closes the connection of a client that takes too long to send a request, from its first byte to its last, or to read a
/// response.
///
/// The same limit applies to a connection on which nothing was sent yet, or whose last response was sent, so bytes that never
/// become a header end too.
final class RequestDeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    private let limit: TimeAmount
    /// How long a connection may remain open without a request after a response.
    private let idleLimit: TimeAmount
    /// How long a client may leave a response unread.
    private let readLimit: TimeAmount
    /// When the connection is closed, or `nil` while the service is working on a request.
    private var deadline: NIODeadline?
    /// When the last response was written.
    private var lastResponse: NIODeadline?
    private var timer: Scheduled<Void>?
    /// The number of requests received minus responses sent; negative after a response to an incomplete request.
    private var pending = 0

    /// - Parameters:
    ///   - limit: How long a request may take to arrive; a response may take four times as long.
    ///   - idleLimit: How long after a response the next request may take to arrive, by default as long as the first.
    init(limit: TimeAmount, idleLimit: TimeAmount? = nil) {
        self.limit = limit
        self.idleLimit = idleLimit ?? limit
        readLimit = limit * 4
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(limit, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelActive(context: ChannelHandlerContext) {
        start(limit, context)
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

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if !context.channel.isWritable {
            start(readLimit, context)
        } else if pending > 0 {
            deadline = nil
        }
        context.fireChannelWritabilityChanged()
    }

    /// No deadline runs while the service is working on a request.
    private func count(_ change: Int, _ context: ChannelHandlerContext) {
        pending += change
        if change < 0 { lastResponse = context.eventLoop.now }
        if pending <= 0 {
            start(context.channel.isWritable ? idleLimit : readLimit, context)
        } else if context.channel.isWritable {
            deadline = nil
        }
    }

    private func start(_ limit: TimeAmount, _ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        let deadline = context.eventLoop.now + limit
        self.deadline = deadline
        if timer == nil { schedule(for: deadline, context) }
    }

    /// One timer serves many requests: a timer for each request would cost more than its answer.
    ///
    /// It checks the deadline at least as often as the shorter limit, because the deadline may become earlier.
    private func schedule(for deadline: NIODeadline, _ context: ChannelHandlerContext) {
        let next = min(deadline, context.eventLoop.now + min(limit, idleLimit))
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: next) {
            self.timer = nil
            guard let deadline = self.deadline else { return }
            let end = self.extended(deadline, context)
            self.deadline = end
            if end <= context.eventLoop.now {
                context.close(promise: nil)
            } else {
                self.schedule(for: end, context)
            }
        }
    }

    /// The given deadline, or a later one if a client is still reading the last response.
    private func extended(_ deadline: NIODeadline, _ context: ChannelHandlerContext) -> NIODeadline {
        guard deadline <= context.eventLoop.now, let lastResponse, context.channel.unsentByteCount > 0 else {
            return deadline
        }
        return max(deadline, lastResponse + readLimit)
    }

    private func stop() {
        deadline = nil
        timer?.cancel()
        timer = nil
    }
}
