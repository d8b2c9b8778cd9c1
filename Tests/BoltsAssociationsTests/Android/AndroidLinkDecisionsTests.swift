import Testing

@_spi(Bolts) @testable import BoltsAssociations

/// Tests that the packages of a file share one limit for dynamic rules that are expensive to compare.
struct AndroidLinkDecisionsTests {
    private static let relation = "delegate_permission/common.handle_all_urls"

    private static func file(packages: Int, rules: String) throws -> AssetLinks {
        let statements = (0..<packages).map { index in
            """
            {"relation": ["\(relation)"], "target": {"namespace": "android_app", "package_name": "dk.lakrids.app\(index)",
            "sha256_cert_fingerprints": ["\(AssetLinksTests.fingerprint)"]},
            "relation_extensions": {"\(relation)": {"dynamic_app_link_components": \(rules)}}}
            """
        }
        return try AssetLinks(bytes: Array("[\(statements.joined(separator: ","))]".utf8))
    }

    /// Each rule's items are compared with each item of the query.
    private static let rules = "[" + (0..<20).map { "{\"?\": {\"a\": \"*b\($0)\"}}" }.joined(separator: ",") + "]"
    private static let item = "a=" + String(repeating: "b", count: 20)
    private static let url = "https://lakrids.dk/?" + Array(repeating: item, count: 20).joined(separator: "&")

    @Test(.tags(.th81)) func packagesShareOneLimit() throws {
        let file = try Self.file(packages: 20, rules: Self.rules)
        var decisions = AndroidLinkDecisions(file.statements, url: Self.url, steps: 100_000)
        let reasons = file.packages.map { decisions.decision(package: $0).reason }
        #expect(reasons.first == .noDynamicRule && reasons.last == .tooComplex, "\(reasons)")
        #expect(reasons.drop { $0 == .noDynamicRule }.allSatisfy { $0 == .tooComplex }, "\(reasons)")
        var ample = AndroidLinkDecisions(file.statements, url: Self.url)
        #expect(file.packages.allSatisfy { ample.decision(package: $0).reason == .noDynamicRule })
    }

    @Test(.tags(.th81)) func whatIsBeyondTheLimitIsNeitherOpenNorSaidToBe() throws {
        let file = try Self.file(packages: 1, rules: Self.rules)
        var decisions = AndroidLinkDecisions(file.statements, url: Self.url, steps: 10)
        let decision = decisions.decision(package: "dk.lakrids.app0")
        #expect(decision.reason == .tooComplex && decision.outcome == .exclude)
        #expect(decision.explanation == "The dynamic rules are too complex to be matched.")
        #expect(decision.place?.pointer.hasSuffix("/dynamic_app_link_components") == true)
        // A statement without dynamic rules costs nothing and is decided even if the limit is used up.
        let plain = try AssetLinks(bytes: Array("[\(AssetLinksTests.statement())]".utf8))
        var spent = AndroidLinkDecisions(plain.statements + file.statements, url: Self.url, steps: 10)
        #expect(spent.decision(package: "dk.lakrids.app0").reason == .tooComplex)
        #expect(spent.decision(package: "com.site.app").reason == .statement)
    }

    @Test(.tags(.th81)) func decisionsAreThoseOfOnePackageAlone() throws {
        let file = try Self.file(packages: 3, rules: Self.rules)
        let others = ["https://lakrids.dk/?a=bb7", "https://lakrids.dk/?a=b7", "https://lakrids.dk/", "mailto:a"]
        for url in others + [Self.url] {
            var decisions = AndroidLinkDecisions(file.statements, url: url)
            for package in file.packages + ["dk.lakrids.none"] {
                let alone = file.decision(for: url, package: package, fingerprint: nil)
                let shared = decisions.decision(package: package)
                #expect(shared.reason == alone.reason && shared.outcome == alone.outcome && shared.place == alone.place)
                #expect(shared.systemOutcome == alone.systemOutcome)
            }
        }
    }
}
