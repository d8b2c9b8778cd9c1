import BoltsPageFetching
import FetchingStubs
import Foundation
import LoopbackServer
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests the rules about the serving of files, each with a server that breaks it and with a similar one that does not.
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
        .reading(server.url("", host: host))
    }

    private func ids(_ site: SiteAssociations) -> [String] { site.findings.map(\.rule.id).sorted() }

    @Test(.enabled(if: SelfSignedCertificate.openssl != nil)) func aCertificateThatNobodyTrustsIsFound() async throws {
        let server = try LoopbackServer(certificate: try await SelfSignedCertificate(name: "127.0.0.1"), Self.serve)
        defer { server.stop() }
        let site = await SiteAssociations.fetch("site.com", options: Self.options(server))
        #expect(ids(site) == ["aasa-not-https", "assetlinks-not-https"], "\(site.findings)")
        #expect(site.appSiteAssociation == nil && site.assetLinks == nil)
        let link = try #require(URL(string: "https://site.com/a"))
        #expect(LinkVerdict(url: link, site: site).answers.allSatisfy { $0.outcome == .closed })
        #if os(Linux)
        let cause = "its certificate or encryption was rejected: the certificate is self-signed."
        #expect(site.findings.allSatisfy { $0.message.hasSuffix(cause) }, "\(site.findings)")
        #endif
    }

    @Test func aServerThatCannotBeReachedAtAllIsAnotherFinding() async throws {
        let server = try LoopbackServer { _, _ in }
        defer { server.stop() }
        let site = await SiteAssociations.fetch("site.com", options: Self.options(server))
        #expect(ids(site) == ["aasa-missing", "assetlinks-missing"], "\(site.findings)")
    }

    /// The meaning of an answer instead of one platform's file for its devices, if the other file is served correctly.
    struct Meaning: Sendable, CustomStringConvertible {
        let status: Int?
        let fields: [String]
        let outcome: LinkVerdict.Outcome
        let description: String

        init(_ status: Int?, _ outcome: LinkVerdict.Outcome, _ why: String, _ fields: [String] = []) {
            (self.status, self.outcome, self.fields) = (status, outcome, fields)
            description = "\(status.map(String.init) ?? "no answer"): \(why)"
        }
    }

    /// Only behavior that the receivers document decides; an answer that may differ later leaves the link undecided.
    static let meanings = [
        Meaning(404, .notNamed, "the host has no file for these devices"),
        Meaning(410, .notNamed, "the same"),
        Meaning(301, .closed, "Apple rules a redirect out, and so does Android's verifier", ["Location: /elsewhere"]),
        Meaning(302, .closed, "the same", ["Location: /elsewhere"]),
        Meaning(401, .closed, "a refusal is an answer: Apple's servers report it, and Android's verifier is done"),
        Meaning(403, .closed, "the same"),
        Meaning(451, .closed, "the same"),
        Meaning(408, .undecided, "the server asks to try again"),
        Meaning(425, .undecided, "the same"),
        Meaning(429, .undecided, "the same"),
        Meaning(500, .undecided, "a failure of a server passes, and Apple's servers may keep an earlier copy"),
        Meaning(502, .undecided, "the same"),
        Meaning(503, .undecided, "the same"),
        Meaning(504, .undecided, "the same"),
        Meaning(nil, .undecided, "Android's verifier tries again, and Apple's servers tell devices to ask the site"),
    ]

    @Test(arguments: meanings, [true, false])
    func anAnswerInPlaceOfAFileDecidesWhatItsReceiversStateAndNothingElse(_ meaning: Meaning, isApple: Bool)
        async throws
    {
        let file = isApple ? Self.apple : Self.android
        let server = try LoopbackServer { request, connection in
            guard request.target == file else { return Self.serve(request, connection) }
            guard let status = meaning.status else { return }
            connection.respond(status, meaning.fields, body: "no")
        }
        defer { server.stop() }
        var options = Self.options(server)
        if meaning.status == nil { options.page.totalTimeout = .milliseconds(400) }
        let site = await SiteAssociations.fetch("site.com", options: options)
        let link = try #require(URL(string: "https://site.com/a"))
        let verdict = LinkVerdict(url: link, site: site)
        let own = verdict.answers.filter { $0.devices.contains { isApple ? $0.isApple : $0.isAndroid } }
        #expect(!own.isEmpty && own.allSatisfy { $0.outcome == meaning.outcome }, "\(meaning): \(verdict.answers)")
        if meaning.outcome == .undecided {
            #expect(own.allSatisfy { $0.finding?.severity == .warning }, "\(verdict.findings)")
        }
        // The other platform's file is found in any case.
        if meaning.status != nil {
            let other = verdict.answers.filter { $0.devices.contains { isApple ? $0.isAndroid : $0.isApple } }
            #expect(other.contains { $0.outcome == .opens }, "\(meaning): \(verdict.answers)")
        }
    }

    @Test(
        arguments: [
            (404, "SWCERR00101 Bad HTTP Response: 404", "false"), (404, "SWCERR00301 Timeout", "true"), (503, "", ""),
        ]
    )
    func whatApplesServersAnswerDecidesOnlyWithTheirReason(status: Int, reason: String, direct: String) async throws {
        let server = try LoopbackServer { request, connection in
            guard request.target.hasPrefix("/cdn/") || request.target.hasPrefix("/a/v1/") else {
                return Self.serve(request, connection)
            }
            let fields = ["Apple-Failure-Reason: \(reason)", "Apple-Try-Direct: \(direct)"]
            connection.respond(status, reason.isEmpty ? [] : fields, body: "no")
        }
        defer { server.stop() }
        var options = Self.options(server)
        options.asksAppleCDN = true
        options.appleCDN = options.origin
        let site = await SiteAssociations.fetch("site.com", options: options)
        let link = try #require(URL(string: "https://site.com/a"))
        let verdict = LinkVerdict(url: link, site: site)
        let answer = try #require(verdict.answers.first { $0.devices.contains(where: \.isApple) })
        #expect(answer.outcome == (reason.isEmpty ? .opens : direct == "true" ? .undecided : .closed), "\(answer)")
        let finding = try #require(verdict.findings.first { $0.rule == .aasaCdnFailure }, "\(verdict.findings)")
        #expect(finding.severity == (reason.hasPrefix("SWCERR00101") ? .error : .warning))
    }

    @Test func aSlowAnswerIsFoundByTheTimeUntilItsHeader() async throws {
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

    @Test func anAddressHasNoNameThatCouldHaveADot() {
        for origin in ["http://127.0.0.1:80", "http://[::1]:80"] {
            #expect(!SiteAddress(host: "site.com", origin: URL(string: origin)).hasName)
        }
        #expect(SiteAddress(host: "site.com:8443").hasName)
    }

    @Test func anIncludeWithinAnIncludeIsFoundOneIncludeIsNot() async throws {
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

    @Test func aHostThatApplesServersDoNotAskIsNamed() async {
        let fetcher = SystemPageFetcher(hosts: StubHosts([:]))
        let site = await SiteAssociations.fetch("printer.local", fetcher: fetcher)
        #expect(ids(site) == ["aasa-missing", "aasa-private-host", "assetlinks-missing"])
    }

    @Test func filesAreAskedForWithoutThePreferencesOfPagesAndPagesWithThem() async throws {
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
