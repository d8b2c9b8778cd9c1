import BoltsPageFetching
import FetchingStubs
import Foundation
import LoopbackServer
import Testing

@testable import BoltsAssociations

@Suite("A report on a link, over loopback")
struct LinkReportTests {
    private func report(_ page: String, apple: String, android: String) async throws -> LinkReport {
        let server = try LoopbackServer { request, connection in
            let json = ["Content-Type: application/json"]
            switch request.target {
            case "/.well-known/apple-app-site-association": connection.respond(200, json, body: apple)
            case "/.well-known/assetlinks.json": connection.respond(200, json, body: android)
            case "/recipes/42": connection.respond(200, body: page)
            case "/short": connection.redirect(to: "/recipes/42")
            default: connection.respond(404, body: "no")
            }
        }
        defer { server.stop() }
        var options = SiteFetchOptions()
        options.page = .loopback
        if let range = IPAddressRange("127.0.0.0/8") {
            options.page.addressPolicy = .publicOnly.allowing(range).allowing(ports: server.port)
        }
        options.origin = server.url("")
        return await LinkReport.fetch(server.url("/recipes/42"), options: options)
    }

    private static let page = """
        <!DOCTYPE html><meta property="al:ios:url" content="app://recipes/42">
        <meta property="al:ios:app_store_id" content="123"><meta name="apple-itunes-app" content="app-id=456">
        <meta property="al:android:package" content="com.site.app"><title>x</title>
        """

    @Test("The outlook combines the page and both files")
    func whole() async throws {
        let report = try await report(
            Self.page,
            apple: AppleRuleCases.components("{\"/\": \"*\"}, {\"/\": \"/admin/*\", \"exclude\": true}"),
            android: AssetLinksRuleCases.list(AssetLinksRuleCases.statement())
        )
        let ids = Set(report.findings.map(\.rule.id))
        #expect(ids == ["aasa-unreachable-rule", "cross-ios-store-id"], "\(report.findings)")
        let phone = try #require(report.outlook.devices.first { $0.device == .iPhone })
        #expect(phone.routes.map(\.kind) == [.universalLink, .appLinksTarget, .smartAppBanner, .web])
        #expect(phone.routes.first?.outcome == .eligible)
        let android = try #require(report.outlook.devices.first { $0.device == .android })
        #expect(android.routes.map(\.kind) == [.appLink, .appLinksTarget, .web])
    }

    @Test("Tags are read from the page's bytes as a browser sees them")
    func reading() {
        let text =
            "<!-- <meta name=apple-itunes-app content=app-id=1> --><meta name=apple-itunes-app content='app-id=2'>"
        let tags = PageTags.read(Array(text.utf8), url: PageRuleCases.url)
        #expect(tags.banner?["app-id"] == "2")
        #expect(tags.metas.count == 1)
    }
}
