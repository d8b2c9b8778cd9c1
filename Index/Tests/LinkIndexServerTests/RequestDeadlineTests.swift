import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import LinkIndexServer

/// Tests the time limits of a connection, on a manual clock.
struct RequestDeadlineTests {
    private let loop = EmbeddedEventLoop()

    private func connect(_ body: (EmbeddedChannel) throws -> Void) throws {
        let channel = EmbeddedChannel(handler: RequestDeadlineHandler(limit: .seconds(10)), loop: loop)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try body(channel)
        _ = try? channel.finish()
    }

    private func request(_ channel: EmbeddedChannel) throws {
        let request = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
        try channel.writeInbound(HTTPRequestPart.head(request))
        try channel.writeInbound(HTTPRequestPart.end(nil))
    }

    /// A socket whose system takes nothing.
    private final class FullSocket: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = ByteBuffer

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            context.write(wrapOutboundOut(ByteBuffer(string: "part")), promise: promise)
        }

        func flush(context: ChannelHandlerContext) {}
    }

    private func setWritable(_ channel: EmbeddedChannel, _ isWritable: Bool) {
        channel.isWritable = isWritable
        channel.pipeline.fireChannelWritabilityChanged()
        loop.run()
    }

    @Test func theServicesOwnWorkIsNotLimitedAndWhatTheClientDoesAfterItIs() throws {
        try connect { channel in
            loop.advanceTime(by: .seconds(9))
            try request(channel)
            loop.advanceTime(by: .seconds(1_000))
            #expect(channel.isActive)
            try channel.respond()
            loop.advanceTime(by: .seconds(9))
            #expect(channel.isActive)
            loop.advanceTime(by: .seconds(2))
            #expect(!channel.isActive)
        }
    }

    @Test func aClientThatDoesNotReadItsResponseIsDisconnected() throws {
        try connect { channel in
            try request(channel)
            try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
            setWritable(channel, false)
            // Another request does not extend the time.
            loop.advanceTime(by: .seconds(30))
            try request(channel)
            loop.advanceTime(by: .seconds(9))
            #expect(channel.isActive)
            loop.advanceTime(by: .seconds(2))
            #expect(!channel.isActive)
        }
    }

    @Test func aClientThatReadsSlowlyIsServed() throws {
        try connect { channel in
            try request(channel)
            for _ in 0..<10 {
                try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(string: "part")))
                setWritable(channel, false)
                loop.advanceTime(by: .seconds(35))
                setWritable(channel, true)
                loop.advanceTime(by: .seconds(100))
            }
            #expect(channel.isActive)
            try channel.writeOutbound(HTTPResponsePart.end(nil))
            loop.advanceTime(by: .seconds(11))
            #expect(!channel.isActive)
        }
    }

    /// This also applies to a response so short that more could be written.
    @Test func aResponseMayBeReadForLongerThanAConnectionMayBeIdle() throws {
        try connect { channel in
            try channel.pipeline.syncOperations.addHandler(FullSocket(), position: .first)
            try request(channel)
            channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
            channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
            loop.advanceTime(by: .seconds(39))
            #expect(channel.isActive)
            loop.advanceTime(by: .seconds(2))
            #expect(!channel.isActive)
        }
    }
}
