import Testing

@testable import BoltsBrowsers

/// Tests that exactly the bytes of a driver's answer are read, up to a limit.
@Suite struct WebDriverResponseTests {
    /// Feeds a text in pieces of a size, and ends the input if `ends` is true.
    private func read(_ text: String, piece: Int, ends: Bool = false, limit: Int = 100) throws -> WebDriverResponse {
        var response = WebDriverResponse(bodyLimit: limit)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try response.feed(rest.prefix(piece))
            rest = rest.dropFirst(piece)
        }
        if ends { try response.end() }
        return response
    }

    @Test(arguments: [1, 2, 3, 7, 1_000]
    )
    func responsesAreReadByLengthByChunksOrToTheEndHoweverTheyAreSplit(piece: Int) throws {
        let sized = try read("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello", piece: piece)
        #expect(sized.status == 200 && sized.body == Array("hello".utf8))
        let chunked = try read(
            "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nhel\r\nA\r\nlo, hello!\r\n0\r\n\r\n",
            piece: piece
        )
        #expect(chunked.status == 404 && chunked.body == Array("hello, hello!".utf8))
        let open = try read("HTTP/1.0 200 OK\r\n\r\nhello", piece: piece, ends: true)
        #expect(open.body == Array("hello".utf8))
        #expect(try read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell", piece: piece).body == nil)
    }

    @Test(arguments: [
        "hello\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/2 200\r\n\r\n", "HTTP/1.1 99 X\r\n\r\n",
        "HTTP/1.1 200 OK\r\nx\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1x\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
    ]
    )
    func whatIsNotHTTPIsRefused(_ text: String) {
        #expect(throws: WebDriverResponse.Failure.malformed) { try read(text, piece: 1_000) }
    }

    @Test func responsesThatAreTooLargeOrEndEarlyAreErrors() {
        #expect(throws: WebDriverResponse.Failure.tooLarge) {
            try read("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n", piece: 1_000)
        }
        #expect(throws: WebDriverResponse.Failure.tooLarge) {
            try read("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 101), piece: 10)
        }
        #expect(throws: WebDriverResponse.Failure.tooLarge) {
            try read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n", piece: 10)
        }
        #expect(throws: WebDriverResponse.Failure.tooLarge) {
            try read("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 70_000), piece: 1_000)
        }
        #expect(throws: WebDriverResponse.Failure.truncated) {
            try read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell", piece: 1_000, ends: true)
        }
    }
}
