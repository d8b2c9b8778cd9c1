import Dispatch
import LinkIndex
import NIOCore

/// Answers requests for finished answers before they are decoded, and passes all others on.
///
/// It stands in front of the decoder, because decoding takes most of the time of such an answer. It answers a `GET` of
/// `/v1/links` or in Meta's form, of a client whose key this node remembers or who needs none and who is under its limit, on a
/// connection that stays open or ends with it, and only while it knows where a request begins: as long as each request arrived by
/// itself in one piece, and its response was sent before the next.
/// After anything else it passes on all that arrives on the connection.
final class FinishedAnswerHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Position {
        /// The next byte is the first of a request.
        case betweenRequests
        /// One request without a body was passed on.
        case inRequest
        /// It is not known where a request begins.
        case unknown
        /// The last response was written; nothing that follows counts.
        case ended
    }

    private let answers: FinishedAnswers
    private let limits: ClientLimits
    private let metrics: RequestMetrics
    private let log: RequestLog?
    private let count: RequestCount
    private let date: ResponseDate
    private let onAnswer: () -> Void
    private var position = Position.betweenRequests
    /// Whose the connection is, if it is no proxy's, whose fields say who asks; `nil` until it is known.
    private var peer: Peer?

    private enum Peer {
        case proxy
        case client(String)
    }

    /// - Parameters:
    ///   - answers: The finished answers.
    ///   - limits: Who may ask, and how much.
    ///   - metrics: Counts the requests that are answered here.
    ///   - log: Where each request is logged that is answered here, or `nil`.
    ///   - count: How many requests the connection has carried. The last one is passed on, and closes it.
    ///   - date: The time in responses.
    ///   - onAnswer: Called on the event loop after each request that is answered here.
    init(
        _ answers: FinishedAnswers,
        limits: ClientLimits,
        metrics: RequestMetrics,
        log: RequestLog? = nil,
        count: RequestCount = RequestCount(limit: 0),
        date: ResponseDate,
        onAnswer: @escaping () -> Void
    ) {
        self.answers = answers
        self.limits = limits
        self.metrics = metrics
        self.log = log
        self.count = count
        self.date = date
        self.onAnswer = onAnswer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch position {
        case .unknown: break
        case .ended: return
        case .inRequest: position = .unknown
        case .betweenRequests:
            let bytes = unwrapInboundIn(data)
            let head = bytes.withUnsafeReadableBytes {
                RequestHead($0, forwardedName: limits.options.proxies.fieldName)
            }
            if let head, answer(bytes, head, context) { return }
            position = head.map { $0.fields.contains(.body) ? .unknown : .inRequest } ?? .unknown
        }
        context.fireChannelRead(data)
    }

    /// A connection is closed when it is asked to be and has no request, which would cut off a response from here.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        if position != .ended { position = .unknown }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in
            context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
        // What was written before it is sent before it.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: written)
    }

    /// Says that the response to a request was written that was passed on.
    ///
    /// - Parameter isLast: Whether all requests that were decoded have ended and have their responses.
    func responseEnded(isLast: Bool) {
        if position == .inRequest { position = isLast ? .betweenRequests : .unknown }
    }

    /// Returns whether it answered the request.
    private func answer(_ bytes: ByteBuffer, _ head: RequestHead, _ context: ChannelHandlerContext) -> Bool {
        let start = DispatchTime.now().uptimeNanoseconds
        let now = Timestamp.now
        guard let range = head.query, head.fields.subtracting([.authorization, .close]) == .host,
            context.channel.isWritable, !count.isNextLast,
            let path = FinishedPath(bytes, head)
        else { return false }
        let query = Query(text(range, of: bytes))
        guard let found = path.answer(for: query, from: answers, at: now) else { return false }
        let authorization = head.authorization.map { text($0, of: bytes).trimmed }
        let client = limits.remembered(authorization, query) { address(bytes, head, context) }
        guard let client, limits.admits(found.count, from: client) else { return false }
        var response = context.channel.allocator.buffer(
            capacity: 96 + found.head.readableBytes + found.answer.body.readableBytes
        )
        response.writeStaticString("HTTP/1.1 200 OK\r\nDate: ")
        response.writeString(date.text)
        response.writeStaticString("\r\n")
        let isLast = head.fields.contains(.close)
        if isLast { response.writeStaticString("Connection: close\r\n") }
        response.writeImmutableBuffer(found.head)
        response.writeString(String(found.answer.age(at: now)))
        response.writeStaticString("\r\n\r\n")
        response.writeImmutableBuffer(found.answer.body)
        write(response, isLast: isLast, context)
        _ = count.add()
        metrics.record(status: 200, since: start)
        let entry = RequestLog.Entry(route: path.route, bytes: found.answer.body.readableBytes, key: client.keyID)
        log?.record(entry, since: start)
        onAnswer()
        return true
    }

    private func write(_ response: ByteBuffer, isLast: Bool, _ context: ChannelHandlerContext) {
        guard isLast else { return context.writeAndFlush(wrapOutboundOut(response), promise: nil) }
        position = .ended
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(response), promise: written)
    }

    private func text(_ range: Range<Int>, of bytes: ByteBuffer) -> String {
        bytes.getString(at: bytes.readerIndex + range.lowerBound, length: range.count) ?? ""
    }

    private func address(_ bytes: ByteBuffer, _ head: RequestHead, _ context: ChannelHandlerContext) -> String {
        let proxies = limits.options.proxies
        switch peer {
        case .client(let address): return address
        case .proxy:
            return proxies.client(of: context.remoteAddress) {
                head.forwarded.map { text($0, of: bytes).trimmed } ?? ""
            }
        case nil:
            let isProxy = proxies.contains(context.remoteAddress)
            peer = isProxy ? .proxy : .client(proxies.client(of: context.remoteAddress) { "" })
            return address(bytes, head, context)
        }
    }
}

extension String {
    /// The value of a field without the spaces and tabs around it.
    fileprivate var trimmed: String {
        let start = utf8.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? endIndex
        let end = utf8.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { utf8.index(after: $0) } ?? start
        return String(self[start..<end])
    }
}
