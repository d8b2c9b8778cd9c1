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
    private let fields: @Sendable () -> HTTPFields
    /// A request that was not passed on yet, because its end decides whether it has a body.
    private var held: HTTPRequest?
    /// The requests that were passed on less the responses to them; negative after a response to half a request.
    private var pending = 0
    /// The responses of this handler that were not written to the socket yet.
    private var writing = 0
    private var waitingEvent: ChannelShouldQuiesceEvent?

    /// - Parameters:
    ///   - answers: The finished answers.
    ///   - limits: Who may ask, and how much.
    ///   - metrics: Counts the requests that are answered here.
    ///   - fields: The fields that every response has.
    init(
        _ answers: FinishedAnswers,
        limits: ClientLimits,
        metrics: RequestMetrics,
        fields: @escaping @Sendable () -> HTTPFields
    ) {
        self.answers = answers
        self.limits = limits
        self.metrics = metrics
        self.fields = fields
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
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
        if case .end = unwrapOutboundIn(data) { pending -= 1 }
        context.write(data, promise: promise)
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
        // The next handler closes a connection without requests, which would cut off a response from here.
        if writing > 0, let event = event as? ChannelShouldQuiesceEvent {
            waitingEvent = event
        } else {
            context.fireUserInboundEventTriggered(event)
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
        guard limits.isAnonymous(request.headerFields, query), let body = answers.body(for: query),
            limits.admits(1, context.remoteAddress)
        else { return false }
        var fields = fields()
        fields[.contentType] = "application/json"
        fields[.contentLength] = String(body.readableBytes)
        context.write(wrapOutboundOut(.head(HTTPResponse(status: .ok, headerFields: fields))), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        writing += 1
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in self.endWriting(context) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
        metrics.record(status: 200, since: start)
        return true
    }

    private func endWriting(_ context: ChannelHandlerContext) {
        writing -= 1
        guard writing == 0, let event = waitingEvent else { return }
        waitingEvent = nil
        context.fireUserInboundEventTriggered(event)
    }
}
