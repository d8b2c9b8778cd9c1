import NIOCore
import NIOHTTP1

/// Refuses requests whose `Host` field is missing, malformed or there twice (RFC 9112, section 3.2).
///
/// Intermediaries and servers choose different ones of two, so one of them could be asked for what the other would refuse.
/// Such a request counts as bytes that are no request: they get status 400 and the end of the connection.
final class HostCheckHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// What ``MalformedRequestHandler`` turns into a response.
    struct MalformedHost: Error {}

    /// Whether a request was refused, after which nothing is read.
    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasRefused { return }
        guard case .head(let head) = unwrapInboundIn(data), !Self.isValid(head) else {
            return context.fireChannelRead(data)
        }
        hasRefused = true
        context.fireErrorCaught(MalformedHost())
    }

    private static func isValid(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers["host"]
        // HTTP/1.0 has no such field.
        if hosts.isEmpty { return head.version.major == 1 && head.version.minor == 0 }
        return hosts.count == 1 && HostField.isValid(hosts[0].utf8)
    }
}
