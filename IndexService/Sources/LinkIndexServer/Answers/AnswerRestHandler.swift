import NIOCore

/// Sends the rest of a response whose beginning was sent before the connection was set up, and then closes the connection.
///
/// Nothing more is read from it.
final class AnswerRestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Tells the others of a connection, once it is active, that its last response was begun.
    struct LastResponseBegun {}

    private let rest: ByteBuffer

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
        written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(rest), promise: written)
    }

    func read(context: ChannelHandlerContext) {}
}
