/// The smallest files that break each rule of Google's and Windows' files, each with a similar file that does not.
enum AssetLinksRuleCases {
    static let fingerprint =
        "A3:C7:F9:39:87:E3:4D:C5:4B:DF:81:31:EF:BB:95:7D:73:77:89:A9:D7:13:5D:B5:1B:8F:11:A1:3F:EB:A5:6D"
    private static let all = "\"delegate_permission/common.handle_all_urls\""

    static func statement(
        relation: String = "\"relation\": [\(all)], ",
        namespace: String = "android_app",
        package: String = "\"com.site.app\"",
        fingerprints: String = "[\"\(fingerprint)\"]",
        extra: String = ""
    ) -> String {
        """
        {\(relation)"target": {"namespace": "\(namespace)", "package_name": \(package),
        "sha256_cert_fingerprints": \(fingerprints)}\(extra)}
        """
    }

    static func list(_ statements: String...) -> String { "[\(statements.joined(separator: ","))]" }

    static func print(_ fingerprint: String) -> String { list(statement(fingerprints: "[\"\(fingerprint)\"]")) }

    static func package(_ name: String) -> String { list(statement(package: name)) }

    static func relation(_ text: String) -> String { list(statement(relation: "\"relation\": \(text), ")) }

    static func site(_ text: String) -> String {
        "[{\"relation\": [\"delegate_permission/common.get_login_creds\"], \"target\": {\"namespace\": \"web\", \(text)}}]"
    }

    static func dynamic(_ rules: String, relation: String = all, package: String = "com.site.app") -> String {
        let extra = ", \"relation_extensions\": {\(relation): {\"dynamic_app_link_components\": \(rules)}}"
        return list(statement(package: "\"\(package)\"", extra: extra))
    }

    private static let good = list(statement())
    private static let open = dynamic("[{\"/\": \"*\"}]")

    static let content: [RuleCase] = [
        RuleCase("assetlinks-too-large", good + String(repeating: " ", count: 1 << 20), good),
        RuleCase("assetlinks-bom", "\u{FEFF}\(good)", good),
        RuleCase("assetlinks-invalid-json", "[{]", good),
        RuleCase(
            "assetlinks-duplicate-json-key",
            package("\"com.site.one\", \"package_name\": \"com.site.two\""),
            list(statement(), statement(package: "\"com.site.two\""))
        ),
        RuleCase("assetlinks-not-array", statement(), good),
        RuleCase("assetlinks-empty", "[]", good),
        RuleCase("assetlinks-statement-not-object", "[1]", good),
        RuleCase("assetlinks-unknown-key", list(statement(extra: ", \"Relation\": []")), good),
        RuleCase("assetlinks-missing-relation", list(statement(relation: "")), good),
        RuleCase("assetlinks-relation-not-array", relation("\"a/b\""), relation("[\"a/b\"]")),
        RuleCase("assetlinks-relation-malformed", relation("[\"a/B\"]"), relation("[\"a/b\"]")),
        RuleCase("assetlinks-relation-unknown", relation("[\"a/b\"]"), good),
        RuleCase(
            "assetlinks-relation-misspelled",
            relation("[\"delegate_permission/common.handle_urls\"]"),
            relation("[\"a/b\"]")
        ),
        RuleCase("assetlinks-missing-target", "[{\"relation\": [\(all)]}]", good),
        RuleCase("assetlinks-namespace-unknown", list(statement(namespace: "android")), good),
        RuleCase("assetlinks-package-malformed", package("\"com.1site\""), package("\"com.site1\"")),
        RuleCase("assetlinks-package-sample", package("\"com.example.app\""), package("\"com.examples.app\"")),
        RuleCase(
            "assetlinks-fingerprints-missing",
            "[{\"relation\": [\(all)], \"target\": {\"namespace\": \"android_app\", \"package_name\": \"a.b\"}}]",
            good
        ),
        RuleCase("assetlinks-fingerprints-not-array", list(statement(fingerprints: "\"\(fingerprint)\"")), good),
        RuleCase("assetlinks-fingerprints-empty", list(statement(fingerprints: "[]")), good),
        RuleCase("assetlinks-fingerprint-lowercase", print(fingerprint.lowercased()), good),
        RuleCase("assetlinks-fingerprint-sha1", print(String(fingerprint.prefix(59))), good),
        RuleCase("assetlinks-fingerprint-malformed", print(fingerprint.filter { $0 != ":" }), good),
        RuleCase("assetlinks-fingerprint-placeholder", print("YOUR_KEY"), print("A1")),
        RuleCase(
            "assetlinks-fingerprint-sample",
            print(Array(repeating: "AA", count: 32).joined(separator: ":")),
            good
        ),
        RuleCase(
            "assetlinks-fingerprint-public-debug-key",
            print("FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C"),
            print("FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9D")
        ),
        RuleCase("assetlinks-duplicate-statement", list(statement(), statement()), good),
        RuleCase(
            "assetlinks-web-site-malformed",
            site("\"site\": \"https://a.b/\""),
            site("\"site\": \"https://a.b\"")
        ),
        RuleCase("assetlinks-no-handle-all-urls", site("\"site\": \"https://a.b\""), good),
        RuleCase(
            "assetlinks-handle-all-urls-web-target",
            "[{\"relation\": [\(all)], \"target\": {\"namespace\": \"web\", \"site\": \"https://a.b\"}}]",
            site("\"site\": \"https://a.b\"")
        ),
        RuleCase(
            "assetlinks-include-with-fields",
            "[{\"include\": \"https://a.b/c\", \"relation\": []}]",
            include("https://a.b/c")
        ),
        RuleCase("assetlinks-include-url", include("/c"), include("https://a.b/c")),
        RuleCase("assetlinks-include-insecure", include("http://a.b/c"), include("https://a.b/c")),
    ]

    private static func include(_ url: String) -> String { "[{\"include\": \"\(url)\"}]" }

    static let dynamicRules: [RuleCase] = [
        RuleCase("assetlinks-dynamic-place", list(statement(extra: ", \"dynamic_app_link_components\": []")), open),
        RuleCase("assetlinks-dynamic-relation", dynamic("[{\"/\": \"*\"}]", relation: "\"a/b\""), open),
        RuleCase(
            "assetlinks-dynamic-repeated",
            "[\(open.dropFirst().dropLast()),\(open.dropFirst().dropLast())]",
            open
        ),
        RuleCase("assetlinks-dynamic-malformed", dynamic("[{\"/\": 1}]"), open),
        RuleCase("assetlinks-dynamic-empty", dynamic("[]"), open),
        RuleCase("assetlinks-dynamic-only-excludes", dynamic("[{\"/\": \"/a\", \"exclude\": true}]"), open),
        RuleCase(
            "assetlinks-dynamic-unreachable",
            dynamic("[{\"/\": \"/a*\"}, {\"/\": \"/ab\"}]"),
            dynamic("[{\"/\": \"*/a\"}, {\"/\": \"/b/a\"}]")
        ),
        RuleCase("assetlinks-dynamic-apple-key", dynamic("[{\"/\": \"*\", \"caseSensitive\": true}]"), open),
        RuleCase("assetlinks-dynamic-star-stops", dynamic("[{\"/\": \"*/a\"}]"), dynamic("[{\"/\": \"/a*\"}]")),
        RuleCase(
            "assetlinks-dynamic-slash",
            dynamic("[{\"/\": \"/a/*\"}]"),
            dynamic("[{\"/\": \"/a/*\"}, {\"/\": \"/a\"}]")
        ),
        RuleCase("assetlinks-dynamic-host", dynamic("[{\"/\": \"https://a.b/c\"}]"), open),
        RuleCase(
            "assetlinks-dynamic-never",
            dynamic("[{\"/\": \"/caf%C3%A9/*\"}]"),
            dynamic("[{\"/\": \"/café/100%/*\"}]")
        ),
        RuleCase("assetlinks-dynamic-older", dynamic("[{\"/\": \"/a\", \"exclude\": true}, {\"/\": \"*\"}]"), open),
    ]

    private static func windows(_ members: String) -> String {
        "[{\"packageFamilyName\": \"Site.App_8wekyb3d8bbwe\", \(members)}]"
    }

    static let windowsRules: [RuleCase] = [
        RuleCase("windows-invalid-json", "[{]", windows("\"paths\": [\"*\"]")),
        RuleCase("windows-not-array", "{}", windows("\"paths\": [\"*\"]")),
        RuleCase(
            "windows-pfn-placeholder",
            "[{\"packageFamilyName\": \"Your_PFN\", \"paths\": [\"*\"]}]",
            windows("\"paths\": [\"*\"]")
        ),
        RuleCase(
            "windows-pfn-malformed",
            "[{\"packageFamilyName\": \"Site.App_8wekyb3d8bbw\", \"paths\": [\"*\"]}]",
            windows("\"paths\": [\"*\"]")
        ),
        RuleCase("windows-no-paths", windows("\"paths\": []"), windows("\"paths\": [\"*\"]")),
        RuleCase(
            "windows-unknown-key",
            windows("\"paths\": [\"*\"], \"excludePath\": []"),
            windows("\"paths\": [\"*\"], \"excludePaths\": []")
        ),
        RuleCase(
            "windows-path-excluded",
            windows("\"paths\": [\"/a/b\"], \"excludePaths\": [\"/a/*\"]"),
            windows("\"paths\": [\"/a/*\"], \"excludePaths\": [\"/a/b\"]")
        ),
        RuleCase("windows-sibling", windows("\"paths\": [\"/news*\"]"), windows("\"paths\": [\"/news/*\"]")),
    ]
}
