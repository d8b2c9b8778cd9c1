import Testing

@_spi(Bolts) @testable import BoltsAssociations

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
            for: "https://site.com" + path,
            package: "com.site.app",
            fingerprint: Self.fingerprint
        )
    }

    @Test func aWrongStatementIsDroppedAndReportedAtItsPlaceTheOthersCount() throws {
        let text = "[\(Self.statement()),\n{\"relation\": [\"a/b\"]}, \(Self.statement("a1"))]"
        let file = try AssetLinks(bytes: Array(text.utf8))
        #expect(file.packages == ["com.site.app"])
        #expect(file.errors.map { $0.place?.pointer } == ["/1", "/2/target/sha256_cert_fingerprints/0"])
    }

    @Test func aMalformedFingerprintIsDroppedAndReportedBesideOneThatCounts() throws {
        for prints in ["a1\", \"\(Self.fingerprint)", "\(Self.fingerprint)\", \"a1"] {
            let file = try AssetLinks(bytes: Array("[\(Self.statement(prints))]".utf8))
            let place = "/0/target/sha256_cert_fingerprints/\(prints.hasPrefix("a1") ? 0 : 1)"
            #expect(file.errors.map { $0.place?.pointer } == [place])
            let decision = file.decision(
                for: "https://site.com/x",
                package: "com.site.app",
                fingerprint: Self.fingerprint
            )
            #expect(decision.outcome == .match)
        }
    }

    @Test func theCertificateDecidesAndSoDoesThePackage() throws {
        let file = try AssetLinks(bytes: Array("[\(Self.statement())]".utf8))
        let url = "https://site.com/x"
        func reason(_ package: String, _ fingerprint: String?) -> AndroidLinkDecision.Reason {
            file.decision(for: url, package: package, fingerprint: fingerprint).reason
        }
        #expect(reason("com.site.app", Self.fingerprint) == .statement)
        #expect(reason("com.site.app", nil) == .statement)
        #expect(reason("com.site.app", Self.other) == .certificateMismatch)
        #expect(reason("com.site.other", nil) == .notAssociated)
    }

    @Test func theFirstMatchingDynamicRuleDecidesIfNoneMatchesTheURLIsExcluded() throws {
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
}
