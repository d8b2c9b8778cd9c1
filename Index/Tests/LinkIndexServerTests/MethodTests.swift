import Foundation
import HTTPTypes
import Hummingbird
import LinkIndexServer
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(20))) struct MethodTests {
    @Test(
        arguments: [
            ("/health", 200), ("/ready", 200), ("/openapi.json", 200), ("/nothing", 404), ("/v1/links", 400),
            ("/", 200), ("/check", 400), ("/?ids=", 400),
            ("/v1/links?url=" + encoded(ServerFixture.page), 200), ("/v18.0/?ids=" + encoded(ServerFixture.page), 200),
        ]
    )
    func headHasTheStatusAndTheFieldsOfGETAndNoBody(_ path: String, _ status: Int) async throws {
        try await ServerFixture.routes { _, client in
            // The first answer says that it was just fetched; repeated answers do not change.
            _ = try await client.get(path)
            let get = try await client.get(path)
            let head = try await client.execute(uri: path, method: .head)
            #expect(head.status.code == status && get.status.code == status)
            #expect(head.body.readableBytes == 0)
            #expect(head.headers[.contentType] == get.headers[.contentType])
            #expect(head.headers[.contentLength] == "\(get.body.readableBytes)")
        }
    }

    @Test func headOfTheMetricsHasNoBody() async throws {
        try await ServerFixture.routes { _, client in
            let head = try await client.execute(uri: "/metrics", method: .head)
            #expect(head.status == .ok && head.body.readableBytes == 0)
            #expect(head.headers[.contentType]?.hasPrefix("text/plain") == true)
        }
    }

    @Test func aConnectionGoesOnAfterHEAD() async throws {
        try await ServerFixture.sockets { _, client in
            let socket = try RawSocket(port: try #require(client.port))
            try socket.send(
                "HEAD /nothing HTTP/1.1\r\nHost: index\r\n\r\nHEAD /health HTTP/1.1\r\nHost: index\r\n\r\n"
                    + "GET /health HTTP/1.1\r\nHost: index\r\nConnection: close\r\n\r\n"
            )
            let text = await socket.waitForEnd()
            #expect(text.components(separatedBy: "HTTP/1.1 ").map { $0.prefix(3) } == ["", "404", "200", "200"])
            // The body of the last response is the only one.
            #expect(text.components(separatedBy: "{").count == 2)
        }
    }

    @Test func aQuestionAboutTheServerIsAnsweredWithAllMethods() async throws {
        try await ServerFixture.sockets { _, client in
            let socket = try RawSocket(port: try #require(client.port))
            try socket.send(
                "OPTIONS * HTTP/1.1\r\nHost: index\r\n\r\nOPTIONS /* HTTP/1.1\r\nHost: index\r\n\r\n"
                    + "GET * HTTP/1.1\r\nHost: index\r\nConnection: close\r\n\r\n"
            )
            let text = await socket.waitForEnd()
            #expect(text.components(separatedBy: "HTTP/1.1 ").map { $0.prefix(3) } == ["", "204", "404", "404"])
            #expect(text.contains("\r\nAllow: GET, HEAD, POST, DELETE, OPTIONS\r\n"))
        }
    }

    @Test(
        arguments: [
            ("/v1/links", "GET, HEAD, POST, DELETE"), ("/health", "GET, HEAD"), ("/", "GET, HEAD"),
            ("/v18.0/", "GET, HEAD"), ("//v1/links", "GET, HEAD, POST, DELETE"),
        ]
    )
    func anotherMethodIsRefusedWithThoseThatThereAre(_ path: String, _ methods: String) async throws {
        try await ServerFixture.routes { _, client in
            let response = try await client.execute(uri: path, method: .patch)
            #expect(response.status == .methodNotAllowed && response.headers[.allow] == methods)
            #expect(response.headers[.contentType] == "application/problem+json")
            #expect(try await client.execute(uri: "/nothing", method: .delete).status == .notFound)
        }
    }
}
