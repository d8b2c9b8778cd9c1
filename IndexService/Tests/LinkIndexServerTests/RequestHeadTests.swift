import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import LinkIndexServer

@Suite(.timeLimit(.minutes(20)))
struct RequestHeadTests {
    private static func read(_ text: String) -> (path: String, query: String?, fields: RequestHead.Fields)? {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBytes { bytes in
            RequestHead(bytes).map { head in
                let query = head.query.map { String(decoding: bytes[$0], as: UTF8.self) }
                return (String(decoding: bytes[head.path], as: UTF8.self), query, head.fields)
            }
        }
    }

    @Test func aRequestIsReadWithItsPathQueryAndFields() throws {
        let head = try #require(Self.read("GET /v1/links?url=a?b HTTP/1.1\r\nHost: a\r\nAccept:*/*\r\nX-A:\r\n\r\n"))
        #expect(head == ("GET /v1/links", "url=a?b", .host))
        let other = try #require(Self.read("POST / HTTP/1.1\r\n\r\n"))
        #expect(other == ("POST /", nil, RequestHead.Fields()))
        let mark = try #require(Self.read("GET /? HTTP/1.1\r\nhost: a\r\n\r\n"))
        #expect(mark == ("GET /", "", .host))
    }

    private static let fields: [(String, RequestHead.Fields?)] = [
        ("Authorization: Bearer a", .authorization), ("aUTHORIZATION:a", .authorization),
        ("Content-Length: 0", .body), ("Transfer-Encoding: chunked", .body), ("Expect: 100-continue", .connection),
        ("Upgrade: h2c", .connection), ("Connection: Close", .close), ("Connection: close, x", .connection),
        ("Connection: keep-alive, upgrade", .connection), ("Connection:keep-alive", .connection),
        ("Connection: Keep-Alive", RequestHead.Fields()), ("Accept: a\tb", RequestHead.Fields()),
        ("Cache-Control: no-cache", .condition), ("Pragma: no-cache", .condition), ("If-None-Match: *", .condition),
        ("If-Match: *", .condition), ("if-match:a", .condition),
        ("Hose: a", RequestHead.Fields()), ("Content-Lengtg: 0", RequestHead.Fields()), ("Content[Length: 0", nil),
    ]

    @Test(arguments: fields)
    func fieldsThatMatterAreFoundInAnyLetterCase(_ field: String, _ fields: RequestHead.Fields?) {
        #expect(Self.read("GET / HTTP/1.1\r\n\(field)\r\n\r\n")?.fields == fields)
        #expect(Self.read("GET / HTTP/1.1\r\nA: b\r\n\(field)\r\nC: d\r\n\r\n")?.fields == fields)
    }

    @Test func aRequestOfHTTP10EndsItsConnectionUnlessItSaysOtherwise() {
        #expect(Self.read("GET / HTTP/1.0\r\nHost: a\r\n\r\n")?.fields == [.host, .close])
        #expect(Self.read("GET / HTTP/1.0\r\nConnection: close\r\n\r\n")?.fields == .close)
        #expect(Self.read("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")?.fields == [.connection, .close])
    }

    @Test func theKeyAndTheClientsOfProxiesAreFoundOnce() throws {
        func values(_ fields: String, _ name: StaticString = "x-forwarded-for") -> [String?]? {
            let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n".utf8)
            return bytes.withUnsafeBytes { bytes in
                guard let head = RequestHead(bytes, forwardedName: name), !head.fields.contains(.connection) else {
                    return nil
                }
                return [head.authorization, head.forwarded].map {
                    $0.map { String(decoding: bytes[$0], as: UTF8.self) }
                }
            }
        }
        #expect(values("Accept: */*") == [nil, nil])
        #expect(values("AUTHORIZATION: Bearer a \r\nX-Forwarded-For:1.2.3.4, ::1") == [" Bearer a ", "1.2.3.4, ::1"])
        #expect(values("Forwarded: for=1.2.3.4\r\nX-Forwarded-For: 5", "forwarded") == [nil, " for=1.2.3.4"])
        // Which of two counts is for the decoder to say.
        #expect(values("Authorization: a\r\nAuthorization: b") == nil)
        #expect(values("X-Forwarded-For: a\r\nX-Forwarded-For: b") == nil)
    }

    @Test(arguments: [
        "GET / HTTP/1.2\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
        "get / HTTP/1.1\r\nHost: a\r\n\r\n",
        " / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /#a HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\u{e9} HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\r",
        "GET / HTTP/1.1\r\nHost: a\r\n\r\nx",
        "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\n\nGET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "GET / HTTP/1.1\r\n: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\u{0}\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: \u{e9}\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\n\r\n", "\r\nGET / HTTP/1.1\r\n\r\n", "\r\n\r\n", "\n", "GET", "GET ", "",
    ])
    func bytesThatDecodersCouldReadDifferentlyAreNotRead(_ text: String) {
        #expect(Self.read(text) == nil)
    }

    @Test func noPartOfARequestIsRead() {
        let text = "GET /v1/links?url=a HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nAccept: */*\r\n\r\n"
        #expect(Self.read(text) != nil)
        for count in 0..<text.utf8.count {
            #expect(Self.read(String(decoding: text.utf8.prefix(count), as: UTF8.self)) == nil)
        }
    }

    @Test func aLongHeaderSectionIsLeftToTheDecoder() {
        let text = "GET / HTTP/1.1\r\nA: \(String(repeating: "a", count: RequestHead.byteLimit))\r\n\r\n"
        #expect(Self.read(text) == nil)
    }

    /// What a decoder makes of bytes: a request with its target and its end, and nothing else; `nil` otherwise.
    private static func decoded(_ text: [UInt8]) -> String? {
        let channel = EmbeddedChannel()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        do {
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                withPipeliningAssistance: false,
                withErrorHandling: false
            )
            try channel.writeInbound(ByteBuffer(bytes: text))
            var parts: [HTTPServerRequestPart] = []
            while let part = try channel.readInbound(as: HTTPServerRequestPart.self) { parts.append(part) }
            guard parts.count == 2, case .head(let head) = parts[0], case .end(nil) = parts[1] else { return nil }
            return "\(head.method.rawValue) \(head.uri) \(head.version)"
        } catch {
            return nil
        }
    }

    @Test(arguments: 1...20)
    func aDecoderReadsTheSameRequestFromAllBytesThatAreRead(_ seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        let pieces = [
            "GET", "POST", "HEAD", " ", "/", "/v1/links?url=a", "?", "#", " HTTP/1.1", " HTTP/1.0", "\r\n", "\r", "\n",
            "\r\n\r\n", "Host: a", "Host", ":", "Connection: close", "Connection: keep-alive", "Content-Length: 0",
            "Content-Length: 3", "Transfer-Encoding: chunked", "Expect: 100-continue", "Upgrade: a", "\t", "\u{0}",
            "\u{e9}",
            "Accept: */*", "x", "0\r\n\r\n", ",",
        ]
        let start = "GET /v1/links?url=a HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nConnection: keep-alive\r\n\r\n"
        var readCount = 0
        for _ in 0..<500 {
            var text = Array(start.utf8)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let piece = Array(pieces.randomElement(using: &random)!.utf8)
                let place = Int.random(in: 0...text.count, using: &random)
                let end = min(text.count, place + Int.random(in: 0...8, using: &random))
                text.replaceSubrange(place..<(Bool.random(using: &random) ? place : end), with: piece)
            }
            let bytes = text
            let target: String? = bytes.withUnsafeBytes { buffer in
                guard let head = RequestHead(buffer), head.fields.subtracting(.close) == .host else { return nil }
                let end = head.query?.upperBound ?? head.path.upperBound
                return String(decoding: bytes[..<(end + " HTTP/1.1".utf8.count)], as: UTF8.self)
            }
            // The decoder refuses other methods, which are not answered without it either.
            guard let target, ["GET", "HEAD", "POST"].contains(target.prefix { $0 != " " }) else { continue }
            readCount += 1
            #expect(Self.decoded(bytes) == target, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
        #expect(readCount > 20)
    }
}

/// A generator whose numbers a seed decides (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
