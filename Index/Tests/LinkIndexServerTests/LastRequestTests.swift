import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

@testable import LinkIndexServer

/// Tests connections that end after a response.
@Suite(.timeLimit(.minutes(20))) struct LastRequestTests {
    /// Counts the reads that reach the socket.
    private final class ReadCounter: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        private(set) var count = 0

        func read(context: ChannelHandlerContext) {
            count += 1
            context.read()
        }
    }

    private static let upgrade = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMA\r\n"

    private static let requests = [
        "GET /health HTTP/1.1\r\nHost: a\r\n\(upgrade)\r\n", "CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /health HTTP/1.0\r\n\r\n", "GET /health HTTP/1.1\r\nHost: a\r\nConnection: TE, Close\r\n\r\n",
        "POST /v1/links HTTP/1.1\r\nHost: a\r\n\(upgrade)Content-Length: 2\r\n\r\n{}",
    ]

    @Test(arguments: requests) func theConnectionEndsAfterTheResponse(_ request: String) async throws {
        try await ServerFixture.sockets(.with { ($0.requestTimeout, $0.idleTimeout) = (3_600, 3_600) }) { _, client in
            let socket = try RawSocket(port: try #require(client.port))
            try socket.send(request)
            // The connection would stay open for an hour.
            let response = await socket.waitForEnd()
            #expect(response.hasPrefix("HTTP/1.1 ") && response.lowercased().contains("\r\nconnection: close\r\n"))
        }
    }

    @Test func aConnectionEndsAfterAsManyRequestsAsItMayCarry() async throws {
        let options = IndexServerOptions.with { ($0.idleTimeout, $0.requestsPerConnection) = (3_600, 4) }
        try await ServerFixture.sockets(options) { _, client in
            let socket = try RawSocket(port: try #require(client.port))
            let request = "GET \(ServerFixture.links) HTTP/1.1\r\nHost: a\r\n\r\n"
            // From the third request on the finished answer is sent before the request is decoded.
            for _ in 0..<3 {
                try socket.send(request)
                var response = ""
                while !response.hasSuffix("\"version\":1}") {
                    let part = await socket.receive()
                    try #require(!part.isEmpty, "the connection ended early")
                    response += part
                }
                #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(!response.lowercased().contains("connection: close"))
            }
            try socket.send(request)
            let last = await socket.waitForEnd()
            #expect(last.hasPrefix("HTTP/1.1 200 OK\r\n") && last.lowercased().contains("connection: close"))
        }
    }

    @Test func otherConnectionsGoOn() async throws {
        try await ServerFixture.sockets { _, client in
            let socket = try RawSocket(port: try #require(client.port))
            for line in ["GET /health HTTP/1.0\r\nConnection: keep-alive", "GET /health HTTP/1.1\r\nHost: a"] {
                try socket.send(line + "\r\n\r\n")
                #expect(await socket.receive().hasPrefix("HTTP/1.1 200 OK\r\n"))
            }
        }
    }

    /// A connection like the server's, but without the handlers that answer.
    private func connect(_ body: (EmbeddedChannel, ReadCounter) throws -> Void) throws {
        let (channel, reads) = (EmbeddedChannel(), ReadCounter())
        try channel.pipeline.syncOperations.addHandler(reads)
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withErrorHandling: false
        )
        try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        try channel.pipeline.syncOperations.addHandler(LastRequestHandler())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try body(channel, reads)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    private func respond(_ channel: EmbeddedChannel) throws -> String {
        try channel.respond()
        return try channel.received()
    }

    @Test func nothingIsReadAfterARequestForAnotherProtocol() throws {
        try connect { channel, reads in
            try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
            try channel.writeInbound(
                ByteBuffer(string: "POST / HTTP/1.1\r\nHost: a\r\n\(Self.upgrade)Content-Length: 2\r\n\r\n{")
            )
            var before = reads.count
            channel.read()
            #expect(reads.count == before + 1)
            try channel.writeInbound(ByteBuffer(string: "}"))
            before = reads.count
            channel.read()
            #expect(reads.count == before)
            #expect(try !respond(channel).lowercased().contains("connection: close") && channel.isActive)
            #expect(try respond(channel).lowercased().contains("connection: close") && !channel.isActive)
        }
    }

    @Test func aRequestForAnotherProtocolIsReadToItsEndAlsoAfterItsResponse() throws {
        try connect { channel, _ in
            try channel.writeInbound(
                ByteBuffer(string: "POST / HTTP/1.1\r\nHost: a\r\n\(Self.upgrade)Content-Length: 2\r\n\r\n{")
            )
            #expect(try respond(channel).lowercased().contains("connection: close") && channel.isActive)
            try channel.writeInbound(ByteBuffer(string: "}"))
            #expect(!channel.isActive)
        }
    }
}
