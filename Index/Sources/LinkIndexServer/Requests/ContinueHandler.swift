import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Requests the body that a client holds back with `Expect: 100-continue` (RFC 9110, section 10.1.1).
///
/// Some clients wait a second for this, and others until they give up.
final class ContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The number of requests begun minus responses ended.
    private var pending = 0
    /// Whether the latest request waits for status 100.
    private var isExpected = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            pending += 1
            isExpected = Self.expectsContinue(head.headerFields)
            respondIfDue(context)
        case .body, .end: isExpected = false
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: promise)
        guard case .end = unwrapOutboundIn(data) else { return }
        pending -= 1
        respondIfDue(context)
    }

    /// Responses to earlier requests come first.
    private func respondIfDue(_ context: ChannelHandlerContext) {
        guard isExpected, pending == 1 else { return }
        isExpected = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    private static func expectsContinue(_ fields: HTTPFields) -> Bool {
        guard fields[.expect]?.lowercased() == "100-continue" else { return false }
        return fields[.transferEncoding] != nil || (fields[.contentLength] ?? "0") != "0"
    }
}
