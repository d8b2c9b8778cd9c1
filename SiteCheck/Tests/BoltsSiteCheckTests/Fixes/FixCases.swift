@testable import BoltsSiteCheck

/// A file that breaks a rule, and the expected bytes after the automatic fix.
struct FixCase: Sendable, CustomStringConvertible {
    let rule: String
    let before: String
    let after: String

    init(_ rule: String, _ before: String, _ after: String) {
        self.rule = rule
        self.before = before
        self.after = after
    }

    /// Creates the case of the smallest file that breaks the rule.
    init(_ rule: String, _ after: String) {
        self.init(rule, RuleCaseTests.cases.first { $0.rule == rule }?.broken ?? "", after)
    }

    var description: String { rule }
}

enum FixCases {
    private typealias Apple = AppleRuleCases
    private typealias Google = AssetLinksRuleCases
    private static let good = Apple.path("/a")
    private static let list = Google.list(Google.statement())
    private static let certificate = Google.fingerprint

    static let apple: [FixCase] = [
        FixCase("aasa-bom", good),
        FixCase("aasa-too-large", good + String(repeating: " ", count: 140_000), good),
        FixCase("aasa-invalid-json", "{\"applinks\": {}}"),
        FixCase(
            "aasa-duplicate-json-key",
            "{\"webcredentials\": {\"apps\": [ ]},\n \"webcredentials\": {\"apps\": []}\n}",
            "{\"webcredentials\": {\"apps\": [ ]}\n}"
        ),
        FixCase("aasa-root-not-object", "[\(good)]\n", good + "\n"),
        FixCase("aasa-unknown-service", good.replacing("applinks", with: "appLinks"), good),
        FixCase(
            "aasa-service-misplaced",
            Apple.components("{\"/\": \"/a\"}", links: "\"webcredentials\": {\"apps\": [\"\(Apple.id)\"]}, "),
            Apple.entry(
                "\"components\": [{\"/\": \"/a\"}]",
                root: ", \"webcredentials\": {\"apps\": [\"\(Apple.id)\"]}"
            )
        ),
        FixCase(
            "aasa-details-dictionary",
            "{\"applinks\": {\"details\": {\n  \"\(Apple.id)\": {\n    \"paths\": [\"*\"] },\n  \"\(Apple.id)2\": {} }}}",
            "{\"applinks\": {\"details\": [\n  {\"appID\": \"\(Apple.id)\",\n    \"paths\": [\"*\"] },\n  "
                + "{\"appID\": \"\(Apple.id)2\"} ]}}"
        ),
        FixCase(
            "aasa-details-wrong-type",
            "{\"applinks\": {\"details\": {\"appIDs\": [\"\(Apple.id)\"], \"components\": [{\"/\": \"/a\"}]}}}",
            good
        ),
        FixCase(
            "aasa-apps-not-empty",
            Apple.components("{\"/\": \"/a\"}", links: "\"apps\": [\"\(Apple.id)\"], "),
            Apple.components("{\"/\": \"/a\"}", links: "\"apps\": [], ")
        ),
        FixCase("aasa-unknown-key", Apple.components("{\"/\": \"/a\", \"caseSensitive\": true}")),
        FixCase(
            "aasa-unknown-key",
            Apple.components("{\"/\": \"/a\"}", links: "\"appIDs\": [], "),
            Apple.components("{\"/\": \"/a\"}")
        ),
        FixCase(
            "aasa-service-apps-missing",
            "{\"webcredentials\": {\"appIDs\": [\"\(Apple.id)\"]}}",
            "{\"webcredentials\": {\"apps\": [\"\(Apple.id)\"]}}"
        ),
        FixCase("aasa-no-details", good.replacing("\"details\"", with: "\"detail\""), good),
        FixCase("aasa-details-no-app-id", good.replacing("\"appIDs\"", with: "\"appIds\""), good),
        FixCase("aasa-details-both-app-ids", good),
        FixCase("aasa-app-id-malformed", Apple.identifier("\"\(Apple.id)\"")),
        FixCase("aasa-app-id-lowercase-prefix", Apple.identifier("\"TEAMAAAA01.com.a\"")),
        FixCase("aasa-duplicate-app", good),
        FixCase("aasa-components-with-paths", good),
        FixCase(
            "aasa-appids-with-paths",
            Apple.entry("\"paths\": [ \"/a/*\",\"NOT /b\" ]"),
            Apple.entry("\"components\": [ {\"/\": \"/a/*\"},{\"/\": \"/b\", \"exclude\": true} ]")
                .replacing("NOT ", with: "")
        ),
        FixCase("aasa-components-wrong-type", good),
        FixCase("aasa-component-not-object", good),
        FixCase(
            "aasa-exclude-not-boolean",
            Apple.components("{\"/\": \"/a\", \"exclude\": \"YES\"}, {\"/\": \"*\"}"),
            Apple.components("{\"/\": \"/a\", \"exclude\": true}, {\"/\": \"*\"}")
        ),
        FixCase("aasa-flag-not-boolean", Apple.components("{\"/\": \"/a\", \"caseSensitive\": false}")),
        FixCase("aasa-query-predicate-not-string", Apple.components("{\"?\": {\"a\": \"1\"}}")),
        FixCase("aasa-query-string", Apple.components("{\"?\": {\"a\": \"1\"}}")),
        FixCase(
            "aasa-unreachable-rule",
            Apple.components("{\"/\": \"/a/b\", \"exclude\": true}, {\"/\": \"/a/*\"}")
        ),
        FixCase(
            "aasa-unreachable-rule",
            Apple.components("{\"/\": \"*\", \"exclude\": true}, {\"/\": \"/a\"}"),
            Apple.components("{\"/\": \"/a\"}")
        ),
        FixCase("aasa-redundant-rule", Apple.path("/a/*")),
        FixCase("aasa-exclude-without-effect", good),
        FixCase(
            "aasa-undefined-variable",
            Apple.variables("\"recipe\": [\"a\"]", "/$(recipe)/$(recipes)"),
            Apple.variables("\"recipe\": [\"a\"]", "/$(recipe)/$(recipe)")
        ),
        FixCase(
            "aasa-variable-unused",
            Apple.variables("\"v\": [\"a\"], \"w\": [\"a\"]"),
            Apple.variables("\"v\": [\"a\"]")
        ),
        FixCase("aasa-pattern-no-leading-slash", Apple.path("/abc")),
        FixCase("aasa-pattern-single-character", good),
        FixCase("aasa-pattern-padded", good),
        FixCase("aasa-pattern-full-url", good),
        FixCase("aasa-pattern-contains-host", good),
        FixCase("aasa-pattern-encoded", Apple.components("{\"/\": \"/a b\", \"percentEncoded\": false}")),
        FixCase("aasa-pattern-not-encoded", Apple.path("/a%20b")),
        FixCase("aasa-pattern-overencoded", Apple.path("/a:b")),
        FixCase("aasa-double-star", Apple.path("/a/*")),
        FixCase("aasa-slash-star", Apple.components("{\"/\": \"/a\", \"exclude\": true}, {\"/\": \"/a/*\"}")),
        FixCase(
            "aasa-not-in-component",
            Apple.components("{\"/\": \"NOT /a\"}, {\"/\": \"/a*\"}"),
            Apple.components("{\"/\": \"/a\", \"exclude\": true}, {\"/\": \"/a*\"}")
        ),
        FixCase("aasa-not-malformed", Apple.paths("\"NOT /a\", \"*\"")),
    ]

    static let android: [FixCase] = [
        FixCase("assetlinks-bom", list),
        FixCase("assetlinks-invalid-json", list.dropLast() + ",\n]", list.dropLast() + "\n]"),
        FixCase(
            "assetlinks-duplicate-json-key",
            Google.package("\"com.site.app\", \"package_name\": \"com.site.\\u0061pp\""),
            list
        ),
        FixCase("assetlinks-not-array", list),
        FixCase("assetlinks-statement-not-object", "[\(list)]", list),
        FixCase("assetlinks-unknown-key", list.replacing("\"package_name\"", with: "\"packageName\""), list),
        FixCase("assetlinks-missing-relation", list.replacing("\"relation\"", with: "\"Relation\""), list),
        FixCase("assetlinks-missing-target", list.replacing("\"target\"", with: "\"targets\""), list),
        FixCase(
            "assetlinks-missing-relation",
            Google.list(Google.statement(relation: "\"relation\": [], ")),
            list
        ),
        FixCase(
            "assetlinks-relation-not-array",
            Google.relation("\"delegate_permission/common.handle_all_urls\""),
            list
        ),
        FixCase(
            "assetlinks-relation-malformed",
            Google.relation("[\"delegate_permission/common.handle_all_URLs \"]"),
            list
        ),
        FixCase("assetlinks-relation-misspelled", list),
        FixCase("assetlinks-namespace-unknown", list),
        FixCase("assetlinks-package-malformed", Google.package("\" com.site.app\""), list),
        FixCase("assetlinks-fingerprints-not-array", list),
        FixCase("assetlinks-fingerprint-lowercase", list),
        FixCase("assetlinks-fingerprint-malformed", list),
        FixCase("assetlinks-duplicate-statement", list),
        FixCase("assetlinks-web-site-malformed", Google.site("\"site\": \"https://a.b\"")),
        FixCase("assetlinks-include-insecure", "[{\"include\": \"https://a.b/c\"}]"),
        FixCase(
            "assetlinks-dynamic-only-excludes",
            Google.dynamic("[{\"/\": \"/a\", \"exclude\": true}, {\"/\": \"*\"}]")
        ),
        FixCase("assetlinks-dynamic-unreachable", Google.dynamic("[{\"/\": \"/a*\"}]")),
        FixCase("assetlinks-dynamic-apple-key", Google.dynamic("[{\"/\": \"*\"}]")),
        FixCase("assetlinks-dynamic-host", Google.dynamic("[{\"/\": \"/c\"}]")),
    ]

    private static func windows(_ members: String) -> String {
        "[{\"packageFamilyName\": \"Site.App_8wekyb3d8bbwe\", \(members)}]"
    }

    static let windows: [FixCase] = [
        FixCase("windows-invalid-json", windows("\"paths\": [\"*\"], "), windows("\"paths\": [\"*\"] ")),
        FixCase(
            "windows-not-array",
            String(windows("\"paths\": [\"*\"]").dropFirst().dropLast()),
            windows("\"paths\": [\"*\"]")
        ),
        FixCase("windows-unknown-key", windows("\"paths\": [\"*\"], \"excludePaths\": []")),
        FixCase(
            "windows-pfn-malformed",
            "[{\"packageFamilyName\": \"Site.App_8wekyb3d8bbwe \", \"paths\": [\"*\"]}]",
            windows("\"paths\": [\"*\"]")
        ),
    ]

    static let signIn: [FixCase] = [
        FixCase(
            "webauthn-origin-path",
            "{\"origins\": [\"https://a.example/\"]}",
            "{\"origins\": [\"https://a.example\"]}"
        ),
        FixCase(
            "webauthn-self",
            "{\"origins\": [\"https://www.site.example\", \"https://a.example\"]}",
            "{\"origins\": [\"https://a.example\"]}"
        ),
        FixCase(
            "passkey-endpoints-unknown",
            "{\"enrol\": \"https://site.example/passkeys\"}",
            "{\"enroll\": \"https://site.example/passkeys\"}"
        ),
    ]

    static let all = apple + android + windows + signIn
}
