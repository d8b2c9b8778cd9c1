import Dispatch
import NIOCore

/// Answers a request whose bytes are those of an earlier one, before they are decoded.
///
/// It stands in front of the decoder. The same bytes mean the same request only where a request begins, so it answers
/// only while every request of the connection so far arrived by itself in one piece, and its response was sent before
/// the next. After anything else it passes on all that arrives.
final class RepeatedRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Position {
        /// The next byte is the first of a request.
        case betweenRequests
        /// These bytes, a whole request, were passed on.
        case inRequest(ByteBuffer)
        /// It is not known where a request begins.
        case unknown
    }

    /// How many bytes a request has at most that is answered from here.
    static let requestLimit = 4_096

    private let answers: FinishedAnswers
    private let limits: ClientLimits
    private let metrics: RequestMetrics
    private let date: ResponseDate
    private let onAnswer: () -> Void
    private var position = Position.betweenRequests

    /// - Parameters:
    ///   - answers: The finished answers.
    ///   - limits: Who may ask, and how much.
    ///   - metrics: Counts the requests that are answered here.
    ///   - date: The time in responses.
    ///   - onAnswer: Called on the event loop after each request that is answered here.
    init(
        _ answers: FinishedAnswers,
        limits: ClientLimits,
        metrics: RequestMetrics,
        date: ResponseDate,
        onAnswer: @escaping () -> Void
    ) {
        self.answers = answers
        self.limits = limits
        self.metrics = metrics
        self.date = date
        self.onAnswer = onAnswer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .unknown = position { return context.fireChannelRead(data) }
        let bytes = unwrapInboundIn(data)
        if case .betweenRequests = position, bytes.readableBytes <= Self.requestLimit {
            if answer(bytes, context) { return }
            position = Self.isWholeRequest(bytes) ? .inRequest(bytes) : .unknown
        } else {
            position = .unknown
        }
        context.fireChannelRead(data)
    }

    /// A connection is closed when it is asked to be and has no request, which would cut off a response from here.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        position = .unknown
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in
            context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
        // What was written before it is sent before it.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: written)
    }

    /// Keeps an answer for the request that arrived last, if that arrived by itself.
    ///
    /// - Parameter answer: The answer, for which nothing counts but the bytes of the request.
    func keep(_ answer: FinishedAnswer) {
        if case .inRequest(let bytes) = position { answers.keep(answer, forRequest: bytes) }
    }

    /// Says that the response to a request was sent.
    ///
    /// - Parameter isWhole: Whether the request was read to its end before, and no other has begun.
    func responseEnded(isWhole: Bool) {
        if case .inRequest = position { position = isWhole ? .betweenRequests : .unknown }
    }

    /// Returns whether it answered the request.
    private func answer(_ request: ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
        let start = DispatchTime.now().uptimeNanoseconds
        guard context.channel.isWritable, let answer = answers.answer(toRequest: request),
            limits.admits(1, context.remoteAddress)
        else { return false }
        var response = context.channel.allocator.buffer(capacity: 160 + answer.body.readableBytes)
        response.writeStaticString("HTTP/1.1 200 OK\r\nDate: ")
        response.writeString(date.text)
        response.writeStaticString("\r\nContent-Type: application/json\r\nContent-Length: ")
        response.writeString(String(answer.body.readableBytes))
        response.writeStaticString("\r\n\r\n")
        response.writeImmutableBuffer(answer.body)
        context.writeAndFlush(wrapOutboundOut(response), promise: nil)
        metrics.record(status: 200, since: start)
        onAnswer()
        return true
    }

    /// Whether bytes are the header section of one HTTP/1.1 request and nothing more.
    ///
    /// Lines that end in anything but CR LF are refused, because decoders differ on where such a header ends.
    static func isWholeRequest(_ bytes: ByteBuffer) -> Bool {
        bytes.withUnsafeReadableBytes { bytes in
            let (cr, lf) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
            guard bytes.count >= 4, bytes[0] > 0x20, var next = bytes.firstIndex(of: lf), isVersion11(bytes[..<next])
            else { return false }
            var start = 0
            while true {
                // The line's bytes without CR LF.
                let line = bytes[start..<max(start, next - 1)]
                guard next > start, bytes[next - 1] == cr, !line.contains(cr) else { return false }
                if line.isEmpty { return next == bytes.count - 1 }
                start = next + 1
                guard let end = bytes[start...].firstIndex(of: lf) else { return false }
                next = end
            }
        }
    }

    private static func isVersion11(_ line: UnsafeRawBufferPointer.SubSequence) -> Bool {
        line.suffix(10).elementsEqual(" HTTP/1.1\r".utf8)
    }
}
