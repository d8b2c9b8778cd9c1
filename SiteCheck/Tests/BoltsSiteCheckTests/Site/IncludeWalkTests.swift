import Foundation
import Synchronization
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// A web made of a dictionary, which counts the fetches.
private final class DictionaryWeb: AssetLinksFetching {
    private let pages: [String: String]
    private let fetches = Mutex<[String]>([])

    init(_ pages: [String: String]) { self.pages = pages }

    var fetched: [String] { fetches.withLock { $0 } }

    func statementList(at url: URL) async throws(AssetLinksError) -> [UInt8] {
        fetches.withLock { $0.append(url.absoluteString) }
        guard let page = pages[url.absoluteString] else { throw AssetLinksError(.fetchError, "404 Not Found") }
        return Array(page.utf8)
    }

    func statementList(ofPackage package: String, fingerprint: CertificateFingerprint) async -> [UInt8]? { nil }
}

struct IncludeWalkTests {
    private static let fingerprint = (0..<32).map { $0 % 2 == 0 ? "A1" : "0F" }.joined(separator: ":")

    private static func statement(_ fingerprint: String = fingerprint, extra: String = "") -> String {
        AssetLinksRuleCases.statement(fingerprints: "[\"\(fingerprint)\"]", extra: extra)
    }

    @Test func includesAreFollowedWithinABudgetInCirclesAndChainsAlike() async throws {
        let first = "https://site.com/.well-known/assetlinks.json"
        let source = LinkedAsset.web(try SiteOrigin("https://site.com"))
        let app = try LinkedAsset.app(package: "com.site.app", fingerprint: Self.fingerprint)

        let circle = DictionaryWeb([
            first: "[{\"include\": \"https://site.com/a\"}, \(Self.statement())]",
            "https://site.com/a": "[{\"include\": \"\(first)\"}]",
        ])
        let answer = await AssetLinksResolver(source: circle).check(source, .handleAllURLs, app)
        #expect(answer.isDeclared)
        #expect(answer.errors.map(\.code) == [.fetchBudgetExhausted])
        #expect(circle.fetched.count == 2)

        var pages = [first: "[{\"include\": \"https://site.com/0\"}]"]
        for index in 0..<50 {
            pages["https://site.com/\(index)"] = "[{\"include\": \"https://site.com/\(index + 1)\"}]"
        }
        let chain = DictionaryWeb(pages)
        let listing = await AssetLinksResolver(source: chain).list(source)
        #expect(listing.errors.first?.code == .fetchBudgetExhausted)
        #expect(chain.fetched.count == 11)

        let wide = DictionaryWeb([
            first: "[" + (0..<5_000).map { "{\"include\": \"https://site.com/w\($0)\"}" }.joined(separator: ",") + "]"
        ])
        _ = await AssetLinksResolver(source: wide).list(source)
        #expect(wide.fetched.count <= 11)
    }

    /// The fragment of an include never reaches the server, so it does not make another list.
    @Test(.tags(.th81)) func aFragmentMakesNoOtherList() async throws {
        let first = "https://site.com/.well-known/assetlinks.json"
        let includes = (0..<10).map { "{\"include\": \"https://site.com/a#\($0)\"}" }.joined(separator: ",")
        let web = DictionaryWeb([first: "[\(includes)]", "https://site.com/a": "[\(Self.statement())]"])
        _ = await AssetLinksResolver(source: web).list(.web(try SiteOrigin("https://site.com")))
        #expect(web.fetched == [first, "https://site.com/a"])
    }
}
