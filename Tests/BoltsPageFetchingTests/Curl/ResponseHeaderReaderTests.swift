#if os(Linux)
import Foundation
import Testing

@testable import BoltsPageFetching

/// Tests reading the header of a response line by line.
@Suite(.tags(.l7)) struct ResponseHeaderReaderTests {
    private enum Outcome {
        case none
        case head(FetchStateMachine.Head)
        case problem(TransportProblem)
    }

    private func read(_ lines: [String], limit: Int = 65_536, inflates: Bool = true) -> Outcome {
        var reader = ResponseHeaderReader(limit: limit, inflates: inflates)
        var outcome = Outcome.none
        for line in lines {
            let step = Array((line + "\r\n").utf8).withUnsafeBytes { reader.take($0) }
            switch step {
            case .more: continue
            case .head(let head): outcome = .head(head)
            case .problem(let problem): return .problem(problem)
            }
        }
        return outcome
    }

    private func head(_ lines: String...) throws -> FetchStateMachine.Head {
        guard case .head(let head) = read(lines) else { throw Missing() }
        return head
    }

    private struct Missing: Error {}

    private func problem(_ lines: String..., limit: Int = 65_536, inflates: Bool = true) -> TransportProblem.Kind? {
        guard case .problem(let problem) = read(lines, limit: limit, inflates: inflates) else { return nil }
        return problem.kind
    }

    @Test func fieldNamesIgnoreCase() throws {
        let head = try head(
            "HTTP/1.1 302 Found",
            "LOCATION:/a?b ",
            "content-type: text/html; charset=x",
            "ETag:\t\"v\"",
            "Cache-Control: max-age=1",
            "cache-control: no-store",
            ""
        )
        #expect(head.status == 302)
        #expect(head.location == "/a?b")
        #expect(head.contentType == "text/html; charset=x")
        #expect(head.cacheFields.entityTag == "\"v\"")
        #expect(head.cacheFields.cacheControl == "max-age=1, no-store")
    }

    @Test func informationalFieldsAreDropped() throws {
        let head = try head("HTTP/1.1 103 Hints", "Location: /no", "", "HTTP/1.1 200 OK", "ETag: \"v\"", "")
        #expect(head.status == 200)
        #expect(head.location == nil)
    }

    @Test func foldedFieldIsOneField() throws {
        #expect(try head("HTTP/1.1 302 X", "Location: /a", "\t b", "").location == "/a b")
        #expect(try head("HTTP/1.1 200 X", " nothing before", "").status == 200)
    }

    /// The test measures the processor time of this thread, so that a busy machine has no effect.
    @Test(arguments: ["a:\r\n", " \r\n"]) func headerIsReadInLinearTime(_ line: String) throws {
        func time(_ count: Int) throws -> Double {
            var reader = ResponseHeaderReader(limit: .max, inflates: true)
            let bytes = Array(line.utf8)
            for first in ["HTTP/1.1 200 X\r\n", "a: b\r\n"] {
                _ = Array(first.utf8).withUnsafeBytes { reader.take($0) }
            }
            let start = threadTime()
            for _ in 0..<count {
                guard case .more = bytes.withUnsafeBytes({ reader.take($0) }) else { throw Missing() }
            }
            let end = threadTime()
            guard case .head = [UInt8]([13, 10]).withUnsafeBytes({ reader.take($0) }) else { throw Missing() }
            return end - start
        }
        let short = try (0..<3).map { _ in try time(50_000) }.min() ?? 0
        let long = try (0..<3).map { _ in try time(400_000) }.min() ?? 0
        // With eight times as many lines, the ratio is 8 if the time is linear, and 64 if each line copies all lines before it.
        #expect(long < 24 * short, "\(long / short)")
    }

    private func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func invalidUTF8IsReadAsLatin1() {
        var reader = ResponseHeaderReader(limit: 1_000, inflates: true)
        for line in [Array("HTTP/1.1 302 X\r\n".utf8), Array("Location: /".utf8) + [0xe9, 13, 10]] {
            _ = line.withUnsafeBytes { reader.take($0) }
        }
        guard case .head(let head) = [UInt8]([13, 10]).withUnsafeBytes({ reader.take($0) }) else {
            Issue.record("no header")
            return
        }
        #expect(head.location == "/\u{e9}")
    }

    @Test(arguments: [
        "", "hello", "HTTP/1.1", "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1 +20 OK", "HTTP/1.1 099 OK",
        "http/1.1 200 OK", "HTTP/1.1 101 Switching Protocols",
    ])
    func invalidStatusLineIsMalformed(_ line: String) {
        #expect(problem(line) == .malformed)
    }

    @Test(
        .tags(.th37),
        arguments: [
            "Content-Encoding: gzip, gzip", "Content-Encoding: gzip,,br", "Content-Encoding: br",
            "Content-Encoding: zstd", "Content-Encoding:\u{301}, gzip, gzip", "Transfer-Encoding:\u{301}, gzip",
            "Content-Encoding: none", "Content-Encoding: gzip;q=1", "Content-Encoding\t: br",
            "Transfer-Encoding: gzip", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked, chunked",
            "Transfer-Encoding: \"chunked\"",
        ]
    )
    func otherCodingsAreMalformed(_ field: String) {
        #expect(problem("HTTP/1.1 200 OK", field, "") == .malformed)
    }

    @Test(arguments: [
        "Content-Encoding: gzip", "Content-Encoding: , gzip ,", "Content-Encoding: X-GZIP", "Content-Encoding: deflate",
        "Content-Encoding: identity", "Content-Encoding:", "Transfer-Encoding: Chunked", "Transfer-Encoding: identity",
    ])
    func requestedCodingsAreAccepted(_ field: String) {
        #expect(problem("HTTP/1.1 200 OK", field, "") == nil)
    }

    @Test func unsupportedCodingsAreRefused() {
        #expect(problem("HTTP/1.1 200 OK", "Content-Encoding: gzip", "", inflates: false) == .malformed)
        #expect(problem("HTTP/1.1 200 OK", "Content-Encoding: identity", "", inflates: false) == nil)
    }

    @Test func repeatedFieldsMustAgree() {
        for name in ["Location", "Content-Length", "Content-Type"] {
            #expect(problem("HTTP/1.1 200 OK", "\(name): 1", "\(name): 1", "") == nil)
            #expect(problem("HTTP/1.1 200 OK", "\(name): 1", "\(name): 2", "") == .malformed)
        }
    }

    @Test func everyHeaderLineCounts() {
        let line = "X-Line: " + String(repeating: "a", count: 90)  // 100 bytes with its end
        #expect(problem("HTTP/1.1 200 OK", line, line, "", limit: 250) == nil)
        #expect(problem("HTTP/1.1 200 OK", line, line, line, limit: 300) == .headerTooLarge)
        #expect(problem("HTTP/1.1 103 X", line, "", "HTTP/1.1 103 X", line, "", limit: 220) == .headerTooLarge)
        #expect(problem("HTTP/1.1 200 OK", "", line, line, line, limit: 300) == .headerTooLarge)
    }

    @Test(arguments: [
        (Int32(6), TransportProblem.Kind.unreachable), (7, .unreachable), (28, .connectTimedOut), (35, .untrusted),
        (60, .untrusted), (77, .noAuthorities), (18, .interrupted), (56, .interrupted), (1, .malformed),
        (8, .malformed), (52, .interrupted), (61, .malformed), (43, .malformed), (100, .headerTooLarge),
        (27, .headerTooLarge),
    ])
    func libcurlErrorsAreClassified(_ code: Int32, _ kind: TransportProblem.Kind) {
        #expect(TransportProblem(curl: code, text: "words", address: nil, proxy: nil).kind == kind)
    }

    @Test(
        arguments: [
            (
                "CONNECT tunnel failed, response 407",
                "it answered with status 407, which means that it needs a valid user and password"
            ),
            ("Received HTTP code 502 from proxy after CONNECT", "it answered with status 502"),
            ("Proxy CONNECT aborted", nil),
        ] as [(String, String?)]
    )
    func theStatusOfAProxyIsNamed(_ text: String, _ cause: String?) throws {
        let proxy = try #require(ProxyServer("http://proxy.test:3128"))
        let problem = TransportProblem(curl: 56, text: text, address: nil, proxy: proxy)
        #expect(problem.kind == .proxyFailed)
        #expect(problem.cause == cause)
    }

    @Test(arguments: [
        ("SSL certificate problem: certificate has expired", "the certificate has expired"),
        ("server verification failed: certificate has expired. (CAfile: x)", "the certificate has expired"),
        ("SSL certificate problem: certificate is not yet valid", "the certificate is not valid yet"),
        ("SSL certificate problem: self-signed certificate", "the certificate is self-signed"),
        ("SSL certificate problem: self signed certificate", "the certificate is self-signed"),
        (
            "SSL certificate problem: self-signed certificate in certificate chain",
            "the certificate comes from an authority that this machine does not know"
        ),
        (
            "SSL: no alternative certificate subject name matches target host name 'expired.test'",
            "the certificate is for other names"
        ),
        (
            "SSL: certificate subject name 'a.test' does not match target host name 'b.test'",
            "the certificate is for other names"
        ),
        (
            "SSL certificate problem: unable to get local issuer certificate",
            "the certificate comes from an authority that this machine does not know, or its chain is not complete"
        ),
        ("verification failed. CAfile: /etc/x CRLfile: none", "verification failed"),
        ("TLS connect error:\u{1B}[31m wrong version number", "TLS connect error:\\u{1B}[31m wrong version number"),
    ])
    func theCauseOfDistrustIsNamed(_ text: String, _ cause: String) {
        let problem = TransportProblem(curl: 60, text: text, address: nil, proxy: nil)
        #expect(problem.kind == .untrusted)
        #expect(problem.cause == cause)
    }

    @Test func aCauseThatIsUnknownIsBounded() throws {
        let text = String(repeating: "a", count: 5_000)
        let problem = TransportProblem(curl: 35, text: text, address: nil, proxy: nil)
        let cause = try #require(problem.cause)
        #expect(cause.count == 201)
        #expect(TransportProblem(curl: 7, text: text, address: nil, proxy: nil).cause == nil)
    }

    @Test func libcurlsHeaderLimitIsRecognized() {
        let text = "Too large response headers: 307268 > 307200"
        #expect(TransportProblem(curl: 56, text: text, address: nil, proxy: nil).kind == .headerTooLarge)
        #expect(TransportProblem(curl: 56, text: text, address: nil, proxy: nil).detail == "libcurl 56: \(text)")
    }
}
#endif
