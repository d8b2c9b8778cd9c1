#if os(Linux)
import Foundation
import Logging
import NIOCore
import NIOPosix
import Synchronization

@testable import LinkIndexServer

/// A port that accepts connections when it is told to, so that what was sent before has arrived.
struct AcceptingListener {
    let channel: any Channel
    let limits: ClientLimits
    let passed = PassedConnections()

    /// - Parameters:
    ///   - server: Whose answer for ``FinishedAnswerTests/target`` it has.
    ///   - address: Where it listens.
    ///   - body: The answer.
    ///   - now: The time for what is remembered of keys.
    /// - Throws: An error if nobody may listen there.
    init(
        _ server: ServerFixture,
        at address: SocketAddress? = nil,
        body: String = "{\"a\":1}",
        now: @escaping @Sendable () -> Duration = { .zero }
    ) async throws {
        limits = ClientLimits(
            options: server.options,
            keys: KeyRing(server.store, now: now),
            buckets: TokenBuckets { .zero }
        )
        let responder = FinishedResponder(
            FinishedAnswerTests.Connection.answers(server, body: body),
            limits: limits,
            metrics: RequestMetrics(server.registry),
            log: server.options.requestLog.map(RequestLog.init),
            date: ResponseDate()
        )
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.autoRead, value: false)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptedRequestHandler(responder))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { [passed] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(PassedConnections.Handler(passed))
                }
            }
            .bind(to: address ?? SocketAddress(ipAddress: "127.0.0.1", port: 0)).get()
        if address == nil {
            // The turn that accepts one connection accepts the next as well, which must have its bytes by then.
            let option = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_DEFER_ACCEPT))
            try await channel.setOption(option, value: 10).get()
        }
    }

    /// Opens a connection, sends a text, and then has it accepted.
    func connect(_ text: String, from source: UInt32? = nil) throws -> RawSocket {
        guard let address = channel.localAddress else { throw ChannelError.ioOnClosedChannel }
        let socket = try RawSocket(to: address, from: source)
        try socket.send(text)
        channel.read()
        return socket
    }

    /// Sends a text on a connection of its own, and returns what is answered until the connection ends.
    func ask(_ text: String, from source: UInt32? = nil) async throws -> String {
        let socket = try connect(text, from: source)
        socket.endSending()
        return await socket.waitForEnd()
    }

    func run(_ body: (AcceptingListener) async throws -> Void) async throws {
        try await body(self)
        try await channel.close()
    }
}

/// Collects what arrives on the connections that were passed on.
final class PassedConnections: Sendable {
    private let connections = Mutex<[String]>([])
    var all: [String] { connections.withLock { $0 } }

    final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let passed: PassedConnections
        private var text = ""
        init(_ passed: PassedConnections) { self.passed = passed }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            text += String(buffer: unwrapInboundIn(data))
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            guard event as? ChannelEvent == .inputClosed else { return }
            passed.connections.withLock { $0.append(text) }
            context.close(promise: nil)
        }
    }
}
#endif
