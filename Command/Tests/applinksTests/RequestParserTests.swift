import SharedData
import Testing

@testable import applinks

/// Tests the parser of `applinks serve`, including hostile requests.
@Suite struct RequestParserTests {
    private typealias Outcome = Result<RequestHead?, RequestParser.Failure>

    private func read(_ bytes: [UInt8], pieces: [Int]) -> Outcome {
        var parser = RequestParser()
        var rest = bytes[...]
        var next = 0
        while !rest.isEmpty {
            let piece = rest.prefix(pieces[next % pieces.count])
            rest = rest.dropFirst(piece.count)
            next += 1
            do throws(RequestParser.Failure) {
                if let head = try parser.receive(piece) { return .success(head) }
            } catch {
                return .failure(error)
            }
        }
        return .success(nil)
    }

    private func read(_ text: String) -> Outcome { read(Array(text.utf8), pieces: [.max]) }

    @Test func ordinaryRequestsAreRead() {
        let text = "GET /a%20b?c=d HTTP/1.1\r\nhOST:\t a.example:80 \r\nSec-Fetch-Site: none\r\nX: \u{E9}\r\n\r\nrest"
        let head = RequestHead(method: "GET", target: "/a%20b?c=d", host: "a.example:80", fetchSite: "none")
        #expect(read(text) == .success(head) && head.path == "/a%20b")
    }

    @Test(arguments: [
        "GET\r\n", "GET  / HTTP/1.1\r\n", " GET / HTTP/1.1\r\n", "GET / HTTP/1.1 \r\n", "GET http://a/ HTTP/1.1\r\n",
        "\r\n", "GET * HTTP/1.1\r\n", "GET /\u{E9} HTTP/1.1\r\n", "GET /#a HTTP/1.1\r\n", "GET / http/1.1\r\n",
        "G@T / HTTP/1.1\r\n", "GET / HTTP/1.1\n", "GET / HTTP/1.1\r\r\n", "GET /\t HTTP/1.1\r\n",
        "GET /\0 HTTP/1.1\r\n", "GET / HTTP/1.1\r\n folded\r\n", "GET / HTTP/1.1\r\nname\r\n",
        "GET / HTTP/1.1\r\n: value\r\n", "GET / HTTP/1.1\r\nHost: a\nX: b\r\n", "GET / HTTP/1.1\r\nX: \0\r\n",
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n",
    ]) func whatIsNotHTTPIsRefused(_ text: String) {
        #expect(read(text) == .failure(.malformed))
    }

    @Test(.tags(.th71)) func limitsHoldToTheByte() {
        let line = "GET /\(String(repeating: "a", count: RequestParser.maximumLine - 14)) HTTP/1.1"
        #expect(line.utf8.count == RequestParser.maximumLine)
        #expect(read(line) == .success(nil) && read(line + "\r\n") == .success(nil))
        #expect(read(line + "a") == .failure(.lineTooLong))
        let start = "GET / HTTP/2.0\r\n"
        #expect(read(start) == .failure(.version))
        let fields = String(repeating: "a", count: RequestParser.maximumFields)
        #expect(read("GET / HTTP/1.1\r\n" + fields) == .success(nil))
        #expect(read("GET / HTTP/1.1\r\n" + fields + "a") == .failure(.fieldsTooLong))
    }

    /// Three thousand requests: ordinary ones, broken in a few places, cut anywhere, sent twice, or far too long.
    ///
    /// The outcome does not depend on the pieces in which the bytes arrive, and the stored bytes never exceed the limits.
    @Test(.tags(.th71)) func anyBytesInAnyPiecesHaveOneOutcome() {
        var random = SeededRandom(seed: 20_261_123)
        let parts = [
            "GET", "HEAD", " ", "/", "/a/b.html", "HTTP/1.1", "HTTP/1.0", "\r\n", "\n", "\r", "Host: localhost",
            "Host:", ":", "Sec-Fetch-Site: cross-site", "\0", "\t", "\u{E9}", "##vso[", "?", "%2e",
            "Content-Length: 9999999999999999999999", "Transfer-Encoding: chunked", "\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{16}\u{3}\u{1}",
        ]
        var outcomes: [String: Int] = [:]
        for _ in 0..<3_000 {
            var bytes = Array("GET / HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n".utf8)
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                bytes = (0..<Int.random(in: 0..<24, using: &random)).flatMap { _ in
                    Array(parts.randomElement(using: &random)!.utf8)
                }
            case 1:
                bytes = (0..<Int.random(in: 0..<200, using: &random)).map { _ in
                    UInt8.random(in: .min ... .max, using: &random)
                }
            case 2: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            case 3:
                let count = Int.random(in: 1..<(Bool.random(using: &random) ? 10_000 : 80_000), using: &random)
                let place = Int.random(in: 0...bytes.count, using: &random)
                bytes.insert(
                    contentsOf: repeatElement(UInt8.random(in: 0x20...0x7E, using: &random), count: count),
                    at: place
                )
            case 4: bytes += bytes
            default: break
            }
            for _ in 0..<Int.random(in: 0..<3, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: .min ... .max, using: &random)
            }
            let pieces = (0..<8).map { _ in Int.random(in: 1..<(bytes.count < 1_000 ? 20 : 5_000), using: &random) }
            let whole = read(bytes, pieces: [.max])
            #expect(read(bytes, pieces: pieces) == whole)
            switch whole {
            case .success(let head?):
                #expect(
                    head.target.hasPrefix("/") && head.target.utf8.count < RequestParser.maximumLine
                        && !head.host.isEmpty
                )
                outcomes["read", default: 0] += 1
            case .success(nil):
                #expect(bytes.count < RequestParser.maximumLine + 2 + RequestParser.maximumFields)
                outcomes["unfinished", default: 0] += 1
            case .failure(let failure): outcomes["\(failure)", default: 0] += 1
            }
        }
        // The generator reaches each outcome.
        for outcome in ["read", "unfinished", "malformed", "lineTooLong", "fieldsTooLong"] {
            #expect(outcomes[outcome, default: 0] > 4, "\(outcome): \(outcomes)")
        }
    }
}
