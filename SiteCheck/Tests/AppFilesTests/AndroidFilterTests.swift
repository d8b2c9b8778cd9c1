@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Testing

@testable import AppFiles

/// Tests the values that are read from a manifest's filters, and the values that stay unknown.
struct AndroidFilterTests {
    private func rules(_ data: String) throws -> [String] {
        let folder = try TemporaryFolder(["AndroidManifest.xml": SampleManifest.text(data: data)])
        return try folder.content("AndroidManifest.xml").claims.findings().map(\.rule.id)
    }

    private static func data(_ pairs: [(host: String, path: String)]) -> String {
        pairs.map { #"<data a:scheme="https" a:host="\#($0.host).shelf.example" a:pathPrefix="/\#($0.path)"/>"# }
            .joined()
    }

    @Test func whatIsWrittenOutIsNoSurprise() throws {
        #expect(try rules(Self.data([("a", "x"), ("b", "y")])) == ["android-app-cross-product"])
        #expect(try rules(Self.data([("a", "x"), ("a", "y"), ("b", "x")])) == ["android-app-cross-product"])
        #expect(try rules(Self.data([("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")])).isEmpty)
        let apart = #"<data a:scheme="https"/><data a:host="a.shelf.example"/><data a:host="b.shelf.example"/>"#
        #expect(try rules(apart + #"<data a:path="/x"/><data a:path="/y"/>"#).isEmpty)
    }

    /// A scheme-specific part may take links of any host, because it is not compared.
    @Test(arguments: ["ssp", "sspPrefix", "sspPattern", "sspSuffix", "sspAdvancedPattern"])
    func aSchemeSpecificPartLeavesOpenWhichLinksAreTaken(_ name: String) throws {
        func outcome(_ data: String, _ url: String) throws -> LinkVerdict.Outcome? {
            let folder = try TemporaryFolder(["AndroidManifest.xml": SampleManifest.text(data: data)])
            let fingerprint =
                "B8:0B:C8:A2:B7:3B:7F:38:94:55:AA:CA:01:65:99:6B:C3:F9:9B:8F:20:92:9A:13:FC:E1:07:24:F9:4B:01:B4"
            let statement = """
                [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
                "package_name": "com.example.shelf", "sha256_cert_fingerprints": ["\(fingerprint)"]}}]
                """
            let site = SiteAssociations(
                reading: "shelf.example",
                appSiteAssociation: nil,
                assetLinks: Array(statement.utf8),
                windowsWebLinks: nil
            )
            let link = try #require(URL(string: url))
            let claims = try folder.content("AndroidManifest.xml").claims
            return LinkVerdict(url: link, site: site, claims: claims).answers.first { $0.name.hasPrefix("Android") }?
                .outcome
        }
        let part = #"<data a:scheme="https" a:\#(name)="//shelf.example/x"/>"#
        #expect(try rules(part).isEmpty)
        #expect(try outcome(part, "https://shelf.example/x") == .undecided)
        let host = #"<data a:host="shelf.example" a:pathPrefix="/item"/>"#
        #expect(try outcome(part + host, "https://shelf.example/x") == .undecided)
        #expect(try outcome(part + host, "https://shelf.example/item") == .opens)
    }
}
