import Dispatch
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers requests for finished answers on the event loop, and passes all others on.
///
/// A request is answered here only if that changes nothing but the time it takes: a `GET` of one URL without a body and
/// without a key, from an address under its limit, on a connection that stays open. Responses keep the order of their
/// requests, and a client that does not read gets no further response from here.
final class FinishedAnswerHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private static let path = "/v1/links?"

    private let answers: FinishedAnswers
    private let limits: ClientLimits
    private let metrics: RequestMetrics
    private let date: ResponseDate
    private let repeated: RepeatedRequestHandler
    /// A request that was not passed on yet, because its end decides whether it has a body.
    private var held: HTTPRequest?
    /// The requests that were passed on less the responses to them; negative after a response to half a request.
    private var pending = 0
    /// Whether the request that began last was read to its end.
    private var hasEnded = true

    /// - Parameters:
    ///   - answers: The finished answers.
    ///   - limits: Who may ask, and how much.
    ///   - metrics: Counts the requests that are answered here.
    ///   - date: The time in responses.
    ///   - onAnswer: Called on the event loop after each request that was answered before it was decoded.
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
        repeated = RepeatedRequestHandler(answers, limits: limits, metrics: metrics, date: date, onAnswer: onAnswer)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        do {
            try context.pipeline.syncOperations.addHandler(repeated, position: .first)
        } catch {
            context.fireErrorCaught(error)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        note(part)
        switch part {
        case .head(let request) where pending == 0 && held == nil && mayAnswer(request, context):
            held = request
        case .end where held != nil:
            guard let request = held else { return }
            held = nil
            if answer(request, context) { return }
            pass(request, context)
            context.fireChannelRead(data)
        case .body where held != nil:
            if let request = held { pass(request, context) }
            held = nil
            context.fireChannelRead(data)
        case .head:
            pending += 1
            context.fireChannelRead(data)
        default:
            context.fireChannelRead(data)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: promise)
        guard case .end = unwrapOutboundIn(data) else { return }
        pending -= 1
        repeated.responseEnded(isWhole: pending == 0 && hasEnded)
    }

    func channelInactive(context: ChannelHandlerContext) {
        held = nil
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, let request = held {
            held = nil
            pass(request, context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func note(_ part: HTTPRequestPart) {
        switch part {
        case .head: hasEnded = false
        case .body: break
        case .end: hasEnded = true
        }
    }

    private func pass(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
        pending += 1
        context.fireChannelRead(wrapInboundOut(.head(request)))
    }

    private func mayAnswer(_ request: HTTPRequest, _ context: ChannelHandlerContext) -> Bool {
        guard request.method == .get, let path = request.path, path.hasPrefix(Self.path), context.channel.isWritable
        else { return false }
        let fields = request.headerFields
        if fields[.expect] != nil { return false }
        guard let connection = fields[.connection] else { return true }
        return connection.lowercased() == "keep-alive"
    }

    /// Returns whether it answered the request.
    private func answer(_ request: HTTPRequest, _ context: ChannelHandlerContext) -> Bool {
        let start = DispatchTime.now().uptimeNanoseconds
        let query = String((request.path ?? "").utf8.dropFirst(Self.path.utf8.count)) ?? ""
        guard limits.isAnonymous(request.headerFields, query), let answer = answers.answer(for: query),
            limits.admits(1, context.remoteAddress)
        else { return false }
        let fields: HTTPFields = [
            .date: date.text,
            .contentType: "application/json",
            .contentLength: String(answer.body.readableBytes),
        ]
        context.write(wrapOutboundOut(.head(HTTPResponse(status: .ok, headerFields: fields))), promise: nil)
        context.write(wrapOutboundOut(.body(answer.body)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        metrics.record(status: 200, since: start)
        repeated.keep(answer)
        repeated.responseEnded(isWhole: true)
        return true
    }
}
