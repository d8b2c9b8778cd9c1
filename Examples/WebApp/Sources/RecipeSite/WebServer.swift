internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// A request as far as a page needs it.
public struct WebRequest: Sendable {
    /// Such as `GET`.
    public let method: String

    /// The path and the query.
    public let target: String
}

/// An answer.
public struct WebResponse: Sendable {
    /// The status code.
    public var status: Int

    /// The header fields but for the length.
    public var fields: [(name: String, value: String)]

    /// The body.
    public var body: [UInt8]

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The header fields but for the length.
    ///   - body: The body.
    public init(status: Int = 200, fields: [(name: String, value: String)] = [], body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// A small server on this machine only, which answers by a function.
public final class WebServer: Sendable {
    /// Where it is, such as `http://127.0.0.1:8080`.
    public let origin: String
    private let listener: any Channel

    /// Starts a server on 127.0.0.1.
    ///
    /// - Parameters:
    ///   - port: The port; any that is free where it is 0.
    ///   - respond: What it answers, given where it is; called on a thread of SwiftNIO's.
    /// - Throws: An error of SwiftNIO's where the port is taken.
    public init(
        port: Int = 0,
        respond: @escaping @Sendable (_ origin: String, _ request: WebRequest) -> WebResponse
    ) async throws {
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Responder(respond))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        origin = Responder.origin(of: listener)
    }

    /// Waits until the server is stopped.
    public func run() async throws { try await listener.closeFuture.get() }

    /// Stops taking connections.
    public func stop() async throws { try await listener.close() }
}

/// Answers one connection's requests, one after the other.
private final class Responder: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let respond: @Sendable (String, WebRequest) -> WebResponse
    private var request: WebRequest?

    init(_ respond: @escaping @Sendable (String, WebRequest) -> WebResponse) { self.respond = respond }

    static func origin(of channel: any Channel) -> String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)" }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): request = WebRequest(method: head.method.rawValue, target: head.uri)
        case .body: break
        case .end:
            guard let request else { return }
            send(respond(Self.origin(of: context.channel), request), context)
        }
    }

    private func send(_ response: WebResponse, _ context: ChannelHandlerContext) {
        var fields = HTTPHeaders(response.fields.map { ($0.name, $0.value) })
        fields.add(name: "Content-Length", value: "\(response.body.count)")
        let head = HTTPResponseHead(
            version: .http1_1,
            status: HTTPResponseStatus(statusCode: response.status),
            headers: fields
        )
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: response.body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
