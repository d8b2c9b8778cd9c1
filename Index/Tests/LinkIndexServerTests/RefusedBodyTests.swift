import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import LinkIndexServer

/// Tests bodies of requests that already have their response.
@Suite(.timeLimit(.minutes(20))) struct RefusedBodyTests {
    private let loop = EmbeddedEventLoop()
    private let part = ByteBuffer(repeating: 0x61, count: 16 << 10)

    private func connect(_ body: (EmbeddedChannel) throws -> Void) throws {
        let channel = EmbeddedChannel(handler: RefusedBodyHandler(), loop: loop)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try body(channel)
        _ = try? channel.finish()
    }

    private func begin(_ channel: EmbeddedChannel, length: Int? = nil) throws {
        var request = HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/nothing")
        if let length { request.headerFields[.contentLength] = "\(length)" }
        try channel.writeInbound(HTTPRequestPart.head(request))
    }

    private func respond(_ channel: EmbeddedChannel) throws -> HTTPResponse? {
        try channel.respond(.notFound)
        var head: HTTPResponse?
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            if case .head(let response) = part { head = response }
        }
        return head
    }

    @Test func aBodyIsReadForASecondAtMostOnceItsRequestIsAnswered() throws {
        try connect { channel in
            try begin(channel)
            loop.advanceTime(by: .seconds(100))
            try channel.writeInbound(HTTPRequestPart.body(part))
            #expect(channel.isActive, "the service may want it")
            #expect(try respond(channel)?.headerFields[.connection] == nil)
            loop.advanceTime(by: .milliseconds(900))
            #expect(channel.isActive)
            loop.advanceTime(by: .milliseconds(200))
            #expect(!channel.isActive)
        }
    }

    @Test func sixtyFourKilobytesAreReadAtMostAndNobodyGetsThem() throws {
        try connect { channel in
            try begin(channel)
            _ = try respond(channel)
            for _ in 0..<4 { try channel.writeInbound(HTTPRequestPart.body(part)) }
            #expect(channel.isActive)
            try channel.writeInbound(HTTPRequestPart.body(part))
            #expect(!channel.isActive)
            #expect(try channel.passed() == ["head"])
        }
    }

    @Test func aClientWhoseBodyEndsInTimeUsesItsConnectionAgain() throws {
        try connect { channel in
            for _ in 0..<3 {
                try begin(channel, length: part.readableBytes)
                #expect(try respond(channel)?.headerFields[.connection] == nil)
                try channel.writeInbound(HTTPRequestPart.body(part))
                try channel.writeInbound(HTTPRequestPart.end(nil))
                loop.advanceTime(by: .seconds(10))
                #expect(channel.isActive)
                #expect(try channel.passed() == ["head", "end"])
            }
            // A body for which a route waits has no additional time limit.
            try begin(channel)
            for _ in 0..<9 { try channel.writeInbound(HTTPRequestPart.body(part)) }
            loop.advanceTime(by: .seconds(10))
            try channel.writeInbound(HTTPRequestPart.end(nil))
            #expect(try respond(channel)?.headerFields[.connection] == nil)
            #expect(channel.isActive)
        }
    }

    @Test func aClientThatHasAnnouncedMoreIsToldThatTheConnectionEnds() throws {
        try connect { channel in
            try begin(channel, length: 1 << 30)
            #expect(try respond(channel)?.headerFields[.connection] == "close")
        }
    }

    @Test(
        arguments: ["Content-Length: 1000000000", "Transfer-Encoding: chunked"],
        ["/nothing", "/health", "/v1/links"]
    )
    func littleOfAnEndlessBodyIsTaken(_ field: String, _ path: String) async throws {
        try await ServerFixture.sockets { _, client in
            let socket = try RawSocket(port: try #require(client.port))
            try socket.send("POST \(path) HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n")
            let chunk = "8000\r\n" + String(repeating: "a", count: 0x8000) + "\r\n"
            // Bytes in the system's buffers count as sent.
            let sent = await socket.sendRepeatedly(chunk, limit: 256 << 20)
            #expect(sent < 64 << 20)
        }
    }
}
