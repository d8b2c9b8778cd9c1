@testable import BoltsSiteCheck

/// A file that breaks a rule, and the expected bytes after the automatic fix.
struct RepairCase: Sendable, CustomStringConvertible {
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

enum RepairCases {
    private typealias Apple = AppleRuleCases
    private typealias Google = AssetLinksRuleCases
    private static let good = Apple.path("/a")
    private static let list = Google.list(Google.statement())
    private static let certificate = Google.fingerprint

    static let apple: [RepairCase] = [
        RepairCase("aasa-bom", good),
        RepairCase("aasa-too-large", good + String(repeating: " ", count: 140_000), good),
        RepairCase("aasa-invalid-json", "{\"applinks\": {}}"),
        RepairCase(
            "aasa-duplicate-json-key",
            "{\"webcredentials\": {\"apps\": [ ]},\n \"webcredentials\": {\"apps\": []}\n}",
            "{\"webcredentials\": {\"apps\": [ ]}\n}"
        ),
        RepairCase("aasa-root-not-object", "[\(good)]\n", good + "\n"),
        RepairCase("aasa-unknown-service", good.replacing("applinks", with: "appLinks"), good),
        RepairCase(
            "aasa-service-misplaced",
            Apple.components("{\"/\": \"/a\"}", links: "\"webcredentials\": {\"apps\": [\"\(Apple.id)\"]}, "),
            Apple.entry(
                "\"components\": [{\"/\": \"/a\"}]",
                root: ", \"webcredentials\": {\"apps\": [\"\(Apple.id)\"]}"
            )
        ),
        RepairCase(
            "aasa-details-dictionary",
            "{\"applinks\": {\"details\": {\n  \"\(Apple.id)\": {\n    \"paths\": [\"*\"] },\n  \"\(Apple.id)2\": {} }}}",
            "{\"applinks\": {\"details\": [\n  {\"appID\": \"\(Apple.id)\",\n    \"paths\": [\"*\"] },\n  "
                + "{\"appID\": \"\(Apple.id)2\"} ]}}"
        ),
        RepairCase(
            "aasa-details-wrong-type",
            "{\"applinks\": {\"details\": {\"appIDs\": [\"\(Apple.id)\"], \"components\": [{\"/\": \"/a\"}]}}}",
            good
        ),
        RepairCase(
            "aasa-apps-not-empty",
            Apple.components("{\"/\": \"/a\"}", links: "\"apps\": [\"\(Apple.id)\"], "),
            Apple.components("{\"/\": \"/a\"}", links: "\"apps\": [], ")
        ),
        RepairCase("aasa-unknown-key", Apple.components("{\"/\": \"/a\", \"caseSensitive\": true}")),
        RepairCase("aasa-no-details", good.replacing("\"details\"", with: "\"detail\""), good),
        RepairCase("aasa-details-no-app-id", good.replacing("\"appIDs\"", with: "\"appIds\""), good),
        RepairCase("aasa-details-both-app-ids", good),
        RepairCase("aasa-app-id-malformed", Apple.identifier("\"\(Apple.id)\"")),
        RepairCase("aasa-app-id-lowercase-prefix", Apple.identifier("\"TEAMAAAA01.com.a\"")),
        RepairCase("aasa-duplicate-app", good),
        RepairCase("aasa-components-with-paths", good),
        RepairCase(
            "aasa-appids-with-paths",
            Apple.entry("\"paths\": [ \"/a/*\",\"NOT /b\" ]"),
            Apple.entry("\"components\": [ {\"/\": \"/a/*\"},{\"/\": \"/b\", \"exclude\": true} ]")
                .replacing("NOT ", with: "")
        ),
        RepairCase("aasa-components-wrong-type", good),
        RepairCase("aasa-component-not-object", good),
        RepairCase(
            "aasa-exclude-not-boolean",
            Apple.components("{\"/\": \"/a\", \"exclude\": \"YES\"}, {\"/\": \"*\"}"),
            Apple.components("{\"/\": \"/a\", \"exclude\": true}, {\"/\": \"*\"}")
        ),
        RepairCase("aasa-flag-not-boolean", Apple.components("{\"/\": \"/a\", \"caseSensitive\": false}")),
        RepairCase("aasa-query-predicate-not-string", Apple.components("{\"?\": {\"a\": \"1\"}}")),
        RepairCase("aasa-query-string", Apple.components("{\"?\": {\"a\": \"1\"}}")),
        RepairCase(
            "aasa-unreachable-rule",
            Apple.components("{\"/\": \"/a/b\", \"exclude\": true}, {\"/\": \"/a/*\"}")
        ),
        RepairCase("aasa-redundant-rule", Apple.path("/a/*")),
        RepairCase("aasa-exclude-without-effect", good),
        RepairCase(
            "aasa-undefined-variable",
            Apple.variables("\"recipe\": [\"a\"]", "/$(recipe)/$(recipes)"),
            Apple.variables("\"recipe\": [\"a\"]", "/$(recipe)/$(recipe)")
        ),
        RepairCase(
            "aasa-variable-unused",
            Apple.variables("\"v\": [\"a\"], \"w\": [\"a\"]"),
            Apple.variables("\"v\": [\"a\"]")
        ),
        RepairCase("aasa-pattern-no-leading-slash", Apple.path("/abc")),
        RepairCase("aasa-pattern-single-character", good),
        RepairCase("aasa-pattern-padded", good),
        RepairCase("aasa-pattern-full-url", good),
        RepairCase("aasa-pattern-contains-host", good),
        RepairCase("aasa-pattern-encoded", Apple.components("{\"/\": \"/a b\", \"percentEncoded\": false}")),
        RepairCase("aasa-pattern-not-encoded", Apple.path("/a%20b")),
        RepairCase("aasa-pattern-overencoded", Apple.path("/a:b")),
        RepairCase("aasa-double-star", Apple.path("/a/*")),
        RepairCase("aasa-slash-star", Apple.components("{\"/\": \"/a\", \"exclude\": true}, {\"/\": \"/a/*\"}")),
        RepairCase(
            "aasa-not-in-component",
            Apple.components("{\"/\": \"NOT /a\"}, {\"/\": \"/a*\"}"),
            Apple.components("{\"/\": \"/a\", \"exclude\": true}, {\"/\": \"/a*\"}")
        ),
        RepairCase("aasa-not-malformed", Apple.paths("\"NOT /a\", \"*\"")),
    ]

    static let android: [RepairCase] = [
        RepairCase("assetlinks-bom", list),
        RepairCase("assetlinks-invalid-json", list.dropLast() + ",\n]", list.dropLast() + "\n]"),
        RepairCase(
            "assetlinks-duplicate-json-key",
            Google.package("\"com.site.app\", \"package_name\": \"com.site.\\u0061pp\""),
            list
        ),
        RepairCase("assetlinks-not-array", list),
        RepairCase("assetlinks-unknown-key", list.replacing("\"package_name\"", with: "\"packageName\""), list),
        RepairCase("assetlinks-missing-relation", list.replacing("\"relation\"", with: "\"Relation\""), list),
        RepairCase("assetlinks-missing-target", list.replacing("\"target\"", with: "\"targets\""), list),
        RepairCase(
            "assetlinks-missing-relation",
            Google.list(Google.statement(relation: "\"relation\": [], ")),
            list
        ),
        RepairCase(
            "assetlinks-relation-not-array",
            Google.relation("\"delegate_permission/common.handle_all_urls\""),
            list
        ),
        RepairCase(
            "assetlinks-relation-malformed",
            Google.relation("[\"delegate_permission/common.handle_all_URLs \"]"),
            list
        ),
        RepairCase("assetlinks-relation-misspelled", list),
        RepairCase("assetlinks-namespace-unknown", list),
        RepairCase("assetlinks-package-malformed", Google.package("\" com.site.app\""), list),
        RepairCase("assetlinks-fingerprints-not-array", list),
        RepairCase("assetlinks-fingerprint-lowercase", list),
        RepairCase("assetlinks-fingerprint-malformed", list),
        RepairCase("assetlinks-duplicate-statement", list),
        RepairCase("assetlinks-web-site-malformed", Google.site("\"site\": \"https://a.b\"")),
        RepairCase("assetlinks-include-insecure", "[{\"include\": \"https://a.b/c\"}]"),
        RepairCase(
            "assetlinks-dynamic-only-excludes",
            Google.dynamic("[{\"/\": \"/a\", \"exclude\": true}, {\"/\": \"*\"}]")
        ),
        RepairCase("assetlinks-dynamic-unreachable", Google.dynamic("[{\"/\": \"/a*\"}]")),
        RepairCase("assetlinks-dynamic-apple-key", Google.dynamic("[{\"/\": \"*\"}]")),
        RepairCase("assetlinks-dynamic-host", Google.dynamic("[{\"/\": \"/c\"}]")),
    ]

    private static func windows(_ members: String) -> String {
        "[{\"packageFamilyName\": \"Site.App_8wekyb3d8bbwe\", \(members)}]"
    }

    static let windows: [RepairCase] = [
        RepairCase("windows-invalid-json", windows("\"paths\": [\"*\"], "), windows("\"paths\": [\"*\"] ")),
        RepairCase(
            "windows-not-array",
            String(windows("\"paths\": [\"*\"]").dropFirst().dropLast()),
            windows("\"paths\": [\"*\"]")
        ),
        RepairCase("windows-unknown-key", windows("\"paths\": [\"*\"], \"excludePaths\": []")),
        RepairCase(
            "windows-pfn-malformed",
            "[{\"packageFamilyName\": \"Site.App_8wekyb3d8bbwe \", \"paths\": [\"*\"]}]",
            windows("\"paths\": [\"*\"]")
        ),
    ]

    static let signIn: [RepairCase] = [
        RepairCase(
            "webauthn-origin-path",
            "{\"origins\": [\"https://a.example/\"]}",
            "{\"origins\": [\"https://a.example\"]}"
        ),
        RepairCase(
            "webauthn-self",
            "{\"origins\": [\"https://www.site.example\", \"https://a.example\"]}",
            "{\"origins\": [\"https://a.example\"]}"
        ),
        RepairCase(
            "passkey-endpoints-unknown",
            "{\"enrol\": \"https://site.example/passkeys\"}",
            "{\"enroll\": \"https://site.example/passkeys\"}"
        ),
    ]

    static let all = apple + android + windows + signIn
}
