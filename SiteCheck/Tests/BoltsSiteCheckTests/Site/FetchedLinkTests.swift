import BoltsAppLinks
import BoltsPageFetching
import Foundation
import LoopbackServer
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

struct FetchedLinkTests {
    private func fetched(
        _ page: String,
        at link: URL = PageRuleCases.url,
        apple: String = AppleRuleCases.path("/recipes/*"),
        android: String = AssetLinksRuleCases.list(AssetLinksRuleCases.statement()),
        manifest: String? = nil
    ) async throws -> FetchedLink {
        let server = try LoopbackServer { request, connection in
            let json = ["Content-Type: application/json"]
            switch request.target {
            case "/.well-known/apple-app-site-association": connection.respond(200, json, body: apple)
            case "/.well-known/assetlinks.json": connection.respond(200, json, body: android)
            case "/recipes/42": connection.respond(200, body: page)
            case "/app/manifest.json" where manifest != nil: connection.respond(200, json, body: manifest ?? "")
            case "/short": connection.redirect(to: "/recipes/42")
            default: connection.respond(404, body: "no")
            }
        }
        defer { server.stop() }
        return await FetchedLink.fetch(link, options: .reading(server.url("")))
    }

    private static let page = """
        <!DOCTYPE html><meta property="al:ios:url" content="app://recipes/42">
        <meta property="al:ios:app_store_id" content="123"><meta name="apple-itunes-app" content="app-id=456">
        <meta property="al:android:package" content="com.site.app"><title>x</title>
        """

    @Test func theRoutesCombinesThePageAndBothFiles() async throws {
        let fetched = try await fetched(
            Self.page,
            apple: AppleRuleCases.components("{\"/\": \"*\"}, {\"/\": \"/admin/*\", \"exclude\": true}"),
            android: AssetLinksRuleCases.list(AssetLinksRuleCases.statement())
        )
        let verdict = LinkVerdict(url: PageRuleCases.url, site: fetched.site, page: fetched.page)
        let ids = Set(verdict.findings.map(\.rule.id))
        #expect(ids == ["aasa-unreachable-rule", "cross-ios-store-id"], "\(verdict.findings)")
        let phone = try #require(verdict.devices.first { $0.device == .iphone })
        #expect(phone.routes.map(\.kind) == [.universalLink, .appLinksTarget, .smartAppBanner, .web])
        #expect(phone.routes.first?.outcome == .eligible)
        let android = try #require(verdict.devices.first { $0.device == .android })
        #expect(android.routes.map(\.kind) == [.appLink, .appLinksTarget, .web])
    }

    @Test func aPageThatRedirectsWithinTheOriginKeepsTheSitesName() async throws {
        let link = try #require(URL(string: "https://site.com/short"))
        let fetched = try await fetched(Self.page, at: link)
        #expect(fetched.page?.url == PageRuleCases.url)
        #expect(fetched.page?.requestedURL == link)
    }

    @Test func aPageThatIsNotThereIsSaidAndTheFilesAreReadAllTheSame() async throws {
        let link = try #require(URL(string: "https://site.com/none"))
        let fetched = try await fetched(Self.page, at: link)
        #expect(fetched.page == nil)
        #expect((fetched.pageError as? PageError)?.httpStatus == 404)
        #expect(fetched.site.appSiteAssociation != nil)
    }

    @Test func alternatesTheCanonicalAddressAndTheManifestAreReadFromThePage() async throws {
        let page = """
            <!DOCTYPE html><base href="/app/"><link rel="Alternate x" href="android-app://com.other.app/https/site.com/">
            <link rel=canonical href="recipes/43"><link rel=manifest href=manifest.json>
            <meta property="al:android:package" content="com.site.app"><meta property="al:web:url" content="https://site.com/x">
            """
        let manifest = "{\"related_applications\": [{\"platform\": \"play\"}]}"
        let fetched = try await fetched(page, manifest: manifest)
        #expect(fetched.page?.canonical?.absoluteString == "https://site.com/app/recipes/43")
        #expect(fetched.page?.manifestURL?.absoluteString == "https://site.com/app/manifest.json")
        #expect(fetched.page?.manifest == Array(manifest.utf8))
        let verdict = LinkVerdict(url: PageRuleCases.url, site: fetched.site, page: fetched.page)
        let ids = verdict.findings.map(\.rule.id)
        for id in ["cross-android-package", "al-web-url-canonical", "manifest-related-application"] {
            #expect(ids.contains(id), "\(id) is not among \(ids)")
        }
        let android = try #require(verdict.devices.first { $0.device == .android })
        #expect(android.routes.contains { $0.kind == .alternate && $0.app == "com.other.app" })
    }

    @Test func tagsAreReadFromThePagesBytesAsABrowserSeesThem() {
        let text =
            "<!-- <meta name=apple-itunes-app content=app-id=1> --><meta name=apple-itunes-app content='app-id=2'>"
        let tags = PageTags.read(Array(text.utf8), url: PageRuleCases.url)
        #expect(tags.banner?["app-id"] == "2")
        #expect(tags.metas.count == 1)
    }

    @Test func propertiesInCapitalsAreReadSoThatTheyCanBeReportedAndMeanNothing() throws {
        let text = "<meta property='AL:iOS:url' content='app://a'><meta property='Al:android:package' content='a.b'>"
        let tags = PageTags.read(Array(text.utf8), url: PageRuleCases.url)
        #expect(PageCheck.findings(in: tags).filter { $0.rule.id == "al-letter-case" }.count == 2)
        #expect(tags.appLink.targets.isEmpty)
    }
}
