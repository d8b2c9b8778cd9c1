import Dispatch
import LinkIndex
import NIOCore

/// Answers requests for finished answers before they are decoded, and passes all others on.
///
/// It stands in front of the decoder, because decoding takes most of the time of such an answer. It answers a `GET` of
/// `/v1/links` or in Meta's form, and a `POST` of `/v1/links`. The client must be one whose key this node remembers or who needs
/// none, and be under its limit. The connection may stay open or end with the answer.
///
/// It answers only while it knows where a request begins: as long as each request arrived by itself in one piece, and its response
/// was sent before the next. The body of a `POST` may arrive in further pieces, which are held until it is whole. After anything
/// else it passes on all that arrives on the connection.
final class FinishedAnswerHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Position {
        /// The next byte is the first of a request.
        case betweenRequests
        /// One whole request was passed on.
        case inRequest
        /// A `POST` has begun, and waits for the rest of its body.
        case inBody(Held)
        /// It is not known where a request begins.
        case unknown
        /// The last response was written; nothing that follows counts.
        case ended
    }

    /// A request that has not arrived whole.
    private struct Held {
        let request: ListRequest
        var bytes: ByteBuffer
        let client: ClientLimits.Client
        /// When it began, in nanoseconds of uptime.
        let start: UInt64
    }

    private let responder: FinishedResponder
    private let count: RequestCount
    private let onAnswer: (_ isWritten: Bool) -> Void
    private var limits: ClientLimits { responder.limits }
    private var position = Position.betweenRequests
    /// Whose the connection is, if it is no proxy's, whose fields say who asks; `nil` until it is known.
    private var peer: Peer?

    private enum Peer {
        case proxy
        case client(String)
    }

    /// - Parameters:
    ///   - responder: Makes the responses.
    ///   - count: How many requests the connection has carried. The last one is passed on, and closes it.
    ///   - onAnswer: Called on the event loop after each request that is answered here, with whether more can be written.
    init(
        _ responder: FinishedResponder,
        count: RequestCount = RequestCount(limit: 0),
        onAnswer: @escaping (_ isWritten: Bool) -> Void
    ) {
        self.responder = responder
        self.count = count
        self.onAnswer = onAnswer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch position {
        case .unknown: break
        case .ended: return
        case .inRequest: position = .unknown
        case .inBody(var held):
            // The state must not keep a second reference to the bytes, which would copy all of them.
            position = .unknown
            var piece = unwrapInboundIn(data)
            held.bytes.writeBuffer(&piece)
            return proceed(held, context)
        case .betweenRequests:
            let bytes = unwrapInboundIn(data)
            let list = bytes.withUnsafeReadableBytes {
                ListRequest($0, bodyLimit: limits.options.bodyLimit, forwardedName: responder.forwardedName)
            }
            if let list, let held = hold(bytes, list, context) { return proceed(held, context) }
            let head = bytes.withUnsafeReadableBytes { RequestHead($0, forwardedName: responder.forwardedName) }
            if let head, answer(bytes, head, context) { return }
            position = head.map { $0.fields.contains(.body) ? .unknown : .inRequest } ?? .unknown
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        passOnHeld(context)
        context.fireChannelInactive()
    }

    /// A connection is closed when it is asked to be and has no request, or when its client sends nothing more and it had none, which
    /// would cut off a response from here.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is AnswerRestHandler.LastResponseBegun { position = .ended }
        passOnHeld(context)
        let closes = event is ChannelShouldQuiesceEvent || event as? ChannelEvent == .inputClosed
        guard closes else { return context.fireUserInboundEventTriggered(event) }
        if case .ended = position {} else { position = .unknown }
        // Most clients have read everything when they go.
        guard context.channel.unsentByteCount > 0 else { return context.fireUserInboundEventTriggered(event) }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in context.fireUserInboundEventTriggered(event) }
        // What was written before it is sent before it.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: written)
    }

    /// Says that the response to a request was written that was passed on.
    ///
    /// - Parameter isLast: Whether all requests that were decoded have ended and have their responses.
    func responseEnded(isLast: Bool) {
        if case .inRequest = position { position = isLast ? .betweenRequests : .unknown }
    }

    /// Returns whether it answered the request.
    private func answer(_ bytes: ByteBuffer, _ head: RequestHead, _ context: ChannelHandlerContext) -> Bool {
        let start = DispatchTime.now().uptimeNanoseconds
        guard context.channel.isWritable, !count.isNextLast,
            let response = responder.response(to: bytes, head, from: { address(bytes, head, context) })
        else { return false }
        // Before it is sent: whoever has the response finds it in the log and among the counts.
        responder.record(response.entry, since: start)
        write(response.bytes, isLast: head.fields.contains(.close), context)
        countAnswer(context)
        return true
    }

    // MARK: - Lists

    /// Returns a request whose body may be waited for: of a known client that is under its limit.
    ///
    /// Until its URLs are known it counts as one, as it does behind the decoder.
    private func hold(_ bytes: ByteBuffer, _ request: ListRequest, _ context: ChannelHandlerContext) -> Held? {
        let start = DispatchTime.now().uptimeNanoseconds
        guard bytes.readableBytes <= request.byteCount, context.channel.isWritable, !count.isNextLast,
            let client = responder.client(
                bytes,
                request.head,
                .empty,
                from: { address(bytes, request.head, context) }
            ),
            limits.admits(1, from: client)
        else { return nil }
        return Held(request: request, bytes: bytes, client: client, start: start)
    }

    /// Answers a request that is whole, waits for the rest of one that is not, and passes on what it cannot answer.
    private func proceed(_ held: Held, _ context: ChannelHandlerContext) {
        guard held.bytes.readableBytes >= held.request.byteCount else {
            position = .inBody(held)
            return
        }
        limits.giveBack(1, to: held.client)
        // Another request may have begun behind it.
        let isAlone = held.bytes.readableBytes == held.request.byteCount
        position = isAlone ? .betweenRequests : .unknown
        if isAlone, answer(held, context) { return }
        if isAlone { position = .inRequest }
        context.fireChannelRead(wrapInboundOut(held.bytes))
    }

    /// Passes on what has arrived of a request that will not be answered here.
    private func passOnHeld(_ context: ChannelHandlerContext) {
        guard case .inBody(let held) = position else { return }
        position = .unknown
        limits.giveBack(1, to: held.client)
        context.fireChannelRead(wrapInboundOut(held.bytes))
    }

    /// Returns whether it answered a list.
    private func answer(_ held: Held, _ context: ChannelHandlerContext) -> Bool {
        let list = held.bytes.withUnsafeReadableBytes {
            ListBody(UnsafeRawBufferPointer(rebasing: $0[held.request.bodyStart...]))
        }
        guard let list, let form = list.form, context.channel.isWritable,
            let found = responder.answers.answers(for: list.urls, form),
            limits.admits(list.urls.count, from: held.client)
        else { return false }
        let (opening, closing): (StaticString, StaticString) = ("{\"answers\":[", "],\"version\":1}")
        let byteCount = found.reduce(opening.utf8CodeUnitCount + closing.utf8CodeUnitCount - 1) {
            $0 + $1.item.readableBytes
        }
        let entry = RequestLog.Entry(method: "POST", bytes: byteCount, key: held.client.keyID)
        responder.record(entry, since: held.start)
        var response = context.channel.allocator.buffer(capacity: 256)
        let isLast = held.request.head.fields.contains(.close)
        responder.begin(&response, isLast: isLast)
        response.writeString("Content-Type: application/json\r\nContent-Length: \(byteCount)\r\n\r\n")
        response.writeStaticString(opening)
        context.write(wrapOutboundOut(response), promise: nil)
        // The system gathers the pieces, so no answer is copied here.
        for (place, kept) in found.enumerated() {
            context.write(wrapOutboundOut(place == 0 ? kept.answer.body : kept.item), promise: nil)
        }
        response.clear()
        response.writeStaticString(closing)
        write(response, isLast: isLast, context)
        countAnswer(context)
        return true
    }

    // MARK: - Parts of an answer

    private func countAnswer(_ context: ChannelHandlerContext) {
        _ = count.add()
        onAnswer(context.channel.isWritable)
    }

    private func write(_ response: ByteBuffer, isLast: Bool, _ context: ChannelHandlerContext) {
        guard isLast else { return context.writeAndFlush(wrapOutboundOut(response), promise: nil) }
        position = .ended
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(response), promise: written)
    }

    private func address(_ bytes: ByteBuffer, _ head: RequestHead, _ context: ChannelHandlerContext) -> String {
        let proxies = limits.options.proxies
        switch peer {
        case .client(let address): return address
        case .proxy: return responder.client(of: context.remoteAddress, bytes, head)
        case nil:
            let isProxy = proxies.contains(context.remoteAddress)
            peer = isProxy ? .proxy : .client(proxies.client(of: context.remoteAddress) { "" })
            return address(bytes, head, context)
        }
    }
}
