import NIOCore
import NIOHTTP1

/// Refuses requests whose body another server on their way may read differently (RFC 9112, section 6.1).
///
/// HTTP/1.0 has no `Transfer-Encoding`, and of its codings only `chunked` is undone here: the decoder would take what is compressed
/// for the body itself. Such a request is answered, and its connection ends.
final class FramingCheckHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// What ``MalformedRequestHandler`` turns into a response.
    enum Fault: Error {
        case codingOfOldVersion
        case unknownCoding
    }

    /// Whether a request was refused, after which nothing is read.
    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasRefused { return }
        guard case .head(let head) = unwrapInboundIn(data), let fault = Self.fault(head) else {
            return context.fireChannelRead(data)
        }
        hasRefused = true
        context.fireErrorCaught(fault)
    }

    private static func fault(_ head: HTTPRequestHead) -> Fault? {
        let codings = head.headers[canonicalForm: "transfer-encoding"]
        if codings.isEmpty { return nil }
        if head.version == .http1_0 { return .codingOfOldVersion }
        return codings.count == 1 && codings[0].lowercased() == "chunked" ? nil : .unknownCoding
    }
}
