internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// One request to a server of this machine.
///
/// Foundation's client on Linux refuses the drivers' header fields, which have no space after the colon.
enum LoopbackClient {
    static func send(_ method: String, _ url: String, body: Data?) async throws -> Data {
        guard let parts = URLComponents(string: url), let host = parts.host, let port = parts.port else {
            throw ProgramError("\(url) is no URL of a server here")
        }
        let answer = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: ByteBuffer.self)
        let channel: any Channel
        do {
            channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHTTPClientHandlers()
                        try channel.pipeline.syncOperations.addHandler(Collector(answer))
                    }
                }
                .connect(host: host, port: port).get()
        } catch {
            answer.fail(error)
            throw error
        }
        // A driver that does not answer counts as ended.
        let deadline = channel.eventLoop.scheduleTask(in: .seconds(300)) {
            answer.fail(ProgramError("\(method) \(url): no answer within five minutes"))
        }
        var fields = HTTPHeaders([("Host", "\(host):\(port)"), ("Content-Type", "application/json")])
        fields.add(name: "Content-Length", value: "\(body?.count ?? 0)")
        let head = HTTPRequestHead(
            version: .http1_1,
            method: HTTPMethod(rawValue: method),
            uri: parts.path,
            headers: fields
        )
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        if let body { channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil) }
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
        defer {
            deadline.cancel()
            channel.close(promise: nil)
        }
        return Data(try await answer.futureResult.get().readableBytesView)
    }

    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart

        private let answer: EventLoopPromise<ByteBuffer>
        private var body = ByteBuffer()

        init(_ answer: EventLoopPromise<ByteBuffer>) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head: break
            case .body(var bytes): body.writeBuffer(&bytes)
            case .end: answer.succeed(body)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            answer.fail(error)
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            answer.fail(ProgramError("the driver closed the connection"))
        }
    }
}
