import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Tests the proposed change for a URL that no rule matches, on each platform.
struct NearestRuleTests {
    private static let app = "R2TQ9MZ7K4.dk.lakrids.app"
    private static let package = "dk.lakrids.app"
    private static let family = "Lakrids_8wekyb3d8bbwe"

    private static func apple(_ components: String) throws -> AppSiteAssociation {
        try AppSiteAssociation(bytes: Array(AppleRuleCases.components(components, app: app).utf8))
    }

    private static func statements(_ rules: String) throws -> AssetLinks {
        try AssetLinks(bytes: Array(AssetLinksRuleCases.dynamic("[\(rules)]", package: package).utf8))
    }

    private static func windows(_ paths: String, excluding excluded: String = "") throws -> WindowsWebLinks {
        let text = "[{\"packageFamilyName\": \"\(family)\", \"paths\": [\(paths)], \"excludePaths\": [\(excluded)]}]"
        return try WindowsWebLinks(bytes: Array(text.utf8))
    }

    @Test func rulesThatBeginAsThePathDoesAreNamedFirst() throws {
        let rules = ["/cart", "/cart/*", "/help/*", "/invitation_link/*", "/invoices"].map { "{\"/\": \"\($0)\"}" }
        let file = try Self.apple(rules.joined(separator: ", "))
        let cause = file.nearestRule(to: "https://lakrids.dk/invitation_token/1", app: Self.app)?.cause
        let names = "/invitation_link/*, /invoices, /cart and 2 more"
        #expect(cause == "no rule allows the path /invitation_token/1, only \(names)")
    }

    // MARK: - Tables

    struct Case: CustomTestStringConvertible {
        var rules: String
        var path: String
        var change: String

        init(_ rules: String, _ path: String, _ change: String) {
            self.rules = rules
            self.path = path
            self.change = change
        }

        var testDescription: String { "\(path) by \(rules)" }
    }

    @Test(arguments: [
        Case("{\"/\": \"/Recipes/*\"}", "/recipes/42", "Write /recipes/*, or add \"caseSensitive\": false."),
        Case("{\"/\": \"/recipes\"}", "/recipes/42", "Write /recipes/*."),
        Case("{\"/\": \"/recipes/:id\"}", "/recipes/42", "Write /recipes/*."),
        // The home page is not the beginning of every path.
        Case("{\"/\": \"/\"}, {\"/\": \"/recipes\"}", "/recipes/42", "Write /recipes/*."),
        Case(
            "{\"/\": \"/\"}, {\"/\": \"/books/*\"}",
            "/recipes/42",
            "Add {\"/\": \"/recipes/42\"} (or \"/recipes/*\" for each link like it) if the app is to open it, "
                + "or link to a path that a rule allows."
        ),
        Case("{\"/\": \"/recipes/{id}\"}", "/recipes/42", "Write /recipes/*."),
        Case("{\"/\": \"/recipes/{id}\"}", "/recipes/%7Bid%7D", "Write /recipes/*."),
        Case("{\"/\": \"/recipes/[id]/*\"}", "/recipes/42", "Write /recipes/*/*."),
        Case("{\"/\": \"/$kind/<id>/print\"}", "/recipes/42/print", "Write /*/*/print."),
        Case(
            "{\"/\": \"/recipes/*\"}",
            "/recipe/42",
            "Add {\"/\": \"/recipe/42\"} if the app is to open it, write /recipe/* for /recipes/*, or link to /recipes/42."
        ),
        Case(
            "{\"/\": \"/books/*\"}, {\"/\": \"/recipes/*\"}",
            "/recipse/42?from=mail#top",
            "Add {\"/\": \"/recipse/42\"} (or \"/recipse/*\" for each link like it) if the app is to open it, "
                + "or link to /recipes/42?from=mail#top."
        ),
        // A word of which the rule has only a letter is no link of the site.
        Case(
            "{\"/\": \"/r*\"}",
            "/decipes/42",
            "Add {\"/\": \"/decipes/42\"} (or \"/decipes/*\" for each link like it) if the app is to open it, "
                + "or link to a path that a rule allows."
        ),
        // The nearest path is excluded: another spelling would evade the exclusion.
        Case(
            "{\"/\": \"/recipes/old\", \"exclude\": true}, {\"/\": \"/recipes/*\"}",
            "/recipe/old",
            "Add {\"/\": \"/recipe/old\"} (or \"/recipe/*\" for each link like it) if the app is to open it, "
                + "or link to a path that a rule allows."
        ),
        // Another number is another page.
        Case(
            "{\"/\": \"/recipes/41\"}",
            "/recipes/42",
            "Add {\"/\": \"/recipes/42\"} (or \"/recipes/*\" for each link like it) if the app is to open it, "
                + "or link to a path that a rule allows."
        ),
        Case(
            "{\"/\": \"/books/*\"}",
            "/recipes/42",
            "Add {\"/\": \"/recipes/42\"} (or \"/recipes/*\" for each link like it) if the app is to open it, "
                + "or link to a path that a rule allows."
        ),
        Case(
            "{\"/\": \"/recipes/*\", \"?\": {\"id\": \"?*\"}}",
            "/recipes/42",
            "Link with ?id=…, or remove the item from \"?\"."
        ),
        Case("{\"/\": \"/s\u{F8}g/*\"}", "/s%C3%B8g/x", "Write /s%C3%B8g/*."),
        Case(
            "{\"/\": \"/s%C3%B8g/*\"}",
            "/s%C3%B8k/x",
            "Add {\"/\": \"/s%C3%B8k/x\"} if the app is to open it, write /s%C3%B8k/* for /s%C3%B8g/*, "
                + "or link to /s%C3%B8g/x."
        ),
        // The route of a single-page site.
        Case(
            "{\"/\": \"/orders/*\"}",
            "/#/orders/5",
            "Add {\"/\": \"/\", \"#\": \"/orders/*\"} if the app is to open it, or link to /orders/5."
        ),
        Case(
            "{\"/\": \"/x\"}, {\"/\": \"/orders/*\"}",
            "/app/#!/orders/5?from=mail",
            "Add {\"/\": \"/app/\", \"#\": \"!/orders/*\"} if the app is to open it, or link to /orders/5?from=mail."
        ),
        Case(
            "{\"/\": \"/orders/5\", \"exclude\": true}, {\"/\": \"/orders/*\"}",
            "/#/orders/5",
            "Add {\"/\": \"/\"} if the app is to open it, or link to a path that a rule allows."
        ),
    ])
    func appleNamesTheChange(_ test: Case) throws {
        let nearest = try #require(try Self.apple(test.rules).nearestRule(to: url(test.path), app: Self.app))
        #expect(nearest.change.text == test.change)
    }

    @Test(arguments: [
        Case("{\"/\": \"/Recipes/*\"}", "/recipes/42", "Write /recipes/*."),
        Case("{\"/\": \"/recipes\"}", "/recipes/42", "Write /recipes/*."),
        Case("{\"/\": \"https://lakrids.dk/recipes/*\"}", "/recipes/42", "Write /recipes/*."),
        Case(
            "{\"/\": \"/recipes/*\"}",
            "/recipes",
            "Add {\"/\": \"/recipes\"} to dynamic_app_link_components, or link to /recipes/."
        ),
        Case(
            "{\"/\": \"/recipes/*\"}",
            "/recipies/42",
            "Add {\"/\": \"/recipies/42\"} to dynamic_app_link_components, write /recipies/* for /recipes/*, "
                + "or link to /recipes/42."
        ),
        Case(
            "{\"/\": \"/books/*\"}",
            "/recipes/42",
            "Add {\"/\": \"/recipes/42\"} to dynamic_app_link_components, or link to a path that a rule allows."
        ),
        Case(
            "{\"/\": \"/recipes/*\", \"?\": {\"id\": \"*\"}}",
            "/recipes/42",
            "Link with ?id=…, or remove the item from \"?\"."
        ),
        Case(
            "{\"/\": \"/recipes/*\"}",
            "?a=1",
            "Link to /?a=1, and add {\"/\": \"/\"} to dynamic_app_link_components: only {\"/\": \"*\"} matches a URL without a path."
        ),
        Case("{\"/\": \"/*\"}", "", "Link to /: only {\"/\": \"*\"} matches a URL without a path."),
        // A question mark is a character, and a query only with a name and a value.
        Case(
            "{\"/\": \"/b?c\"}",
            "/b",
            "Add {\"/\": \"/b\"} to dynamic_app_link_components, or link to a path that a rule allows."
        ),
        Case("{\"/\": \"/b?id=*\"}", "/b", "Write /b."),
    ])
    func dynamicRulesNameTheChange(_ test: Case) throws {
        let statements = try Self.statements(test.rules).statements
        let nearest = try #require(NearestRule.dynamic(statements, package: Self.package, url: url(test.path)))
        #expect(nearest.change.text == test.change)
    }

    /// The folder of the path is proposed in the form of the other rules, or of the app's own filters, and nothing wider.
    @Test(
        arguments: [
            (["/video/*", "/profile/*"], [], "/hashtag/kat", "/hashtag/*"),
            (["/a/video/*", "/a/b/profile/*"], [], "/a/hashtag/x/y", "/a/hashtag/*"),
            (["/video/*"], ["/hashtag"], "/hashtag/kat", "/hashtag/*"),
            (["/video/*"], ["/hashtag/", "/hashtag/kat/"], "/hashtag/kat/1", "/hashtag/kat/*"),
            (["/video/*"], [], "/hashtag/kat", "/hashtag/kat"),
            (["/video/*"], ["/hash", "/"], "/hashtag/kat", "/hashtag/kat"),
            (["/video/*", "/profile"], [], "/hashtag/kat", "/hashtag/kat"),
            (["/video/*", "/profile/*"], [], "/hashtag", "/hashtag"),
            (["/video/*", "/*/profile/*"], [], "/hashtag/kat", "/hashtag/kat"),
            (["NOT /hashtag/old/*", "/video/*", "/profile/*"], [], "/hashtag/kat", "/hashtag/kat"),
            (["NOT /video/old/*", "/video/*", "/profile/*"], [], "/hashtag/kat", "/hashtag/*"),
            // A link that is nearly right may be the mistake.
            (["/video/*", "/profile/*"], [], "/vidoe/1", "/vidoe/1"),
        ] as [([String], [String], String, String)]
    )
    func theFormOfTheOthersIsKept(_ rules: [String], _ prefixes: [String], _ path: String, _ added: String) throws {
        let components = rules.map { rule in
            rule.hasPrefix("NOT ") ? "{\"/\": \"\(rule.dropFirst(4))\", \"exclude\": true}" : "{\"/\": \"\(rule)\"}"
        }
        let strings = rules.map { "\"\($0)\"" }.joined(separator: ", ")
        let list = "{\"applinks\": {\"details\": [{\"appID\": \"\(Self.app)\", \"paths\": [\(strings)]}]}}"
        for file in [
            try Self.apple(components.joined(separator: ", ")), try AppSiteAssociation(bytes: Array(list.utf8)),
        ] {
            let nearest = try #require(file.nearestRule(to: url(path), app: Self.app, prefixes: prefixes))
            guard case .addRule(added, _, _) = nearest.change else {
                Issue.record("\(nearest.change)")
                continue
            }
        }
        guard prefixes.isEmpty, !rules.contains(where: { $0.hasPrefix("NOT ") }) else { return }
        let dynamic = try Self.statements(components.joined(separator: ", ")).statements
        let change = try #require(NearestRule.dynamic(dynamic, package: Self.package, url: url(path))).change
        guard case .addRule(added, _, _) = change else {
            Issue.record("\(change)")
            return
        }
    }

    @Test(arguments: [
        ("\"percentEncoded\": false", "/%C3%A9", "Add {\"/\": \"/\u{E9}\"} if"),
        ("\"?\": {\"q\": \"1\"}", "/x", "Add {\"/\": \"/x\", \"?\": \"*\"} if"),
        ("\"?\": {\"q\": \"1\"}", "/x?q=1", "Add {\"/\": \"/x\"} if"),
        ("\"#\": \"top\"", "/x", "Add {\"/\": \"/x\", \"#\": \"*\"} if"),
        ("\"#\": \"top\", \"?\": \"a=1\"", "/x", "Add {\"/\": \"/x\", \"?\": \"*\", \"#\": \"*\"} if"),
        ("\"exclude\": true", "/x", "Add {\"/\": \"/x\", \"exclude\": false} if"),
    ])
    func whatIsAddedToAppleSaysWhatTheDefaultsWouldChange(_ defaults: String, _ path: String, _ text: String) throws {
        for isOfFile in [false, true] {
            let (file, entry) = isOfFile ? (", \"defaults\": {\(defaults)}", "") : ("", ", \"defaults\": {\(defaults)}")
            func site(_ more: String) throws -> AppSiteAssociation {
                let rule = "{\"/\": \"/a\", \"?\": \"*\", \"#\": \"*\", \"exclude\": false}\(more)"
                let details = "{\"appIDs\": [\"\(Self.app)\"], \"components\": [\(rule)]\(entry)}"
                return try AppSiteAssociation(bytes: Array("{\"applinks\": {\"details\": [\(details)]\(file)}}".utf8))
            }
            let change = try #require(try site("").nearestRule(to: url(path), app: Self.app)).change.text
            #expect(change.hasPrefix(text), "\(change)")
            let component = text.dropFirst("Add ".count).dropLast(" if".count)
            #expect(try site(", \(component)").decision(for: url(path), app: Self.app).outcome == .match)
        }
    }

    @Test(arguments: [
        Case("\"/Recipes/*\"", "/recipes/42", "Write /recipes/*."),
        Case("\"/recipes\"", "/recipes/42", "Write /recipes/*."),
        Case("\"/recipes/*\"", "/recipes", "Write /recipes."),
        Case(
            "\"/recipes/*\"",
            "/recipies/42",
            "Add \"/recipies/42\" to paths, write /recipies/* for /recipes/*, or link to /recipes/42."
        ),
        Case("\"/books/*\"", "/recipes/42", "Add \"/recipes/42\" to paths."),
        Case("\"/\"", "/recipes/42", "Add \"/recipes/42\" to paths."),
        Case("\"/books/*\", \"/lists/*\"", "/recipes/42", "Add \"/recipes/*\" to paths."),
    ])
    func windowsNamesTheChange(_ test: Case) throws {
        let nearest = try #require(
            try Self.windows(test.rules).nearestRule(to: url(test.path), packageFamilyName: Self.family)
        )
        #expect(nearest.change.text == test.change)
    }

    private func url(_ path: String) -> String { "https://lakrids.dk" + path }

    // MARK: - Every proposal was tried

    @Test(arguments: [11, 12, 13] as [UInt64])
    func aLinkOrAPatternThatIsProposedOpensTheAppByThePlatformsMatcher(_ seed: UInt64) throws {
        var generator = RuleGenerator(seed: seed)
        var links = 0
        var patterns = 0
        for _ in 0..<400 {
            let spelling = generator.spelling()
            let url = url(spelling)
            let apple = try AppSiteAssociation(bytes: Array(generator.appleFile().utf8))
            if let change = apple.nearestRule(to: url, app: Self.app)?.change, let link = change.link {
                links += 1
                #expect(apple.decision(for: self.url(link), app: Self.app).outcome == .match, "\(spelling) \(link)")
            }
            let android = try AssetLinks(bytes: Array(generator.assetLinks().utf8))
            if let change = NearestRule.dynamic(android.statements, package: Self.package, url: url)?.change {
                if let link = change.link {
                    links += 1
                    let decision = android.decision(for: self.url(link), package: Self.package, fingerprint: nil)
                    #expect(decision.outcome == .match && decision.systemOutcome == nil, "\(spelling) \(link)")
                }
                if let pattern = change.pattern {
                    patterns += 1
                    let text = try #require(WebURLText(url))
                    #expect(AndroidPattern(pattern).matches(text.path), "\(spelling) \(pattern)")
                }
            }
            let windows = try WindowsWebLinks(bytes: Array(generator.windowsFile().utf8))
            if let change = windows.nearestRule(to: url, packageFamilyName: Self.family)?.change {
                if let link = change.link {
                    links += 1
                    let decision = windows.decision(for: self.url(link), packageFamilyName: Self.family)
                    #expect(decision.outcome == .match, "\(spelling) \(link)")
                }
                if let pattern = change.pattern {
                    patterns += 1
                    let path = try #require(WebURLText(url)).path
                    #expect(WildcardPattern(simple: pattern).matches(String(decoding: path, as: UTF8.self)))
                }
            }
        }
        #expect(links > 60 && patterns > 40, "\(links) \(patterns)")
    }

    @Test func theNearestRuleOfManyHostileRulesIsNotDecidedAndFallsBack() throws {
        let rules = (0..<2_000).map { "{\"/\": \"/*a*a*a*b\($0)\"}" }.joined(separator: ",")
        let file = try Self.apple(rules)
        let path = "/" + String(repeating: "a", count: 2_000)
        let nearest = try #require(file.nearestRule(to: url(path), app: Self.app))
        guard case .addRule(path, .component, let instead) = nearest.change else {
            Issue.record("\(nearest.change)")
            return
        }
        #expect(instead == RuleChange.Alternative())
    }
}

extension RuleChange {
    fileprivate var link: String? {
        if case .addRule(_, _, let instead) = self { instead.link } else { nil }
    }

    fileprivate var pattern: String? {
        switch self {
        case .writePath(let path), .writePathOrIgnoreCase(let path): path
        case .addRule(_, _, let instead): instead.pattern?.fixed
        default: nil
        }
    }
}
