import Foundation
import Testing

@testable import LinkIndexServer

/// Tests that the same bytes get the same statuses whether their answer is kept or must be created.
@Suite(.timeLimit(.minutes(20))) struct RawRequestTests {
    /// Request lines.
    private static let lines = [
        "GET PATH HTTP/1.1", "GET PATH HTTP/1.0", "HEAD PATH HTTP/1.1", "POST PATH HTTP/1.1", "PUT PATH HTTP/1.1",
        "get PATH HTTP/1.1", "GET  PATH HTTP/1.1", "GET PATH  HTTP/1.1", "GET PATH HTTP/1.1 ", " GET PATH HTTP/1.1",
        "GET\tPATH HTTP/1.1", "GET PATH", "GET PATH HTTP/1.2", "GET PATH HTTP/2.0", "GET PATH http/1.1",
        "GET PATH HTTP/1.1x", "GET PATH\0 HTTP/1.1", "GET PATH\u{e9} HTTP/1.1", "GET http://indexPATH HTTP/1.1",
        "GET //indexPATH HTTP/1.1", "GET PATH#x HTTP/1.1", "GET PATH&x=%00 HTTP/1.1", "GET PATH&x=%FF HTTP/1.1",
        "\r\n\r\nGET PATH HTTP/1.1", "\nGET PATH HTTP/1.1", "CONNECT index:443 HTTP/1.1", "OPTIONS * HTTP/1.1",
    ]

    /// Fields without a body.
    private static let fields = [
        "", "Host: index", "Host:index", "Host: index\t", "Host : index", "Host: a b", "Host: ", "Host: a\0",
        "Host: index\nHost: index", "Host: index\nhost: other", "Host: [::1]:80", "Host: index:x",
        "Host: index\nX: a\n b", "Host: index\n X: a", "Host: index\nX: a\0b", "Host: index\nX: a\rb",
        "Host: index\n: a", "Host: index\nX", "Host: index\nX : a", "Host: index\nX\u{1}: a",
        "Host: index\nConnection: close", "Host: index\nConnection: Close, x", "Host: index\nProxy-Connection: close",
        "Host: index\nConnection: keep-alive", "Host: index\nConnection: upgrade\nUpgrade: h2c",
        "Host: index\nTE: trailers", "Host: index\nExpect: 200-ok", "Host: index\nRange: bytes=0-1",
        "Host: index\nIf-None-Match: *", "Host: index\nIf-Match: \"a\"", "Host: index\nIf-Match: *",
        "Host: index\n" + String(repeating: "A: b\n", count: 98) + "A: b",
        "Host: index\n" + String(repeating: "A: b\n", count: 99) + "A: b",
        "Host: index\n" + String(repeating: "A: b\n", count: 200) + "A: b",
        "Host: index\nA: \(String(repeating: "a", count: 120_000))",
        "Host: index\nA: \(String(repeating: "a", count: 170_000))",
    ]

    /// Fields that state the length of a body; each is sent with several bodies.
    private static let framings = [
        "Content-Length: 0", "Content-Length: 5", "Content-Length: 5\t", "Content-Length: 05", "Content-Length: +5",
        "Content-Length: -5", "Content-Length: 0x5", "Content-Length: 5 5", "Content-Length: 5, 5",
        "Content-Length: 5,6", "Content-Length: 5\nContent-Length: 5", "Content-Length: 5\nContent-Length: 6",
        "Content-Length: ", "Content-Length: 99999999999999999999", "Content-Length : 5", "Transfer-Encoding: chunked",
        "Transfer-Encoding: Chunked", "Transfer-Encoding: \tchunked", "Transfer-Encoding: chunked ",
        "Transfer-Encoding: x", "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked, identity", "Transfer-Encoding: identity",
        "Transfer-Encoding: chunked\nTransfer-Encoding: identity", "Transfer-Encoding: chunked\nContent-Length: 5",
        "Content-Length: 5\nTransfer-Encoding: chunked", "Transfer-Encoding:\n chunked", "Transfer-Encoding : chunked",
        "Transfer_Encoding: chunked", "Expect: 100-continue\nContent-Length: 5",
        "Expect: 100-continue\nTransfer-Encoding: chunked",
    ]

    private static let bodies = ["hello", "5\r\nhello\r\n0\r\n\r\n"]

    /// Chunked bodies, valid and invalid.
    private static let chunks = [
        "0\r\n\r\n", "5;x=y\r\nhello\r\n0\r\n\r\n", "5 \r\nhello\r\n0\r\n\r\n", "05\r\nhello\r\n0\r\n\r\n",
        "5\nhello\n0\n\n", "0x5\r\nhello\r\n0\r\n\r\n", "-5\r\nhello\r\n0\r\n\r\n", "+5\r\nhello\r\n0\r\n\r\n",
        "FFFFFFFFFFFFFFFFF\r\nhello", "5\r\nhelloX0\r\n\r\n", "5\r\nhello0\r\n\r\n", "\r\n", "x\r\n",
        "5\0\r\nhello\r\n0\r\n\r\n", "0\r\nA: b\r\n\r\n", "0\r\nA\r\n\r\n", "0\r\nContent-Length: 5\r\n\r\n",
        "5\r\nhello\r\n0\r\nGET / HTTP/1.1\r\n\r\n",
    ]

    /// Requests that HTTP allows, and others.
    private static var requests: [String] {
        func request(_ line: String, _ fields: String, _ body: String = "", end: String = "\r\n") -> String {
            let lines = fields.isEmpty ? "" : fields.replacing("\n", with: end) + end
            return line.replacing("PATH", with: ServerFixture.links) + end + lines + end + body
        }
        var requests = lines.flatMap { line in ["\r\n", "\n"].map { request(line, "Host: index", end: $0) } }
        requests += fields.flatMap { fields in ["\r\n", "\n"].map { request("GET PATH HTTP/1.1", fields, end: $0) } }
        for framing in framings {
            for body in bodies {
                requests.append(request("GET PATH HTTP/1.1", "Host: index\n\(framing)", body))
                requests.append(request("GET PATH HTTP/1.0", framing, body))
            }
            requests.append(request("POST PATH HTTP/1.1", "Host: index\n\(framing)", bodies[1]))
        }
        return requests + chunks.map { request("GET PATH HTTP/1.1", "Host: index\nTransfer-Encoding: chunked", $0) }
    }

    @Test func getTheSameStatusesFromAKeptAnswerAndFromANewOne() async throws {
        let first = "GET \(ServerFixture.links) HTTP/1.1\r\nHost: index\r\n\r\n"
        // This last request shows where the server saw the end of the previous one, and ends the connection.
        let last = "GET /health HTTP/1.1\r\nHost: index\r\nConnection: close\r\n\r\n"
        #expect(Self.requests.count >= 300)
        let streams = Self.requests.flatMap { [$0 + last, first + $0 + last] }
        var options = IndexServerOptions()
        options.requestsPerMinute = 0
        // The limit is for bodies that are announced and do not arrive.
        options.requestTimeout = 3
        options.idleTimeout = 3
        try await ServerFixture.run(options) { server in
            let fast = try await Self.statuses(of: streams, server)
            let slow = try await Self.statuses(of: streams, server.with { $0.answerBytes = 0 })
            // Whether "100 Continue" comes before the answer is the server's choice (RFC 9110, section 10.1.1).
            func final(_ statuses: [String]) -> [String] { statuses.filter { $0 != "100" } }
            for (place, stream) in streams.enumerated() {
                #expect(final(fast[place]) == final(slow[place]), "\(stream.prefix(400).debugDescription)")
            }
            let all = Set(fast.flatMap(\.self))
            #expect(all.isSuperset(of: ["100", "200", "304", "400", "404", "405", "412", "431", "501"]), "\(all)")
        }
    }

    /// The statuses of the responses to each stream of bytes.
    private static func statuses(of streams: [String], _ server: ServerFixture) async throws -> [[String]] {
        var statuses = Array(repeating: [String](), count: streams.count)
        try await server.alone { port in
            // The second answer is the first that is kept.
            for _ in 0..<3 {
                let socket = try RawSocket(port: port)
                try socket.send("GET \(ServerFixture.links) HTTP/1.1\r\nHost: index\r\nConnection: close\r\n\r\n")
                await socket.waitForEnd()
            }
            statuses = try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
                var next = streams.indices.makeIterator()
                func start() {
                    guard let place = next.next() else { return }
                    group.addTask {
                        let socket = try RawSocket(port: port)
                        _ = try socket.sends(streams[place])
                        let text = await socket.waitForEnd()
                        return (place, text.matches(of: #/HTTP/1\.1 (\d{3}) /#).map { String($0.1) })
                    }
                }
                for _ in 0..<24 { start() }
                while let (place, found) = try await group.next() {
                    statuses[place] = found
                    start()
                }
                return statuses
            }
        }
        return statuses
    }
}
