import Foundation
import Synchronization
import Testing

@_spi(Bolts) @testable import BoltsPageFetching

@Suite(.tags(.l7)) struct RedirectChainTests {
    private func trail(from text: String, _ change: (inout PageFetchOptions) -> Void = { _ in }) throws -> RedirectChain
    {
        var options = PageFetchOptions()
        change(&options)
        return try RedirectChain(from: try #require(URL(string: text)), options: options)
    }

    private func failure(_ body: () throws -> Void) -> PageError? {
        #expect(throws: PageError.self) { try body() }
    }

    /// RFC 3986, 5.4, as far as its base can be an http URL.
    @Test(
        .tags(.gx18),
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("g#s", "http://a/b/c/g"),
            (";x", "http://a/b/c/;x"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), (".", "http://a/b/c/"),
            ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("http://h/x", "http://h/x"), ("HTTPS://H.example/x", "https://h.example/x"), ("  /g\t", "http://a/g"),
            ("/a b", "http://a/a%20b"), ("/caf\u{e9}", "http://a/caf%C3%A9"), ("/a|b\"<>", "http://a/a%7Cb%22%3C%3E"),
            ("/%zz", "http://a/%25zz"), ("/x:y", "http://a/x:y"), ("//0x7f.1/", "http://127.0.0.1/"),
        ]
    )
    func locationsMayBeRelative(_ location: String, _ url: String) throws {
        var trail = try trail(from: "http://a/b/c/d;p?q")
        try trail.follow(status: 302, location: location)
        #expect(trail.current.url.absoluteString == url)
        #expect(trail.hops.map(\.status) == [302])
        #expect(trail.hops[0].location == location)
    }

    @Test(arguments: [
        "file:///etc/hostname", "example://x", "javascript:alert(1)", "data:text/html,x", "FILE:/x", "ftp://h/",
        "about:blank",
    ])
    func refusedRedirectNamesTheScheme(_ location: String) throws {
        var trail = try trail(from: "http://a/")
        let error = try #require(failure { try trail.follow(status: 301, location: location) })
        #expect(error.code == .redirectRefused)
        let scheme = location.prefix(while: { $0 != ":" }).lowercased()
        #expect(error.description.contains("\(scheme):"))
        #expect(error.hops.count == 1)
    }

    @Test(arguments: [
        "/a\rb", "/a\nb", "/a\r\nX: y", "/a\u{0}b", "/a\u{7f}", "http://a\\@b/", "/\\evil", "http://[bad/", "http://",
        "http:///x", "http://1.2.3.4.5/", "http://h:99999/", "http://h:x/",
    ])
    func locationsThatAreNotURLsAreRefused(_ location: String) throws {
        var trail = try trail(from: "http://a/")
        let error = try #require(failure { try trail.follow(status: 302, location: location) })
        #expect(error.code == .malformedRedirect)
        #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f })
    }

    @Test(arguments: [nil, "", " \t"]) func missingLocationIsNamed(_ location: String?) throws {
        var trail = try trail(from: "http://a/")
        let error = try #require(failure { try trail.follow(status: 303, location: location) })
        #expect(error.code == .redirectWithoutLocation)
        #expect(error.description.contains("303"))
    }

    @Test(.tags(.th32)) func redirectWithUserInformationIsRefused() throws {
        var trail = try trail(from: "http://a/")
        let error = try #require(
            failure { try trail.follow(status: 302, location: "http://good.example@evil.example/") }
        )
        #expect(error.code == .redirectRefused)
    }

    @Test(.tags(.th43)) func loopsAreFoundInEverySpelling() throws {
        var own = try trail(from: "http://a/x")
        #expect(failure { try own.follow(status: 302, location: "HTTP://A./x#again") }?.code == .redirectLoop)
        var two = try trail(from: "http://a/x")
        try two.follow(status: 302, location: "/y")
        #expect(failure { try two.follow(status: 302, location: "/x") }?.code == .redirectLoop)
    }

    @Test(
        .tags(.th43),
        arguments: [
            ("http://a/", "http://a:80/"), ("http://a:80/", "http://a/"), ("https://a/x", "https://a:443/x"),
            ("https://a:0443/x", "//a/x"), ("http://a:80", "http://a:/"),
        ]
    )
    func defaultPortIsTheSamePage(_ start: String, _ location: String) throws {
        var trail = try trail(from: start)
        #expect(failure { try trail.follow(status: 302, location: location) }?.code == .redirectLoop)
    }

    @Test func otherPortIsAnotherPage() throws {
        var trail = try trail(from: "http://a/")
        try trail.follow(status: 302, location: "http://a:443/")
        #expect(trail.current.url.absoluteString == "http://a:443/")
    }

    @Test func fiveRedirectsAreFollowed() throws {
        var trail = try trail(from: "http://a/0")
        for number in 1...5 { try trail.follow(status: 302, location: "/\(number)") }
        #expect(trail.current.url.path == "/5")
        let error = try #require(failure { try trail.follow(status: 302, location: "/6") })
        #expect(error.code == .tooManyRedirects)
        #expect(error.hops.count == 6)
        var none = try self.trail(from: "http://a/0") { $0.redirectLimit = 0 }
        #expect(failure { try none.follow(status: 302, location: "/1") }?.code == .tooManyRedirects)
    }

    @Test(.tags(.th35)) func downgradeNeedsPermission() throws {
        var strict = try trail(from: "https://a/")
        #expect(failure { try strict.follow(status: 302, location: "http://a/") }?.code == .redirectRefused)
        var relaxed = try trail(from: "https://a/") { $0.allowsDowngrade = true }
        try relaxed.follow(status: 302, location: "http://a/")
        #expect(relaxed.current.url.absoluteString == "http://a/")
        var upgrade = try trail(from: "http://a/")
        try upgrade.follow(status: 302, location: "https://a/")
        try upgrade.follow(status: 302, location: "//b/")
        #expect(upgrade.current.url.absoluteString == "https://b/")
    }

    @Test(arguments: [
        ("example.com/a", PageError.Code.schemeNotAllowed), ("ftp://example.com/", .schemeNotAllowed),
        ("http://me:secret@example.com/", .userInformation), ("http://example.com:0/", .malformedURL),
    ])
    func invalidURLsFailBeforeSending(_ text: String, _ code: PageError.Code) throws {
        let error = try #require(failure { _ = try trail(from: text) })
        #expect(error.code == code)
        #expect(!error.description.contains("secret"))
    }
}

extension RedirectChainTests {
    @Test func hopsRecordAddressesAndDuration() throws {
        let start = ContinuousClock.now
        let moment = Mutex(start)
        let url = try #require(URL(string: "https://example.com/"))
        var trail = try RedirectChain(from: url, options: PageFetchOptions()) { moment.withLock { $0 } }
        let address = try #require(HostAddress("93.184.216.34"))
        trail.addresses = [address]
        moment.withLock { $0 = start + .milliseconds(20) }
        try trail.follow(status: 301, location: "/next")
        moment.withLock { $0 = start + .milliseconds(50) }
        trail.arrive(status: 200, location: nil)
        #expect(trail.hops.map(\.addresses) == [[address], []])
        #expect(trail.hops.map(\.duration) == [.milliseconds(20), .milliseconds(30)])
    }
}
