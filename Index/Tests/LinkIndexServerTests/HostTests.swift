import Foundation
import NIOCore
import Testing

@testable import LinkIndexServer

@Suite(.timeLimit(.minutes(20))) struct HostTests {
    private static let requests = [
        ("GET /health HTTP/1.1\r\n\r\n", 400), ("GET /health HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
        ("GET /health HTTP/1.1\r\nHost: a b\r\n\r\n", 400), ("GET /health HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
        ("GET /health HTTP/1.1\r\nHost: u@a\r\n\r\n", 400), ("GET /health HTTP/1.1\r\nHost: a:b\r\n\r\n", 400),
        ("GET /v1/links?url=a HTTP/1.1\r\nHost: [::1\r\n\r\n", 400),
        ("GET /health HTTP/1.0\r\nHost: a, b\r\n\r\n", 400),
        ("GET /health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400), ("GET /health HTTP/1.0\r\n\r\n", 200),
        ("GET /health HTTP/1.1\r\nHost: a:8080\r\nConnection: close\r\n\r\n", 200),
        ("GET /health HTTP/1.1\r\nHost: [2001:db8::1]:80\r\nConnection: close\r\n\r\n", 200),
        ("GET /health HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n", 200),
    ]

    @Test(arguments: requests) func aHostIsWhatRFC9112Says(_ request: String, _ status: Int) async throws {
        try await ServerFixture.sockets { _, client in
            let socket = try RawSocket(port: try #require(client.port))
            try socket.send(request)
            let response = await socket.waitForEnd()
            #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(response)")
            #expect(response.contains("problem:malformed-host") == (status == 400))
        }
    }

    @Test(arguments: [
        ("a", true), ("A-1.example.", true), ("a:", true), ("a:80", true), ("127.0.0.1:65535", true), ("", true),
        (":80", true), ("[::1]", true), ("[::ffff:1.2.3.4]:1", true), ("a_b~!$&'()*+,;=", true), ("%41%2f", true),
        ("\ta ", true), ("%4", false), ("%zz", false), ("[]", false), ("[::1]a", false), ("[::g]", false),
        ("a:1:2", false), ("a\u{0}", false), ("é", false), ("a\"", false), ("a?b", false), ("a#b", false),
        ("[::1", false), ("::1", false),
    ])
    func aValueIsReadByItsGrammar(_ value: String, _ isValid: Bool) {
        #expect(HostField.isValid(Array(value.utf8)) == isValid)
    }
}
