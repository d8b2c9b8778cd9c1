/// The smallest files that break each rule of Apple's file, each with a similar file that does not.
enum AppleRuleCases {
    static let id = "TEAMAAAA01.com.site.app"

    /// A file with one entry for one app.
    static func entry(_ members: String, links: String = "", root: String = "", app: String = id) -> String {
        "{\"applinks\": {\(links)\"details\": [{\"appIDs\": [\"\(app)\"], \(members)}]}\(root)}"
    }

    static func components(_ text: String, links: String = "", root: String = "", app: String = id) -> String {
        entry("\"components\": [\(text)]", links: links, root: root, app: app)
    }

    static func paths(_ text: String) -> String {
        "{\"applinks\": {\"details\": [{\"appID\": \"\(id)\", \"paths\": [\(text)]}]}}"
    }

    static func identifier(_ text: String) -> String {
        "{\"applinks\": {\"details\": [{\"appIDs\": [\(text)], \"components\": [{\"/\": \"/a\"}]}]}}"
    }

    static func twoEntries(_ second: String) -> String {
        let rules = "\"components\": [{\"/\": \"/a\"}]"
        return
            "{\"applinks\": {\"details\": [{\"appIDs\": [\"\(id)\"], \(rules)}, {\"appIDs\": [\"\(second)\"], \(rules)}]}}"
    }

    static func path(_ text: String) -> String { components("{\"/\": \"\(text)\"}") }

    static func variables(_ text: String, _ pattern: String = "/$(v)") -> String {
        components("{\"/\": \"\(pattern)\"}", links: "\"substitutionVariables\": {\(text)}, ")
    }

    /// A file in the envelope of a CMS signature.
    static func signed(_ content: [UInt8]) -> [UInt8] {
        func der(_ tag: UInt8, _ bytes: [UInt8]) -> [UInt8] {
            [tag, 0x82, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
        }
        let type: [UInt8] = [0x06, 0x03, 0x2A, 0x03, 0x04]
        let inner = der(0x30, type + der(0xA0, der(0x04, content)))
        return der(0x30, type + der(0xA0, der(0x30, [0x02, 0x01, 0x01] + der(0x31, []) + inner)))
    }

    private static let good = path("/a")

    static let document: [RuleCase] = [
        RuleCase("aasa-html", "<!DOCTYPE html>", good),
        RuleCase("aasa-bom", "\u{FEFF}\(good)", good),
        RuleCase(
            "aasa-too-large",
            String(repeating: " ", count: 131_073),
            good + String(repeating: " ", count: 130_900)
        ),
        RuleCase("aasa-near-limit", good + String(repeating: " ", count: 100_000), good),
        RuleCase("aasa-invalid-json", "{\"applinks\": {},}", "{\"applinks\": {}}"),
        RuleCase(
            "aasa-duplicate-json-key",
            "{\"webcredentials\": 1, \"webcredentials\": 2}",
            "{\"webcredentials\": {}}"
        ),
        RuleCase("aasa-root-not-object", "[]", "{}"),
        RuleCase("aasa-no-service", "{}", good),
        RuleCase("aasa-no-applinks", "{\"webcredentials\": {\"apps\": []}}", good),
        RuleCase("aasa-unknown-service", "{\"appLinks\": {}}", good),
        RuleCase("aasa-service-misplaced", "{\"applinks\": {\"appclips\": {}}}", "{\"appclips\": {\"apps\": []}}"),
        RuleCase("aasa-service-wrong-type", "{\"applinks\": []}", good),
        RuleCase("aasa-service-apps-missing", "{\"webcredentials\": {}}", "{\"webcredentials\": {\"apps\": []}}"),
        RuleCase(
            "aasa-service-apps-differ",
            entry("\"components\": [{\"/\": \"/a\"}]", root: ", \"webcredentials\": {\"apps\": [\"\(id)s\"]}"),
            entry("\"components\": [{\"/\": \"/a\"}]", root: ", \"webcredentials\": {\"apps\": [\"\(id)\"]}")
        ),
        RuleCase(
            "aasa-appclip-id",
            entry("\"components\": [{\"/\": \"/a\"}]", root: ", \"appclips\": {\"apps\": [\"\(id)Clip\"]}"),
            entry("\"components\": [{\"/\": \"/a\"}]", root: ", \"appclips\": {\"apps\": [\"\(id).Clip\"]}")
        ),
        RuleCase("aasa-no-details", "{\"applinks\": {}}", good),
        RuleCase("aasa-details-dictionary", "{\"applinks\": {\"details\": {\"\(id)\": {\"paths\": [\"*\"]}}}}", good),
        RuleCase("aasa-details-wrong-type", "{\"applinks\": {\"details\": \"x\"}}", good),
        RuleCase("aasa-apps-not-empty", "{\"applinks\": {\"apps\": [\"\(id)\"]}}", "{\"applinks\": {\"apps\": []}}"),
        RuleCase("aasa-unknown-key", components("{\"/\": \"/a\", \"casesensitive\": true}"), good),
    ]

    static let identifiers: [RuleCase] = [
        RuleCase("aasa-details-no-app-id", identifier(""), good),
        RuleCase(
            "aasa-details-both-app-ids",
            entry("\"appID\": \"\(id)\", \"components\": [{\"/\": \"/a\"}]"),
            good
        ),
        RuleCase("aasa-app-id-malformed", identifier("\" \(id)\""), good),
        RuleCase("aasa-app-id-placeholder", identifier("\"TEAM_ID.com.site.app\""), good),
        RuleCase(
            "aasa-app-id-sample",
            identifier("\"TEAMAAAA01.com.example.app\""),
            identifier("\"TEAMAAAA01.com.examples\"")
        ),
        RuleCase("aasa-app-id-numeric-prefix", identifier("\"1593741764.com.a\""), identifier("\"159374176A.com.a\"")),
        RuleCase("aasa-app-id-lowercase-prefix", identifier("\"teamaaaa01.com.a\""), good),
        RuleCase("aasa-app-id-wildcard", identifier("\"TEAMAAAA01.com.*\""), good),
        RuleCase("aasa-duplicate-app", twoEntries(id), twoEntries(id + "2")),
    ]

    static let rules: [RuleCase] = [
        RuleCase("aasa-components-with-paths", entry("\"components\": [{\"/\": \"/a\"}], \"paths\": [\"/a\"]"), good),
        RuleCase("aasa-appids-with-paths", entry("\"paths\": [\"/a\"]"), paths("\"/a\"")),
        RuleCase("aasa-no-patterns", identifierOnly, good),
        RuleCase("aasa-components-empty", components(""), good),
        RuleCase("aasa-components-wrong-type", entry("\"components\": {\"/\": \"/a\"}"), good),
        RuleCase("aasa-component-not-object", components("\"/a\""), good),
        RuleCase("aasa-component-unconstrained", components("{\"comment\": \"x\"}"), components("{\"#\": \"x\"}")),
        RuleCase("aasa-exclude-not-boolean", components("{\"/\": \"/a\", \"exclude\": \"true\"}"), good),
        RuleCase(
            "aasa-flag-not-boolean",
            components("{\"/\": \"/a\", \"caseSensitive\": 0}"),
            components("{\"/\": \"/a\", \"caseSensitive\": false}")
        ),
        RuleCase("aasa-pattern-not-string", components("{\"/\": 1}"), good),
        RuleCase("aasa-query-wrong-type", components("{\"?\": [\"a\"]}"), components("{\"?\": {\"a\": \"1\"}}")),
        RuleCase(
            "aasa-query-predicate-not-string",
            components("{\"?\": {\"a\": 1}}"),
            components("{\"?\": {\"a\": \"1\"}}")
        ),
        RuleCase(
            "aasa-query-matches-absent",
            components("{\"?\": {\"a\": \"*\"}}"),
            components("{\"?\": {\"a\": \"?*\"}}")
        ),
        RuleCase("aasa-query-string", components("{\"?\": \"a=1\"}"), components("{\"?\": \"?*\"}")),
        RuleCase("aasa-query-repeated", components("{\"?\": {\"a[]\": \"1\"}}"), components("{\"?\": {\"a\": \"1\"}}")),
        RuleCase("aasa-empty-pattern", components("{\"#\": \"\"}"), components("{\"#\": \"?*\"}")),
        RuleCase(
            "aasa-unreachable-rule",
            components("{\"/\": \"/a/*\"}, {\"/\": \"/a/b\", \"exclude\": true}"),
            components("{\"/\": \"/a/b\", \"exclude\": true}, {\"/\": \"/a/*\"}")
        ),
        RuleCase(
            "aasa-redundant-rule",
            components("{\"/\": \"/a\"}, {\"/\": \"/a/*\"}"),
            components("{\"/\": \"/a/?*\"}, {\"/\": \"/a\"}")
        ),
        RuleCase(
            "aasa-exclude-without-effect",
            components("{\"/\": \"/a\"}, {\"/\": \"/b\", \"exclude\": true}"),
            components("{\"/\": \"/b\", \"exclude\": true}, {\"/\": \"/a\"}")
        ),
        RuleCase("aasa-only-excludes", components("{\"/\": \"/b\", \"exclude\": true}"), good),
        RuleCase("aasa-undefined-variable", path("/$(v)"), path("/$(lang)")),
        RuleCase("aasa-unterminated-variable", path("/$(lang"), path("/$lang")),
        RuleCase("aasa-nested-variable", variables("\"v\": [\"$(lang)\"]"), variables("\"v\": [\"$lang\"]")),
        RuleCase("aasa-variable-name", variables("\"$(v)\": [\"a\"]"), variables("\"v\": [\"a\"]")),
        RuleCase("aasa-variable-shadows", variables("\"lang\": [\"a\"]"), variables("\"Lang\": [\"a\"]")),
        RuleCase("aasa-variable-empty", variables("\"v\": []"), variables("\"v\": [\"\"]")),
        RuleCase("aasa-variable-unused", variables("\"v\": [\"a\"]", "/a"), variables("\"v\": [\"a\"]")),
        RuleCase(
            "aasa-region-uk",
            components("{\"/\": \"/$(region)/a\"}, {\"/\": \"/uk/b\"}"),
            components("{\"/\": \"/$(region)/a\"}, {\"/\": \"/gb/b\"}")
        ),
        RuleCase("aasa-defaults-pattern", components("{\"#\": \"a\"}", links: "\"defaults\": {\"/\": \"/a\"}, "), good),
    ]

    private static let identifierOnly = "{\"applinks\": {\"details\": [{\"appIDs\": [\"\(id)\"]}]}}"

    static let patterns: [RuleCase] = [
        RuleCase("aasa-pattern-no-leading-slash", path("abc"), path("*abc")),
        RuleCase("aasa-pattern-single-character", path("a"), path("*")),
        RuleCase("aasa-pattern-padded", path("/a "), good),
        RuleCase("aasa-pattern-full-url", path("https://site.com/a"), path("/go/https:/")),
        RuleCase("aasa-pattern-contains-host", path("site.com/a"), path("/index.html")),
        RuleCase("aasa-pattern-query-in-path", path("/a?id=*"), path("/a?b")),
        RuleCase("aasa-pattern-fragment-in-path", path("/a#b"), good),
        RuleCase("aasa-pattern-encoded", components("{\"/\": \"/a%20b\", \"percentEncoded\": false}"), path("/a%20b")),
        RuleCase("aasa-pattern-not-encoded", path("/a b"), components("{\"/\": \"/a b\", \"percentEncoded\": false}")),
        RuleCase("aasa-pattern-overencoded", path("/a%3Ab"), path("/a%20b")),
        RuleCase("aasa-pattern-regex", path("/[a-z]+/.*"), path("/a.*")),
        RuleCase("aasa-pattern-regex", path("/a/{id}/b"), path("/a/b:id/{b")),
        RuleCase("aasa-pattern-regex", path("/a/:id"), path("/a/$id")),
        RuleCase("aasa-double-star", path("/a/**"), path("/a/*/*")),
        RuleCase(
            "aasa-slash-star",
            components("{\"/\": \"/a/*\"}, {\"/\": \"/a\", \"exclude\": true}"),
            components("{\"/\": \"/a\", \"exclude\": true}, {\"/\": \"/a/*\"}")
        ),
        RuleCase("aasa-not-in-component", path("NOT /a"), path("/NOT /a")),
        RuleCase("aasa-not-malformed", paths("\"NOT/a\", \"*\""), paths("\"NOT /a\", \"*\"")),
        RuleCase(
            "aasa-too-complex",
            path("/" + String(repeating: "*a", count: 65)),
            path("/" + String(repeating: "*a", count: 64))
        ),
    ]
}
