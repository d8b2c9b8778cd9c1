import NIOCore
import NIOHTTPTypes

/// Answers requests whose answers are kept, on the event loop of their connection.
///
/// It is the last handler before the router: a request that it answers was checked, counted and timed like any other, but needs
/// neither a task nor the router.
final class FinishedAnswerHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let responder: FinishedResponder
    /// The response to the current request, if it is answered here and its end has not arrived yet.
    private var response: FinishedResponder.Response?
    /// The number of requests passed on minus their responses, which must be sent first.
    private var pending = 0
    /// Whether the connection is to end, so that the following handlers must see each request.
    private var isEnding = false

    /// - Parameter responder: Creates the responses.
    init(_ responder: FinishedResponder) { self.responder = responder }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            if pending == 0, !isEnding, context.channel.isWritable {
                response = responder.response(to: head, from: context.remoteAddress)
            }
            if response != nil { return }
            pending += 1
        case .body: break
        case .end:
            guard let response else { break }
            self.response = nil
            return send(response, context)
        }
        context.fireChannelRead(data)
    }

    private func send(_ response: FinishedResponder.Response, _ context: ChannelHandlerContext) {
        // The response is recorded before it is sent, so that a client that has it finds it in the log and in the counts.
        responder.record(response)
        context.write(wrapOutboundOut(.head(response.head)), promise: nil)
        if let body = response.body { context.write(wrapOutboundOut(.body(body)), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { pending -= 1 }
        context.write(data, promise: promise)
    }

    /// When the connection is to end, the following handlers close it if they know of no request.
    ///
    /// That would truncate a response of this handler.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent || event as? ChannelEvent == .inputClosed else {
            return context.fireUserInboundEventTriggered(event)
        }
        isEnding = true
        // Usually a client has read everything when it closes, so the connection can be closed at once.
        guard context.channel.unsentByteCount > 0 else { return context.fireUserInboundEventTriggered(event) }
        context.channel.whenSent().assumeIsolated().whenComplete { _ in context.fireUserInboundEventTriggered(event) }
    }

    /// After the client has ended its side, closing this side would lose unsent bytes.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output, context.channel.unsentByteCount > 0 else {
            return context.close(mode: mode, promise: promise)
        }
        context.channel.whenSent().assumeIsolated().whenComplete { _ in context.close(mode: mode, promise: promise) }
    }
}
