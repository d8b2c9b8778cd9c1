import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import LinkIndexServer

/// Tests clients that hold back the body of a request: `Expect: 100-continue`.
@Suite(.timeLimit(.minutes(20))) struct ContinueTests {
    private static let options = IndexServerOptions.with { $0.requestTimeout = 3_600 }

    private static func head(_ method: HTTPRequest.Method, _ fields: HTTPFields = [:]) -> HTTPRequestPart {
        .head(HTTPRequest(method: method, scheme: "http", authority: "a", path: "/", headerFields: fields))
    }

    /// The statuses that were written, with 0 for the end of a response.
    private static func written(_ channel: EmbeddedChannel) throws -> [Int] {
        var statuses: [Int] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            switch part {
            case .head(let head): statuses.append(head.status.code)
            case .body: break
            case .end: statuses.append(0)
            }
        }
        return statuses
    }

    @Test func aClientIsAskedForTheBodyThatItHoldsBack() async throws {
        try await ServerFixture.sockets(Self.options) { _, client in
            let body = "{\"urls\": [\"\(ServerFixture.page)\"]}"
            let socket = try RawSocket(port: try #require(client.port))
            try socket.send(
                "POST /v1/links HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n"
            )
            #expect(await socket.receive() == "HTTP/1.1 100 Continue\r\n\r\n")
            try socket.send(body)
            #expect(await socket.waitForEnd().hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    /// HTTP/1.0 has no status 100: its clients would take it for the response.
    @Test func aClientOfHTTP10IsNotAskedForItsBody() async throws {
        try await ServerFixture.sockets(Self.options) { _, client in
            let body = "{\"urls\": [\"\(ServerFixture.page)\"]}"
            for connection in ["close", "keep-alive"] {
                let socket = try RawSocket(port: try #require(client.port))
                try socket.send(
                    "POST /v1/links HTTP/1.0\r\nHost: a\r\nConnection: \(connection)\r\nExpect: 100-continue\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n"
                )
                try socket.send(body)
                #expect(await socket.receive().hasPrefix("HTTP/1.1 200 OK\r\n"))
            }
        }
    }

    @Test func aClientIsAskedForItsBodyOnlyAfterTheResponsesBefore() throws {
        let channel = EmbeddedChannel(handler: ContinueHandler())
        let expecting: HTTPFields = [.expect: "100-Continue", .contentLength: "2"]
        try channel.writeInbound(Self.head(.get))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.writeInbound(Self.head(.post, expecting))
        #expect(try Self.written(channel) == [])
        try channel.respond(.ok)
        #expect(try Self.written(channel) == [200, 0, 100])
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "{}")))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.respond(.ok)
        #expect(try Self.written(channel) == [200, 0])
        _ = try channel.finish()
    }

    @Test func aClientThatHoldsNothingBackIsNotAskedForIt() throws {
        let channel = EmbeddedChannel(handler: ContinueHandler())
        try channel.writeInbound(Self.head(.get, [.expect: "100-continue"]))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.respond(.ok)
        #expect(try Self.written(channel) == [200, 0])
        _ = try channel.finish()
    }
}
