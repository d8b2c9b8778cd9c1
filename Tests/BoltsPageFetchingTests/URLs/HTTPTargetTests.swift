import Foundation
import Testing

@_spi(Bolts) @testable import BoltsPageFetching

@Suite(.tags(.l7)) struct HTTPTargetTests {
    @Test(
        .tags(.th25),
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("127.0.1", "127.0.0.1"), ("2130706433", "127.0.0.1"),
            ("0x7f000001", "127.0.0.1"), ("0x7F.1", "127.0.0.1"), ("0177.0.0.01", "127.0.0.1"), ("0", "0.0.0.0"),
            ("017700000001", "127.0.0.1"), ("127.0.0.1.", "127.0.0.1"), ("0x7f.1.", "127.0.0.1"),
            ("0xa9fea9fe", "169.254.169.254"), ("1.0xffffff", "1.255.255.255"), ("0x", "0.0.0.0"), ("[::1]", "::1"),
            ("[::ffff:7f00:1]", "::ffff:7f00:1"), ("::1", "::1"), ("[0:0:0:0:0:ffff:127.0.0.1]", "::ffff:7f00:1"),
        ]
    )
    func everySpellingOfAnAddressIsRead(_ text: String, _ address: String) throws {
        #expect(HTTPHost(text) == .address(try #require(HostAddress(address))))
    }

    @Test(arguments: [
        "", ".", "..", "256.1.1.1", "1.2.3.4.5", "1.2.3.256", "4294967296", "0x100000000", "08", "1.2.3.09", "1..2",
        "a..b", "example.1", "example.0x7f", "-.1.", "[::1", "[1.2.3.4]", "[fe80::1%25eth0]", "[fe80::1%eth0]",
        "exa mple.com", "a%2eb", "ex\u{0}ample", "a/b", "a@b", "a\\b", "+1", "1.+2", "..example.com",
    ])
    func invalidHostsAreRejected(_ text: String) {
        #expect(HTTPHost(text) == nil)
    }

    @Test(arguments: [
        ("Example.COM", "example.com"), ("example.com.", "example.com"), ("localhost", "localhost"),
        ("a_b.example", "a_b.example"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("1.example", "1.example"), ("0x7g", "0x7g"), ("7f", "7f"),
    ])
    func namesAreNormalized(_ text: String, _ name: String) {
        #expect(HTTPHost(text) == .name(name))
    }

    @Test(arguments: [
        ("HTTP://Example.com", "http://example.com/", "example.com"),
        ("http://example.com:80/a?b=c#d", "http://example.com/a?b=c", "example.com"),
        ("http://example.com:8080/%7e", "http://example.com:8080/%7e", "example.com:8080"),
        ("https://example.com:443", "https://example.com/", "example.com"),
        ("https://example.com:80", "https://example.com:80/", "example.com:80"),
        ("http://0x7f.1/x", "http://127.0.0.1/x", "127.0.0.1"),
        ("http://[::FFFF:127.0.0.1]:81/", "http://[::ffff:7f00:1]:81/", "[::ffff:7f00:1]:81"),
    ])
    func urlsAreNormalized(_ text: String, _ url: String, _ authority: String) throws {
        let target = try HTTPTarget(try #require(URL(string: text)))
        #expect(target.url.absoluteString == url)
        #expect(target.authority == authority)
    }

    @Test(
        .tags(.th5, .th32),
        arguments: [
            ("ftp://example.com/", HTTPTarget.Refusal.scheme("ftp")), ("file:///etc/hostname", .scheme("file")),
            ("JavaScript:alert(1)", .scheme("javascript")), ("example.com/a", .scheme("")), ("/a", .scheme("")),
            ("http://user@example.com/", .userInformation), ("http://user:secret@example.com/", .userInformation),
            ("http://:secret@example.com/", .userInformation), ("http://user%BB@example.com/", .userInformation),
            ("http://user:%BB@example.com/", .userInformation), ("http://%@example.com/", .userInformation),
            ("http:///path", .malformed), ("http:path", .malformed), ("http://example.com:0/", .malformed),
            ("http://example.com:65536/", .malformed), ("http://[fe80::1%25lo]/", .malformed),
            ("http://1.2.3.4.5/", .malformed),
        ]
    )
    func refusedURLsSayWhy(_ text: String, _ refusal: HTTPTarget.Refusal) throws {
        let url = try #require(URL(string: text))
        #expect(throws: refusal) { try HTTPTarget(url) }
    }

    @Test func urlAtAddressKeepsTheRest() throws {
        let target = try HTTPTarget(try #require(URL(string: "http://example.com:8080/a%20b?c=%26#d")))
        let v4 = target.url(at: try #require(HostAddress("192.0.2.1")))
        let v6 = target.url(at: try #require(HostAddress("2001:db8::1")))
        #expect(v4?.absoluteString == "http://192.0.2.1:8080/a%20b?c=%26")
        #expect(v6?.absoluteString == "http://[2001:db8::1]:8080/a%20b?c=%26")
    }
}
