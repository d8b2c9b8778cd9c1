import Dispatch
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Responds to bytes that are not a request with a problem document, and counts and logs it.
///
/// Hummingbird responds to them with status 400 and an empty body, after the responses to earlier requests. Such bytes reach no
/// route.
final class MalformedRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let metrics: RequestMetrics
    private let log: RequestLog?
    /// The problem with the bytes that the decoder refused.
    private var problem: Problem?
    /// When the decoder refused them, in nanoseconds of uptime.
    private var start: UInt64 = 0

    /// - Parameters:
    ///   - metrics: Counts the responses.
    ///   - log: The log of the responses, or `nil`.
    init(metrics: RequestMetrics, log: RequestLog?) {
        self.metrics = metrics
        self.log = log
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        start = DispatchTime.now().uptimeNanoseconds
        let refused: Problem? =
            switch error {
            case RequestHeadHandler.Fault.malformedHost: .malformedHost
            case RequestHeadHandler.Fault.codingOfOldVersion: Problem(HTTPParserError.unknown)
            case RequestHeadHandler.Fault.unknownCoding: .unknownCoding
            default: nil
            }
        if let refused {
            problem = refused
            // Hummingbird responds to errors of the decoder only.
            return context.fireErrorCaught(HTTPParserError.unknown)
        }
        if let error = error as? HTTPParserError { problem = Problem(error) }
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard let problem, case .head(let head) = unwrapOutboundIn(data), head.status == .badRequest,
            head.headerFields[.contentLength] == "0", let body = try? JSONBody.buffer(problem.document)
        else { return context.write(data, promise: promise) }
        var response = HTTPResponse(status: problem.status, headerFields: problem.fields)
        response.headerFields[.connection] = "close"
        response.headerFields[.contentLength] = String(body.readableBytes)
        let entry = RequestLog.Entry(
            method: "OTHER",
            route: "none",
            status: problem.status.code,
            bytes: body.readableBytes
        )
        metrics.record(status: entry.status, since: start)
        if let log, let name = RequestLog.idField {
            response.headerFields[name] = entry.id
            log.record(entry, since: start)
        }
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: promise)
    }
}

extension Problem {
    fileprivate static let malformedHost = Problem(
        .badRequest,
        "malformed-host",
        "Malformed host",
        "A request of HTTP/1.1 must have one Host field, with a name or an address. The connection is closed."
    )

    fileprivate static let unknownCoding = Problem(
        .notImplemented,
        "transfer-coding-unknown",
        "Transfer coding unknown",
        "The body's Transfer-Encoding is not chunked. The connection is closed."
    )

    /// The problem of bytes that a decoder refused.
    fileprivate init(_ error: HTTPParserError) {
        if case .headerOverflow = error {
            self.init(
                .requestHeaderFieldsTooLarge,
                "header-too-large",
                "Header too large",
                "The target and the fields of a request may have 160 KiB together, each of them 128 KiB, and there may be "
                    + "100 fields."
            )
        } else {
            self.init(
                .badRequest,
                "malformed-request",
                "Malformed request",
                "The request does not follow HTTP/1.1. The connection is closed."
            )
        }
    }
}
