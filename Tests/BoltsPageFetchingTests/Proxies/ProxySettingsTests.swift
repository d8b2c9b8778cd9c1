import Foundation
import Testing

@_spi(Bolts) @testable import BoltsPageFetching

/// Tests which requests go through a proxy, by curl's rules.
@Suite(.tags(.l7)) struct ProxySettingsTests {
    private func route(_ url: String, _ environment: [String: String], proxy: String? = nil) throws -> String {
        let target = try HTTPTarget(try #require(URL(string: url)))
        switch try #require(ProxySettings(environment: environment, proxy: proxy)).route(to: target) {
        case .direct: return "direct"
        case .proxy(let server): return server.name
        case .malformed(let name): return "malformed \(name)"
        }
    }

    @Test(arguments: [
        (["https_proxy": "http://p.test:3128"], "direct", "p.test:3128"),
        (["HTTPS_PROXY": "p.test"], "direct", "p.test:1080"),
        (["http_proxy": "http://p.test:3128/"], "p.test:3128", "direct"),
        // In a CGI program, this variable has the field `Proxy` of the request.
        (["HTTP_PROXY": "http://p.test:3128"], "direct", "direct"),
        (["ALL_PROXY": "socks5h://p.test"], "p.test:1080", "p.test:1080"),
        (["all_proxy": "a.test", "https_proxy": "https://b.test"], "a.test:1080", "b.test:443"),
        (["https_proxy": "", "HTTPS_PROXY": "b.test:9"], "direct", "b.test:9"),
        (["https_proxy": "a.test:1", "HTTPS_PROXY": "b.test:9"], "direct", "a.test:1"),
        (["https_proxy": "ftp://a.test"], "direct", "malformed https_proxy"),
        (["https_proxy": "http://a.test:3128/path"], "direct", "malformed https_proxy"),
        (["https_proxy": "http://a b"], "direct", "malformed https_proxy"),
        (["https_proxy": "http://[::1]:3128"], "direct", "[::1]:3128"), ([:], "direct", "direct"),
    ])
    func variablesAreReadAsCurlReadsThem(_ variables: [String: String], _ http: String, _ https: String) throws {
        #expect(try route("http://site.test/", variables) == http)
        #expect(try route("https://site.test/", variables) == https)
    }

    @Test(arguments: [
        ("site.test", "site.test", true), ("site.test", "www.site.test", true), ("site.test", "othersite.test", false),
        (".site.test", "site.test", true), (".Site.test.", "a.b.site.test", true), ("*", "site.test", true),
        ("a.test, site.test", "site.test", true), ("a.test site.test", "site.test", true), ("", "site.test", false),
        ("10.0.0.0/8", "10.1.2.3", true), ("10.0.0.0/8", "11.1.2.3", false), ("127.0.0.1", "127.0.0.1", true),
        ("::1", "[::1]", true), ("[::1]", "[::1]", true), ("1.2.3.4", "site.test", false),
        ("*.test", "site.test", false),
    ])
    func hostsOfNoProxyAreAskedThemselves(_ list: String, _ host: String, _ isDirect: Bool) throws {
        let url = "https://\(host)/"
        #expect((try route(url, ["NO_PROXY": list, "https_proxy": "p.test"]) == "direct") == isDirect)
        #expect((try route(url, ["no_proxy": list], proxy: "p.test") == "direct") == isDirect)
    }

    @Test func theOptionTakesThePlaceOfTheVariables() throws {
        let environment = ["https_proxy": "a.test", "http_proxy": "a.test"]
        #expect(try route("https://site.test/", environment, proxy: "http://b.test:3128") == "b.test:3128")
        #expect(try route("http://site.test/", environment, proxy: "") == "direct")
        #expect(ProxySettings(proxy: "gopher://x") == nil)
        #expect(ProxySettings(proxy: "") != nil && ProxySettings(proxy: "x:1") != nil)
    }

    @Test func noTextHasTheUserAndThePassword() throws {
        let server = try #require(ProxyServer("http://user:s3cr3t@p.test:3128"))
        #expect(server.url == "http://user:s3cr3t@p.test:3128")
        var options = PageFetchOptions()
        options.proxies = ProxySettings(environment: [:], proxy: "http://user:s3cr3t@p.test:3128")
        var dumped = ""
        dump(options, to: &dumped)
        for text in ["\(server)", String(reflecting: server), "\(options)", dumped] {
            #expect(!text.contains("s3cr3t") && !text.contains("user:"), "\(text)")
        }
        #expect(dumped.contains("p.test:3128"))
    }
}
