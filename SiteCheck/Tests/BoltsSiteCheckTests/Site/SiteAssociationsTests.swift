@_spi(Bolts) import BoltsPageFetching
import Foundation
import LoopbackServer
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

struct SiteAssociationsTests {
    private struct Reply: Sendable {
        var status = 200
        var fields = ["Content-Type: application/json"]
        var body = ""
        var redirect: String?
    }

    private static let apple = "/.well-known/apple-app-site-association"
    private static let android = "/.well-known/assetlinks.json"
    private static let appleFile = AppleRuleCases.path("/a")
    private static let androidFile = AssetLinksRuleCases.list(AssetLinksRuleCases.statement())

    private func fetch(
        _ replies: [String: Reply],
        _ change: (inout SiteFetchOptions) -> Void = { _ in }
    ) async throws -> SiteAssociations {
        let server = try LoopbackServer { request, connection in
            guard let reply = replies[request.target] else { return connection.respond(404, body: "no") }
            if let target = reply.redirect { return connection.redirect(301, to: target) }
            if reply.status == 403, !request.values("User-Agent").joined().contains("AASA-Bot") {
                return connection.respond(200, reply.fields, body: reply.body)
            }
            connection.respond(reply.status, reply.fields, body: reply.body)
        }
        defer { server.stop() }
        var options = SiteFetchOptions.reading(server.url(""))
        options.appleCDN = server.url("/cdn")
        change(&options)
        let site = await SiteAssociations.fetch("site.com", options: options)
        try expectTheSameAfterStoring(site)
        return site
    }

    /// Expects that the data that an index stores of a site is parsed into the same site, without Apple's CDN and the host's
    /// sibling.
    private func expectTheSameAfterStoring(_ site: SiteAssociations) throws {
        let data = try JSONEncoder().encode(StoredSite(site))
        let read = try JSONDecoder().decode(StoredSite.self, from: data).site
        let others: Set<String> = ["aasa-cdn-failure", "aasa-cdn-stale", "cross-host-missing"]
        let findings = site.findings.filter { !others.contains($0.rule.id) }
        #expect(read.findings.map(\.description).sorted() == findings.map(\.description).sorted())
        #expect(read.appSiteAssociation?.apps == site.appSiteAssociation?.apps)
        #expect(read.assetStatements.count == site.assetStatements.count)
        #expect(read.statementListErrors.map(\.message) == site.statementListErrors.map(\.message))
        #expect(read.androidResponse.failure == site.androidResponse.failure)
        #expect(read.appleResponse.failure == site.appleResponse.failure)
    }

    private func ids(_ site: SiteAssociations) -> [String] { site.findings.map(\.rule.id).sorted() }

    @Test func aSiteThatServesBothFilesWellHasNoFinding() async throws {
        let site = try await fetch([
            Self.apple: Reply(body: Self.appleFile), Self.android: Reply(body: Self.androidFile),
        ])
        #expect(site.findings.isEmpty, "\(site.findings)")
        #expect(site.appSiteAssociation?.apps == [AppleRuleCases.id])
        #expect(site.assetLinks?.packages == ["com.site.app"])
        #expect(site.windowsWebLinks == nil)
    }

    @Test func aSiteWithoutFilesIsReported() async throws {
        #expect(ids(try await fetch([:])) == ["aasa-missing", "assetlinks-missing"])
    }

    @Test func redirectsAreFoundAndTheirTargetIsReadAnyway() async throws {
        let site = try await fetch([
            Self.apple: Reply(redirect: "/moved"), "/moved": Reply(body: Self.appleFile),
            Self.android: Reply(redirect: "/gone"),
        ])
        #expect(ids(site) == ["aasa-redirect", "assetlinks-redirect"])
        #expect(site.appSiteAssociation != nil)
        #expect(site.assetLinks == nil)
        let url = try #require(URL(string: "https://site.com/recipes/42"))
        for device in DeviceRoutes(url: url, site: site, page: nil, devices: [.iphone, .android]).devices {
            let route = try #require(device.routes.first)
            #expect(route.outcome == .fileUnreachable && route.explanation.contains("redirects"), "\(route)")
        }
    }

    @Test func theWrongPlaceTheWrongNameAndTheWrongTypeAreDistinguished() async throws {
        let root = try await fetch(["/apple-app-site-association": Reply(body: Self.appleFile)])
        #expect(ids(root).contains("aasa-root-only") && !ids(root).contains("aasa-missing"))
        let suffix = try await fetch([Self.apple + ".json": Reply(body: Self.appleFile)])
        #expect(ids(suffix).contains("aasa-file-extension"))
        let windows = try await fetch(["/.well-known/windows-app-web-link.json": Reply(body: "[]")])
        #expect(ids(windows).contains("windows-json-suffix"))
        let html = Reply(fields: ["Content-Type: text/html"], body: "<html>")
        let page = try await fetch([Self.apple: html, Self.android: html])
        #expect(
            ids(page) == ["aasa-content-type", "aasa-html", "assetlinks-content-type", "assetlinks-invalid-json"]
        )
    }

    @Test func aBlockAgainstApplesCrawlerIsFound() async throws {
        let files = [Self.apple: Reply(status: 403, body: Self.appleFile), Self.android: Reply(body: Self.androidFile)]
        let site = try await fetch(files) { $0.triesAppleCrawler = true }
        #expect(ids(site) == ["aasa-client-blocked"])
        // By default only this program's own name is used.
        #expect(ids(try await fetch(files)) == [])
    }

    @Test func aServerThatAnswersOnlyAPlatformsClientIsFoundAndTheClientsAnswerCounts() async throws {
        let server = try LoopbackServer { request, connection in
            let agent = request.values("User-Agent").joined()
            let json = ["Content-Type: application/json"]
            switch request.target {
            case Self.apple where agent.contains("AASA-Bot"): connection.respond(200, json, body: Self.appleFile)
            case Self.android where agent == "GoogleAssociationService":
                connection.respond(200, json, body: Self.androidFile)
            default: connection.respond(403, body: "no")
            }
        }
        defer { server.stop() }
        var options = SiteFetchOptions.reading(server.url(""))
        let own = await SiteAssociations.fetch("site.com", options: options)
        #expect(own.appSiteAssociation == nil && own.assetLinks == nil)
        options.triesAppleCrawler = true
        options.triesGoogleService = true
        let site = await SiteAssociations.fetch("site.com", options: options)
        #expect(ids(site) == ["aasa-client-blocked", "assetlinks-client-blocked"], "\(site.findings)")
        #expect(site.findings.allSatisfy { $0.severity == .warning && $0.message.contains("status 403") })
        #expect(site.appSiteAssociation != nil && site.assetLinks != nil)
        #expect(try routes(site).apple.outcome == .eligible)
    }

    @Test func applesCopyIsComparedAndItsFailureIsReported() async throws {
        let files = [Self.apple: Reply(body: Self.appleFile), Self.android: Reply(body: Self.androidFile)]
        let failure = [
            "Content-Type: application/json", "Apple-Failure-Reason: SWCERR00301 Timeout",
            "Apple-From: https://site.com\(Self.apple)", "Apple-Try-Direct: true",
            #"Apple-Failure-Details: {"cause": "context deadline exceeded", "status": "0"}"#,
        ]
        let failed = try await fetch(files.merging(["/cdn/a/v1/site.com": Reply(status: 404, fields: failure)]) { $1 })
        {
            $0.asksAppleCDN = true
        }
        #expect(ids(failed) == ["aasa-cdn-failure"])
        #expect(failed.appleCDNFailure?.reason == "SWCERR00301 Timeout")
        #expect(failed.appleCDNFailure?.triesDirect == true)
        let said = failed.findings.first?.message ?? ""
        #expect(said.hasPrefix("Apple's CDN reports: SWCERR00301 Timeout. Details: cause: context deadline exceeded"))
        #expect(
            said.contains("status: 0. It asked https://site.com") && said.hasSuffix("to ask the site itself."),
            "\(said)"
        )

        let stale = try await fetch(files.merging(["/cdn/a/v1/site.com": Reply(body: "{}")]) { $1 }) {
            $0.asksAppleCDN = true
        }
        #expect(ids(stale) == ["aasa-cdn-stale"])
        #expect(stale.findings.first?.message.contains("newly opens:") == true, "\(stale.findings)")
        let spaced = Self.appleFile.replacing("{\"", with: "{\n \"")
        let same = try await fetch(files.merging(["/cdn/a/v1/site.com": Reply(body: spaced)]) { $1 }) {
            $0.asksAppleCDN = true
        }
        #expect(same.findings.isEmpty)
    }

    /// The first route of a link on an iPhone and on Android.
    private func routes(_ site: SiteAssociations) throws -> (apple: LinkRoute, android: LinkRoute) {
        let url = try #require(URL(string: "https://site.com/a"))
        let devices = DeviceRoutes(url: url, site: site, devices: [.iphone, .android]).devices
        return (try #require(devices[0].routes.first), try #require(devices[1].routes.first))
    }

    @Test func theRoutesTakesApplesCopyWhateverTheSiteServesNow() async throws {
        let closed = Reply(body: AppleRuleCases.path("/b"))
        for own in [Reply(body: Self.appleFile), Reply(body: "{"), Reply(redirect: "/moved")] {
            let site = try await fetch([Self.apple: own, "/cdn/a/v1/site.com": closed]) { $0.asksAppleCDN = true }
            let route = try routes(site).apple
            #expect(route.outcome == .noMatch && route.file.hasSuffix("/cdn/a/v1/site.com"), "\(route)")
            let isOpen = own.body == Self.appleFile
            #expect(route.explanation.hasSuffix("the outcome would be match.") == isOpen, "\(route)")
        }
    }

    /// What is said of an error's page, of which at most 64 KiB are read with the one request for the file.
    @Test(arguments: [
        (404, "application/json", appleFile, "404, although it sent the file."),
        (404, "text/a", "{\"a\": \"\(String(repeating: "a", count: 70_000))\", " + appleFile.dropFirst(), "404."),
        (404, "text/plain", "There is no such file.", "404."),
        (500, "text/plain; charset=utf-8", "no index in \u{1B}[1m'site'\n", "500 (\"no index in \\u{1B}[1m'site'\")."),
        (500, "text/plain", "a\nb", "500."), (500, "text/html", "no", "500."),
        (500, "application/json", appleFile, "500, although it sent the file."),
    ])
    func anErrorsPageIsReadWithTheRequestForTheFile(_ status: Int, _ type: String, _ body: String, _ said: String)
        async throws
    {
        let reply = Reply(status: status, fields: ["Content-Type: \(type)"], body: body)
        let response = try await fetch([Self.apple: reply]).appleResponse
        #expect(response.failure == "The server answered with status \(said)" && response.bytes == nil)
    }

    @Test func aFileThatDevicesRefuseIsNotEligible() async throws {
        let blocked = try await fetch([Self.apple: Reply(status: 403, body: Self.appleFile)]) {
            $0.triesAppleCrawler = true
        }
        let apple = try routes(blocked).apple
        #expect(apple.outcome == .fileUnreachable && apple.explanation.contains("AASA-Bot"), "\(apple)")
        #expect(apple.explanation.contains("status 403, although it sent the file."), "\(apple)")
        let plain = try await fetch([Self.android: Reply(fields: ["Content-Type: text/plain"], body: Self.androidFile)])
        let android = try routes(plain).android
        #expect(android.outcome == .fileInvalid && android.explanation.contains("text/plain"), "\(android)")
        let large = Self.androidFile + String(repeating: " ", count: 1 << 20)
        let long = try routes(try await fetch([Self.android: Reply(body: large)])).android
        #expect(long.outcome == .fileInvalid && long.explanation.contains("1,048,576"), "\(long)")
        let missing = try routes(try await fetch(["/assetlinks.json": Reply(body: Self.androidFile)])).android
        let place = "The server answered with status 404. The file is at /assetlinks.json instead."
        #expect(missing.explanation.hasPrefix(place), "\(missing)")
        let root = try routes(try await fetch(["/apple-app-site-association": Reply(body: Self.appleFile)])).apple
        #expect(root.explanation.contains("404. The file is served only at the root path."), "\(root)")
    }

    @Test func ofAFileThatIsCutOnlyTheSizeIsSaid() async throws {
        let space = String(repeating: " ", count: 5 << 20)
        let site = try await fetch([Self.apple: Reply(body: "{\(space)}"), Self.android: Reply(body: "[\(space)]")])
        for id in ["aasa-too-large", "assetlinks-too-large"] {
            let finding = try #require(site.findings.first { $0.rule.id == id })
            #expect(finding.message.contains("more than 4 MiB"), "\(finding)")
        }
        #expect(!site.findings.contains { $0.rule.id.hasSuffix("invalid-json") }, "\(site.findings)")
        let (apple, android) = (try routes(site).apple, try routes(site).android)
        #expect(apple.explanation.contains("more than 4 MiB"), "\(apple)")
        #expect(android.explanation.contains("more than 4 MiB"), "\(android)")
    }

    @Test func googlesFileAtTheRootIsNamed() async throws {
        let site = try await fetch([Self.apple: Reply(body: Self.appleFile), "/assetlinks.json": Reply(body: "[]")])
        let message = "The server answered with status 404. The file is at /assetlinks.json instead."
        #expect(site.findings.map(\.message) == [message])
    }

    @Test func filesInOtherPlacesOfAFolderAreReported() {
        func ids(_ paths: String...) -> [String] {
            let site = SiteAssociations(host: "site.com", appSiteAssociation: nil, assetLinks: nil, strayPaths: paths)
            return site.findings.map(\.rule.id)
        }
        #expect(ids("apple-app-site-association") == ["aasa-root-only"])
        #expect(ids(".well-known/apple-app-site-association.json") == ["aasa-file-extension"])
        let two = ["aasa-missing", "assetlinks-missing"]
        #expect(ids("well-known/apple-app-site-association", ".well-known/assetlink.json") == two)
        #expect(ids().isEmpty)
        let paths = ["public/.well-known/apple-app-site-association", "public/.well-known/assetlinks.json"]
        let nested = SiteAssociations(host: "site.com", appSiteAssociation: nil, assetLinks: nil, strayPaths: paths)
        #expect(nested.findings.count == 2, "\(nested.findings)")
        let advice = "If public is the root folder of the site, check that folder"
        #expect(nested.findings.allSatisfy { $0.fix.hasPrefix(advice) })
    }

    @Test func aStatementOfAnIncludedListHasTheListsPlaceAndItsMistakesAreFoundThere() async throws {
        let bad = AssetLinksRuleCases.statement(package: "\"com.site.two\"", fingerprints: "[\"aa\"]")
        let server = try LoopbackServer { request, connection in
            let json = ["Content-Type: application/json"]
            let host = request.values("Host").first ?? ""
            switch request.target {
            case Self.android: connection.respond(200, json, body: "[{\"include\": \"http://\(host)/list\"}]")
            case "/list":
                let list = AssetLinksRuleCases.list(AssetLinksRuleCases.statement(), bad)
                connection.respond(200, json, body: "\n" + list)
            default: connection.respond(404, body: "no")
            }
        }
        defer { server.stop() }
        let site = await SiteAssociations.fetch("site.com", options: .reading(server.url("")))
        let list = server.url("/list").absoluteString
        let url = try #require(URL(string: "https://site.com/a"))
        let deviceRoutes = DeviceRoutes(url: url, site: site, devices: [.android])
        let routes = deviceRoutes.devices[0].routes.filter { $0.kind == .appLink }
        #expect(routes.map(\.file) == [list, list])
        #expect(routes.map { $0.place?.position.line } == [2, 4])
        #expect(site.findings.contains { $0.rule.id == "assetlinks-fingerprint-malformed" && $0.file == list })
        #expect(!site.findings.contains { $0.rule.id == "assetlinks-include-url" }, "\(site.findings)")
    }

    @Test func hostsThatAppleDoesNotAskAreNamed() {
        for host in ["127.0.0.1", "[::1]", "site.com:8080", "localhost", "printer.local"] {
            #expect(HostRules.refusal(host) != nil)
        }
        for host in ["site.com", "1.site.com", "xn--caf-dma.fr"] { #expect(HostRules.refusal(host) == nil) }
    }

    @Test func aCancelledLookEnds() async throws {
        let server = try LoopbackServer { _, connection in _ = connection.waitForClose() }
        defer { server.stop() }
        var options = SiteFetchOptions.reading(server.url(""))
        options.page.totalTimeout = .seconds(3_600)
        options.page.responseTimeout = .seconds(3_600)
        let task = Task { [options] in await SiteAssociations.fetch("site.com", options: options) }
        task.cancel()
        let site = await task.value
        #expect(site.appSiteAssociation == nil)
    }
}
