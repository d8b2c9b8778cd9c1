import Foundation
import LinkIndexServer
import Logging
import Synchronization
import Testing

/// Tests bytes that are not a request, or only the beginning of one.
@Suite(.timeLimit(.minutes(20))) struct MalformedRequestTests {
    private static let requests = [
        ("GET /health HTTX/1.1\r\nHost: a\r\n\r\n", 400), ("\u{1}\u{2}\u{3}\r\n\r\n", 400),
        ("GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
        ("GET /health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\nab", 400),
        (
            "POST /v1/links HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
            400
        ),
        ("POST /v1/links HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 501),
        ("GET /health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n", 400),
        ("GET /health HTTP/2.0\r\nHost: a\r\n\r\n", 400),
        ("GET /?\(String(repeating: "a", count: 300_000)) HTTP/1.1\r\nHost: a\r\n\r\n", 431),
        ("GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "a: b\r\n", count: 200))\r\n", 431),
    ]

    @Test(arguments: requests)
    func getAProblemDocumentAndTheEndOfTheConnection(_ request: String, _ status: Int) async throws {
        try await ServerFixture.run { server in
            try await server.sockets { client in
                let socket = try RawSocket(port: try #require(client.port))
                try socket.send(request)
                try Self.check(await socket.waitForEnd(), status)
            }
            let text = server.registry.text()
            #expect(text.contains("applinks_index_requests_total{status=\"\(status)\"} 1\n"))
            #expect(text.contains("applinks_index_request_seconds_count 1\n"))
        }
    }

    @Test func areLoggedWithTheIdOfTheResponse() async throws {
        let lines = Mutex<[Data]>([])
        var options = IndexServerOptions()
        options.requestLog = Logger(label: "requests") { label in
            JSONLogHandler(label: label) { line in lines.withLock { $0.append(line) } }
        }
        try await ServerFixture.run(options) { server in
            try await server.alone { (port: Int) async throws in
                let socket = try RawSocket(port: port)
                try socket.send("GET /secret HTTX/1.1\r\nHost: a\r\n\r\n")
                let response = await socket.waitForEnd()
                let line = try #require(lines.withLock(\.self).first)
                let entry = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
                let id = try #require(entry["request_id"] as? String)
                #expect(response.contains("\r\nX-Request-Id: \(id)\r\n"))
                #expect(entry["status"] as? Int == 400 && entry["route"] as? String == "none")
                #expect(lines.withLock(\.count) == 1 && !String(decoding: line, as: UTF8.self).contains("secret"))
            }
        }
    }

    @Test func areAnsweredAfterTheRequestsBeforeThem() async throws {
        try await ServerFixture.sockets { _, client in
            let socket = try RawSocket(port: try #require(client.port))
            try socket.send(
                "GET /health HTTP/1.1\r\nHost: a\r\n\r\nGET /nothing HTTP/1.1\r\nHost: a\r\n\r\n"
                    + "no request\r\n\r\n"
            )
            let text = await socket.waitForEnd()
            let responses = text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { "HTTP/1.1 " + $0 }
            #expect(responses.map { $0.dropFirst(9).prefix(3) } == ["200", "404", "400"])
            try Self.check(responses.last ?? "", 400)
        }
    }

    /// Expects a response with a problem document, and nothing after it.
    private static func check(_ response: String, _ status: Int) throws {
        let parts = response.components(separatedBy: "\r\n\r\n")
        let (head, body) = (parts[0].lowercased(), parts.dropFirst().joined(separator: "\r\n\r\n"))
        #expect(head.hasPrefix("http/1.1 \(status) "))
        #expect(head.contains("\r\ncontent-type: application/problem+json"))
        #expect(head.contains("\r\ncontent-length: \(body.utf8.count)"))
        #expect(head.contains("\r\nconnection: close"))
        let document = try #require(try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
        #expect(document["status"] as? Int == status)
        #expect(document["type"] is String && document["title"] is String && document["detail"] is String)
    }
}
