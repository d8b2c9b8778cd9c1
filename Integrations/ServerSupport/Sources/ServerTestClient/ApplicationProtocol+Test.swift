import HTTPTypes
public import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix
import ServiceLifecycle

extension ApplicationProtocol {
    /// Runs a test with a client of the application, which has to listen on port 0 of this machine.
    public func test(_ way: ServerTestWay, _ body: (ServerTestClient) async throws -> Void) async throws {
        switch way {
        case .routes: try await body(routesClient())
        case .socket: try await listening { port, _ in try await body(Self.socketClient(port)) }
        }
    }

    /// Runs a test with the application's port and a closure that stops the application; then waits until it has stopped.
    public func listening(_ body: (_ port: Int, _ stop: () async -> Void) async throws -> Void) async throws {
        let (ports, port) = AsyncStream<Int>.makeStream()
        let group = ServiceGroup(
            services: [ListeningApplication(base: self) { port.yield($0) }],
            logger: logger
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { port.finish() }
                try await group.run()
            }
            // If it cannot listen, the group's error is thrown below.
            for await port in ports {
                try await body(port) { await group.triggerGracefulShutdown() }
                break
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private func routesClient() async throws -> ServerTestClient {
        let responder = try await responder
        let logger = logger
        return ServerTestClient(port: nil) { head, body in
            let context = Context(
                source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: logger)
            )
            let request = Request(head: head, body: RequestBody(buffer: body ?? ByteBuffer()))
            var response: Response
            // An error that no middleware handles is answered as by the server.
            do { response = try await responder.respond(to: request, context: context) } catch {
                response = Response(status: .internalServerError)
            }
            let written = WrittenBody()
            try await response.body.write(BodyWriter(written: written))
            return ServerTestResponse(status: response.status, headers: response.headers, body: await written.bytes)
        }
    }

    private static func socketClient(_ port: Int) -> ServerTestClient {
        ServerTestClient(port: port) { head, body in
            let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHTTPClientHandlers()
                        try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPClientCodec())
                        return try NIOAsyncChannel<HTTPResponsePart, HTTPRequestPart>(
                            wrappingChannelSynchronously: channel
                        )
                    }
                }
            return try await channel.executeThenClose { inbound, outbound in
                try await outbound.write(.head(head))
                if let body { try await outbound.write(.body(body)) }
                try await outbound.write(.end(nil))
                var response = HTTPResponse(status: .internalServerError)
                var bytes = ByteBuffer()
                for try await part in inbound {
                    switch part {
                    case .head(let head): response = head
                    case .body(let part): bytes.writeImmutableBuffer(part)
                    case .end:
                        return ServerTestResponse(status: response.status, headers: response.headerFields, body: bytes)
                    }
                }
                throw ChannelError.inputClosed
            }
        }
    }
}

/// The bytes that a response wrote.
private actor WrittenBody {
    var bytes = ByteBuffer()

    func add(_ buffer: ByteBuffer) { bytes.writeImmutableBuffer(buffer) }
}

private struct BodyWriter: ResponseBodyWriter {
    let written: WrittenBody

    func write(_ buffer: ByteBuffer) async throws { await written.add(buffer) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
