import NIOCore

/// Sends the rest of a response whose beginning was sent before the connection was set up, and then closes the connection.
///
/// What the client still sends is not answered. It is read once the response is written, because the system resets a connection
/// that is closed with bytes that nobody read, and the client loses what is on its way (RFC 9112, section 9.6).
final class AnswerRestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Tells the others of a connection, once it is active, that its last response was begun.
    struct LastResponseBegun {}

    /// How long a client that has all of its response may take to close the connection.
    private static let patience = TimeAmount.seconds(5)

    private let rest: ByteBuffer
    private var isWritten = false
    private var timer: Scheduled<Void>?

    private init(_ rest: ByteBuffer) { self.rest = rest }

    /// Adds a handler to a connection that is not active yet.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - rest: What is sent once it is active.
    static func add(to connection: any Channel, _ rest: ByteBuffer) {
        @Sendable func add() {
            do {
                try connection.pipeline.syncOperations.addHandler(AnswerRestHandler(rest))
            } catch {
                connection.close(promise: nil)
            }
        }
        if connection.eventLoop.inEventLoop { add() } else { connection.eventLoop.execute(add) }
    }

    func channelActive(context: ChannelHandlerContext) {
        // The others begin to watch the connection, and then see whether so much is left that nothing more can be written.
        context.fireChannelActive()
        // From the front: some of them stand before this one.
        context.pipeline.fireUserInboundEventTriggered(LastResponseBegun())
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { result in
            if case .success = result { self.endSending(context) } else { context.close(promise: nil) }
        }
        context.writeAndFlush(wrapOutboundOut(rest), promise: written)
    }

    private func endSending(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        isWritten = true
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { context.close(promise: nil) }
        context.close(mode: .output, promise: nil)
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func channelReadComplete(context: ChannelHandlerContext) {
        if isWritten { context.read() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    /// Keeps to itself that the server stops.
    ///
    /// This connection ends by itself; the handlers behind, which know of no request, would close it at once.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed {
            context.close(promise: nil)
        } else if !(event is ChannelShouldQuiesceEvent) {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func read(context: ChannelHandlerContext) {}
}
