import BoltsPageFetching
import FetchingStubs
import Foundation
import LoopbackServer
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// The rules about how files are served, each by a server that breaks it and by one that nearly does.
@Suite
struct TransportRuleTests {
    private static let apple = "/.well-known/apple-app-site-association"
    private static let android = "/.well-known/assetlinks.json"
    private static let json = ["Content-Type: application/json"]
    private static let appleFile = AppleRuleCases.path("/a")
    private static let androidFile = AssetLinksRuleCases.list(AssetLinksRuleCases.statement())

    private static func serve(_ request: LoopbackRequest, _ connection: LoopbackConnection) {
        switch request.target {
        case apple: connection.respond(200, json, body: appleFile)
        case android: connection.respond(200, json, body: androidFile)
        default: connection.respond(404, body: "no")
        }
    }

    private static func options(_ server: LoopbackServer, host: String = "127.0.0.1") -> SiteFetchOptions {
        var options = SiteFetchOptions()
        let agent = options.page.userAgent
        options.page = .loopback
        options.page.userAgent = agent
        if let range = IPAddressRange("127.0.0.0/8") {
            options.page.addressPolicy = .publicOnly.allowing(range).allowing(ports: server.port)
        }
        // However busy the machine is, no answer is slow unless a test says so.
        options.slowAnswer = .seconds(3_600)
        options.origin = server.url("", host: host)
        return options
    }

    private func ids(_ site: SiteAssociations) -> [String] { site.findings.map(\.rule.id).sorted() }

    @Test(.enabled(if: SelfSignedCertificate.openssl != nil))
    func aCertificateThatNobodyTrustsIsFound() async throws {
        let server = try LoopbackServer(certificate: try await SelfSignedCertificate(name: "127.0.0.1"), Self.serve)
        defer { server.stop() }
        let site = await SiteAssociations.fetch("site.com", options: Self.options(server))
        #expect(ids(site) == ["aasa-not-https", "assetlinks-not-https"], "\(site.findings)")
        #expect(site.appSiteAssociation == nil && site.assetLinks == nil)
        #if os(Linux)
        let cause = "its certificate or encryption was rejected: the certificate is self-signed."
        #expect(site.findings.allSatisfy { $0.message.hasSuffix(cause) }, "\(site.findings)")
        #endif
    }

    @Test
    func aServerThatCannotBeReachedAtAllIsAnotherFinding() async throws {
        let server = try LoopbackServer { _, _ in }
        defer { server.stop() }
        let site = await SiteAssociations.fetch("site.com", options: Self.options(server))
        #expect(ids(site) == ["aasa-missing", "assetlinks-missing"], "\(site.findings)")
    }

    @Test
    func aSlowAnswerIsFoundByTheTimeUntilItsHeader() async throws {
        let server = try LoopbackServer(Self.serve)
        defer { server.stop() }
        var options = Self.options(server)
        #expect(ids(await SiteAssociations.fetch("site.com", options: options)) == [])
        options.slowAnswer = .zero
        #expect(ids(await SiteAssociations.fetch("site.com", options: options)) == ["aasa-slow", "assetlinks-slow"])
        #expect(SiteFetchOptions().slowAnswer == .seconds(5))
    }

    @Test(arguments: [true, false])
    func aServerThatDoesNotKnowItsNameWithATrailingDotIsFound(isKnown: Bool) async throws {
        let server = try LoopbackServer { request, connection in
            let host = request.values("Host").first ?? ""
            guard isKnown || !host.contains("site.com.") else { return connection.respond(404, body: "no") }
            Self.serve(request, connection)
        }
        defer { server.stop() }
        var options = Self.options(server, host: "site.com")
        options.triesTrailingDot = true
        let fetcher = SystemPageFetcher(hosts: StubHosts(["site.com": [["127.0.0.1"]]]))
        let site = await SiteAssociations.fetch("site.com", options: options, fetcher: fetcher)
        #expect(ids(site) == (isKnown ? [] : ["assetlinks-host-with-dot"]), "\(site.findings)")
        #expect(server.requests.contains { $0.values("Host") == ["site.com.:\(server.port)"] })
    }

    @Test
    func anAddressHasNoNameThatCouldHaveADot() {
        for origin in ["http://127.0.0.1:80", "http://[::1]:80"] {
            #expect(!SiteAddress(host: "site.com", origin: URL(string: origin)).hasName)
        }
        #expect(SiteAddress(host: "site.com:8443").hasName)
    }

    @Test
    func anIncludeWithinAnIncludeIsFoundOneIncludeIsNot() async throws {
        for (depth, expected) in [(0, false), (1, false), (2, true), (20, true)] {
            let server = try LoopbackServer { request, connection in
                let host = request.values("Host").first ?? ""
                let level = request.target == Self.android ? 0 : Int(request.target.dropFirst()) ?? depth
                let include = "[{\"include\": \"http://\(host)/\(level + 1)\"}]"
                connection.respond(200, Self.json, body: level < depth ? include : Self.androidFile)
            }
            defer { server.stop() }
            let site = await SiteAssociations.fetch("site.com", options: Self.options(server))
            #expect(ids(site).contains("assetlinks-include-deep") == expected, "\(depth): \(site.findings)")
            #expect(
                site.androidDecision(for: PageRuleCases.url, package: "com.site.app").outcome == .match || depth > 10
            )
        }
    }

    @Test
    func aHostThatApplesServersDoNotAskIsNamed() async {
        let fetcher = SystemPageFetcher(hosts: StubHosts([:]))
        let site = await SiteAssociations.fetch("printer.local", fetcher: fetcher)
        #expect(ids(site) == ["aasa-missing", "aasa-private-host", "assetlinks-missing"])
    }

    @Test
    func filesAreAskedForWithoutThePreferencesOfPagesAndPagesWithThem() async throws {
        let server = try LoopbackServer { request, connection in
            guard request.target == "/page" else { return Self.serve(request, connection) }
            connection.respond(200, body: "<link rel=manifest href=/app.webmanifest>")
        }
        defer { server.stop() }
        let link = try #require(URL(string: "https://site.com/page"))
        _ = await FetchedLink.fetch(link, options: Self.options(server))
        for request in server.requests {
            let isPage = request.target == "/page"
            #expect(request.values("Accept").first?.contains("text/html") == isPage)
            #expect(request.values("Prefer-Html-Meta-Tags").isEmpty != isPage)
        }
        #expect(server.requests.contains { $0.target == "/app.webmanifest" && $0.values("Accept") == ["*/*"] })
    }
}
