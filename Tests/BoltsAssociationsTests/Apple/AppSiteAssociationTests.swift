import Testing

@_spi(Bolts) @testable import BoltsAssociations

/// A file with one entry for one app.
struct SmallFile {
    static let app = "TEAM123456.com.site.app"

    static func entry(_ members: String, applinks: String = "") throws -> AppSiteAssociation {
        try AppSiteAssociation(
            bytes: Array("{\"applinks\": {\(applinks) \"details\": [{\"appIDs\": [\"\(app)\"], \(members)}]}}".utf8)
        )
    }

    static func outcome(components: String, applinks: String = "", _ url: String) throws -> AssociationOutcome {
        let file = try entry("\"components\": [\(components)]", applinks: applinks)
        let plain = file.decision(for: url, app: app)
        let traced = file.decision(for: url, app: app, tracing: true)
        #expect(plain.outcome == traced.outcome && plain.reason == traced.reason)
        #expect(plain.rule?.place == traced.rule?.place)
        return plain.outcome
    }
}

struct AppSiteAssociationTests {
    @Test(arguments: [
        ("/buy/*", "/buy", true), ("/buy/*", "/buyer", false), ("/buy*", "/buyer", true), ("/buy", "/buy/", true),
        ("abc", "/abc", true), ("*abc", "/xabc", true), ("//a", "/a", true), ("/a", "//a//", true),
        ("/a/*/c", "/a/c", false), ("/a/*/c", "/a/b/d/c", true), ("*", "/", true), ("**", "/x", true),
        ("a", "/a", false),
        ("?", "/", true), ("?", "/a", false), ("", "/", true), ("/", "", true), ("/id/????", "/id/481", false),
        ("/?", "/%C3%A9", false), ("/a*b*c", "/a-b-c", true), ("/a*b*c", "/a-c-b", false), ("/*b", "/abab", true),
    ]
    )
    func pathPatternsAndPathsAreNormalizedBeforeTheyAreCompared(_ pattern: String, _ path: String, _ matches: Bool)
        throws
    {
        let outcome = try SmallFile.outcome(components: "{\"/\": \"\(pattern)\"}", "https://site.com" + path)
        #expect(outcome == (matches ? .match : .noMatch))
    }

    @Test func theFirstMatchingRuleDecidesAndHasItsPlace() throws {
        let file = try SmallFile.entry("\"components\": [{\"/\": \"/a/b\", \"exclude\": true},\n {\"/\": \"/a/*\"}]")
        let first = file.decision(for: "https://site.com/a/b", app: SmallFile.app)
        #expect(first.outcome == .exclude)
        #expect(first.rule?.place.pointer == "/applinks/details/0/components/0")
        let second = file.decision(for: "https://site.com/a/c", app: SmallFile.app, tracing: true)
        #expect(second.outcome == .match)
        #expect(second.rule?.place.position == TextPosition(line: 2, column: 2))
        #expect(second.rule?.path == "/a/*")
        #expect(second.trace.map(\.mismatch.part) == [.path])
        #expect(second.trace.first?.mismatch.explanation == "The path \"/a/c\" does not match \"/a/b/\".")
    }

    @Test func aFileWithoutTheAppOrWithoutApplinksMatchesNothingWithAReason() throws {
        let url = "https://site.com/a"
        let file = try SmallFile.entry("\"paths\": [\"*\"]")
        #expect(file.decision(for: url, app: "OTHER12345.a.b").reason == .appNotListed)
        #expect(file.decision(for: url, app: SmallFile.app, domain: "other.com").reason == .otherHost)
        #expect(file.decision(for: url, app: SmallFile.app, domain: "*.site.com").reason == .rule)
        #expect(file.decision(for: "myapp://site.com/a", app: SmallFile.app).reason == .notWebURL)
        let empty = try AppSiteAssociation(bytes: Array("{}".utf8))
        #expect(empty.decision(for: url, app: SmallFile.app).reason == .noAppLinks)
        #expect(try SmallFile.entry("\"x\": 1").decision(for: url, app: SmallFile.app).reason == .noPatterns)
        #expect(try SmallFile.entry("\"paths\": []").decision(for: url, app: SmallFile.app).reason == .noRule)
    }

    @Test func thePrefixOfAnAppIdentifierIsComparedInEitherLetterCaseTheBundleIdentifierIsNot() throws {
        let url = "https://site.com/a"
        let file = try SmallFile.entry("\"paths\": [\"*\"]")
        #expect(file.decision(for: url, app: "team123456.com.site.app").outcome == .match)
        #expect(file.decision(for: url, app: "TEAM123456.com.site.App").outcome == .noMatch)
    }

    @Test func stringsOfPathsExcludeWithNOTInAnyLetterCaseAndIgnoreQueryFragmentAndDefaults() throws {
        let file = try AppSiteAssociation(
            bytes: Array(
                """
                {"applinks": {"defaults": {"?": "x"}, "details": {"\(SmallFile.app)": {"paths": ["not /a/*", 1, "/*"]}}}}
                """.utf8
            )
        )
        let excluded = file.decision(for: "https://site.com/a/b?c#d", app: SmallFile.app)
        #expect(excluded.outcome == .exclude)
        #expect(file.decision(for: "https://site.com/b?c#d", app: SmallFile.app).outcome == .match)
    }

    @Test(arguments: [
        ("{\"q\": \"*\"}", "", true), ("{\"q\": \"?*\"}", "?q=", false), ("{\"q\": \"1\"}", "?q=1&x=2", true),
        ("{\"q\": \"1\"}", "?q=1&q=2", false), ("{\"Q\": \"1\"}", "?q=1", false), ("{\"q\": \"\"}", "?q", true),
        ("{\"q\": 1, \"r\": \"2\"}", "?r=3", true), ("\"a=1\"", "?a=1&b=2", false), ("\"a=?\"", "?a=1", true),
        ("[1]", "?a=1", true), ("{}", "?a", true), ("{\"a%20b\": \"1\"}", "?a%20b=1", true),
    ]
    )
    func queryItemsAbsentIsEmptyEveryOccurrenceCountsNamesKeepTheirCase(
        _ query: String,
        _ text: String,
        _ matches: Bool
    ) throws {
        let outcome = try SmallFile.outcome(components: "{\"?\": \(query)}", "https://site.com/x" + text)
        #expect(outcome == (matches ? .match : .noMatch))
    }

    @Test func letterCaseAndEncodingFollowTheirFlagsReadLooselyFromTheComponentOrFromDefaults() throws {
        let url = "https://site.com/Caf%C3%A9?q=A%20B"
        #expect(try SmallFile.outcome(components: "{\"/\": \"/caf%c3%a9\"}", url) == .noMatch)
        #expect(try SmallFile.outcome(components: "{\"/\": \"/CAF%c3%A9\", \"caseSensitive\": \"no\"}", url) == .match)
        let decoded = "{\"/\": \"/Café\", \"?\": {\"q\": \"A B\"}, \"percentEncoded\": false}"
        #expect(try SmallFile.outcome(components: decoded, url) == .match)
        let defaults = "\"defaults\": {\"percentEncoded\": 0, \"caseSensitive\": null},"
        #expect(try SmallFile.outcome(components: "{\"/\": \"/cafÉ\"}", applinks: defaults, url) == .noMatch)
        #expect(try SmallFile.outcome(components: "{\"/\": \"/CAFé\"}", applinks: defaults, url) == .match)
        #expect(try SmallFile.outcome(components: "{\"/\": \"/*\", \"exclude\": \"yes\"}", url) == .exclude)
        #expect(try SmallFile.outcome(components: "{\"/\": \"/*\", \"exclude\": \"false\"}", url) == .match)
        // The text is read like `boolValue` of `NSString` does.
        for text in ["+1", " 1", "01", " yes", "-0007", "\\t T", "1x", "9"] {
            let rule = "{\"/\": \"/*\", \"exclude\": \"\(text)\"}"
            #expect(try SmallFile.outcome(components: rule, url) == .exclude, "\(text)")
        }
        for text in ["", "0", "+", "00", "no", "--1", "+ 1", "x1"] {
            let rule = "{\"/\": \"/*\", \"exclude\": \"\(text)\"}"
            #expect(try SmallFile.outcome(components: rule, url) == .match, "\(text)")
        }
    }

    @Test func defaultsFillEveryMissingMemberAndAnEntrysOwnComeFirst() throws {
        let outer = "\"defaults\": {\"/\": \"/foo/*\", \"exclude\": true},"
        #expect(
            try SmallFile.outcome(components: "{\"#\": \"*\"}", applinks: outer, "https://site.com/bar") == .noMatch
        )
        #expect(
            try SmallFile.outcome(components: "{\"#\": \"*\"}", applinks: outer, "https://site.com/foo") == .exclude
        )
        #expect(try SmallFile.outcome(components: "7", applinks: outer, "https://site.com/bar") == .match)
    }

    @Test(arguments: [
        ("/$(lang)-$(region)/*", "/en-GB/x", true), ("/$(lang)-$(region)/*", "/en-UK/x", false),
        ("/$(lang)-$(region)/*", "/gsw-ch", true), ("/$(lang)", "/eN", false), ("/$(food)", "/pizza", true),
        ("/$(food)", "/pie", false), ("/$(wild)x", "/a-long-zx", true), ("/$(wild)$(wild)", "/azaz", true),
        ("/$(nope)", "/nope", false), ("/$(food", "/pizza", false), ("/$(bad)", "/en", false),
        ("/$(alpha)$(digit)$(xdigit)", "/a1f", true), ("/$(upper)", "/a", false), ("/$5", "/$5", true),
        ("/$(nested)", "/plain", true), ("/*$(food)*", "/x/pizza/y", true), ("/$(empty)/x", "/x", false),
    ]
    )
    func variablesOwnAndBuiltInWithWildcardsUndefinedUnterminated(_ pattern: String, _ path: String, _ matches: Bool)
        throws
    {
        let variables = """
            "substitutionVariables": {"food": ["pizza", "sushi"], "wild": ["a*z"], "bad": [],
            "nested": ["$(lang)", "plain"], "empty": ""},
            """
        let outcome = try SmallFile.outcome(
            components: "{\"/\": \"\(pattern)\"}",
            applinks: variables,
            "https://site.com" + path
        )
        #expect(outcome == (matches ? .match : .noMatch))
    }

    @Test func patternsMadeToBeSlowAreGivenUpOrDecidedWithinABoundedNumberOfSteps() throws {
        let stars = String(repeating: "*a", count: 64)
        let url = "https://site.com/" + String(repeating: "a", count: 4_000) + "b"
        #expect(try SmallFile.outcome(components: "{\"/\": \"/\(stars)c\"}", url) == .noMatch)
        let many = String(repeating: "*a", count: 65)
        #expect(try SmallFile.outcome(components: "{\"/\": \"/\(many)*\"}", url) == .noMatch)
        let values = (0..<2_000).map { "\"*a*a*\($0)\"" }.joined(separator: ",")
        let uses = String(repeating: "$(v)", count: 30)
        _ = try SmallFile.outcome(
            components: "{\"/\": \"/\(uses)\"}",
            applinks: "\"substitutionVariables\": {\"v\": [\(values)]},",
            url
        )
    }

    @Test func theIndexOfLiteralsDecidesAsAWalkThroughAllRulesDoes() throws {
        let patterns = ["/a*", "/ab/*", "/a/b", "*b", "/?b/*", "/a/$(digit)", "/A/*", "/%41", "*", "/ab?"]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let rules = (0..<Int.random(in: 1...8, using: &generator)).map { _ -> String in
                let flags = ["", ", \"caseSensitive\": false", ", \"percentEncoded\": false", ", \"exclude\": true"]
                return "{\"/\": \"\(patterns.randomElement()!)\"\(flags.randomElement()!)}"
            }
            for path in ["/a", "/A/x", "/ab/b", "/a/1", "/xb", "/", "/%41/b", "/a/b"] {
                // `outcome` itself compares both ways of deciding.
                _ = try SmallFile.outcome(components: rules.joined(separator: ","), "https://site.com" + path)
            }
        }
    }
}
