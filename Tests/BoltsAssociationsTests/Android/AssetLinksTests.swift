import Foundation
import Synchronization
import Testing

@testable import BoltsAssociations

/// A web made of a dictionary, which counts what is fetched.
final class DictionaryWeb: AssetLinksFetching {
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

@Suite
struct AssetLinksTests {
    static let fingerprint = (0..<32).map { $0 % 2 == 0 ? "A1" : "0F" }.joined(separator: ":")
    static let other = Array(repeating: "B2", count: 32).joined(separator: ":")

    static func statement(_ fingerprint: String = fingerprint, extra: String = "") -> String {
        """
        {"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
        "package_name": "com.site.app", "sha256_cert_fingerprints": ["\(fingerprint)"]}\(extra)}
        """
    }

    static func dynamic(_ rules: String) -> String {
        let extension_ = """
            , "relation_extensions": {"delegate_permission/common.handle_all_urls":
            {"dynamic_app_link_components": \(rules)}}
            """
        return "[\(statement(extra: extension_))]"
    }

    private func decide(_ rules: String, _ path: String) throws -> AndroidLinkDecision {
        try AssetLinks(bytes: Array(Self.dynamic(rules).utf8)).decision(
            for: try #require(URL(string: "https://site.com" + path)),
            package: "com.site.app",
            fingerprint: Self.fingerprint
        )
    }

    @Test
    func aWrongStatementIsDroppedAndReportedAtItsPlaceTheOthersCount() throws {
        let text = "[\(Self.statement()),\n{\"relation\": [\"a/b\"]}, \(Self.statement("a1"))]"
        let file = try AssetLinks(bytes: Array(text.utf8))
        #expect(file.packages == ["com.site.app"])
        #expect(file.errors.map { $0.place?.pointer } == ["/1", "/2/target/sha256_cert_fingerprints/0"])
    }

    @Test
    func theCertificateDecidesAndSoDoesThePackage() throws {
        let file = try AssetLinks(bytes: Array("[\(Self.statement())]".utf8))
        let url = try #require(URL(string: "https://site.com/x"))
        func reason(_ package: String, _ fingerprint: String?) -> AndroidLinkDecision.Reason {
            file.decision(for: url, package: package, fingerprint: fingerprint).reason
        }
        #expect(reason("com.site.app", Self.fingerprint) == .statement)
        #expect(reason("com.site.app", nil) == .statement)
        #expect(reason("com.site.app", Self.other) == .certificateMismatch)
        #expect(reason("com.site.other", nil) == .notAssociated)
    }

    @Test
    func theFirstMatchingDynamicRuleDecidesIfNoneMatchesTheURLIsExcluded() throws {
        let rules = "[{\"/\": \"/private/*\", \"exclude\": true}, {\"/\": \"/open*\", \"?\": {\"a\": \"?*\"}}]"
        #expect(try decide(rules, "/private/x").outcome == .exclude)
        #expect(try decide(rules, "/private/x").reason == .dynamicRule)
        #expect(try decide(rules, "/open/x?a=1&b=2").outcome == .match)
        #expect(try decide(rules, "/open/x?b=2").reason == .noDynamicRule)
        #expect(try decide(rules, "/open/x?a=").outcome == .exclude)
        #expect(try decide(rules, "/open?a=1").place?.pointer.hasSuffix("/dynamic_app_link_components/1") == true)
    }

    @Test(arguments: [
        "{}", "[]", "[{}]", "[1]", "[{\"/\": \"\"}]", "[{\"/\": 1}]", "[{\"?\": \"a\"}]", "[{\"?\": {}}]",
        "[{\"?\": {\"a\": 1}}]", "[{\"/\": \"*\"}, {\"exclude\": \"true\"}]", "[{\"#\": null}]",
    ]
    )
    func malformedOrEmptyDynamicRulesAreDiscardedAsAWhole(_ rules: String) throws {
        let decision = try decide(rules, "/x")
        #expect(decision.reason == .dynamicRulesDiscarded)
        #expect(decision.outcome == .match)
    }

    @Test(arguments: [
        ("*", "/a/b", true), ("/a*", "/ab/c", true), ("*/terms", "/terms", true), ("*/terms", "/en/terms", false),
        ("/*/c", "/a/b/c", false), ("/*c", "/abc", true), ("/x/*", "/x", false), ("/?*", "/", false),
        ("/?*", "/a", true), ("/a?c", "/aéc", true), ("/*?", "/a", true), ("/*.html", "/a.b.html", false),
    ]
    )
    func aStarOfADynamicRuleEndsAtTheFirstCharacterThatFollowsIt(_ pattern: String, _ path: String, _ matches: Bool) {
        #expect(AndroidPattern(pattern).matches(Array(path.utf8)) == matches)
    }

    @Test
    func includesAreFollowedWithinABudgetInCirclesAndChainsAlike() async throws {
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

    @Test
    func aStatementThatExpandsToMillionsIsTruncatedAndReported() async throws {
        let relations = (0..<2_000).map { "\"a/b\($0)\"" }.joined(separator: ",")
        let fingerprints = Array(repeating: "\"\(Self.fingerprint)\"", count: 2_000).joined(separator: ",")
        let text = """
            [{"relation": [\(relations)], "target": {"namespace": "android_app", "package_name": "a.b",
            "sha256_cert_fingerprints": [\(fingerprints)]}}]
            """
        let web = DictionaryWeb(["https://site.com/.well-known/assetlinks.json": text])
        let listing = await AssetLinksResolver(source: web).list(.web(try SiteOrigin("https://site.com")))
        #expect(listing.statements.count == 10_000)
        #expect(listing.errors.map(\.code) == [.tooLarge])
    }
}
