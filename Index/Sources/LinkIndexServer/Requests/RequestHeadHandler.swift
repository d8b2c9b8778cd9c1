import NIOCore
import NIOHTTP1

/// Refuses requests that an intermediary may read differently, and adapts the fields of the others to their version of HTTP, which
/// Hummingbird ignores.
///
/// - If there are two `Host` fields, servers and intermediaries choose different ones (RFC 9112, section 3.2).
/// - HTTP/1.0 has no `Transfer-Encoding`, and only the coding `chunked` is decoded here: the decoder would take compressed
///   bytes for the body itself (section 6.1).
/// - After the last request of a connection, the server must close it (section 9.3). Hummingbird looks only for
///    `Connection: close`, so an HTTP/1.0 client that waits for the end of the connection would wait until the connection is closed
///    as idle.
/// - An HTTP/1.0 client does not know status 100, and would take it for the response (RFC 9110, section 10.1.1).
final class RequestHeadHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// A fault of a request.
    ///
    /// ``MalformedRequestHandler`` converts it to a response, after which the connection ends.
    enum Fault: Error {
        case malformedHost
        case codingOfOldVersion
        case unknownCoding
    }

    private let count: RequestCount
    /// Whether a request was refused, after which nothing is read.
    private var hasRefused = false

    /// - Parameter count: How many requests the connection has carried.
    init(_ count: RequestCount) { self.count = count }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasRefused { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if let fault = Self.fault(head) {
            hasRefused = true
            return context.fireErrorCaught(fault)
        }
        let isLast = count.add()
        if isLast || !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        if head.version == .http1_0 { head.headers.remove(name: "Expect") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private static func fault(_ head: HTTPRequestHead) -> Fault? {
        let hosts = head.headers["host"]
        // HTTP/1.0 does not require `Host`.
        let mayLackHost = head.version.major == 1 && head.version.minor == 0
        guard hosts.isEmpty ? mayLackHost : hosts.count == 1 && HostField.isValid(hosts[0].utf8) else {
            return .malformedHost
        }
        let codings = head.headers[canonicalForm: "transfer-encoding"]
        if codings.isEmpty { return nil }
        if head.version == .http1_0 { return .codingOfOldVersion }
        return codings.count == 1 && codings[0].lowercased() == "chunked" ? nil : .unknownCoding
    }
}
