import SharedData
import Testing

@_spi(Bolts) @testable import BoltsSiteCheck

struct SiteDifferenceTests {
    private let app = "ABCDE12345.com.example.app"

    private func apple(_ components: String, apps: String? = nil) -> SiteAssociations {
        let credentials = apps.map { ", \"webcredentials\": {\"apps\": \($0)}" } ?? ""
        let text = AppleRuleCases.components(components, root: credentials, app: app)
        return SiteAssociations("example.com", apple: text)
    }

    private func android(_ fingerprint: String, rules: String? = nil) -> SiteAssociations {
        let extensions = rules.map {
            ", \"relation_extensions\": {\"delegate_permission/common.handle_all_urls\": {\($0)}}"
        }
        let statement = AssetLinksRuleCases.statement(
            package: "\"com.example.app\"",
            fingerprints: "[\"\(fingerprint)\"]",
            extra: extensions ?? ""
        )
        return SiteAssociations("example.com", android: "[\(statement)]")
    }

    private static func fingerprint(_ octet: String) -> String {
        Array(repeating: octet, count: 32).joined(separator: ":")
    }

    @Test func aRuleThatIsAddedAndOneThatIsRemovedAreNamedWithALink() throws {
        let difference = SiteDifference(
            from: apple(#"{"/": "/buy/*"}, {"/": "/old/*"}"#),
            to: apple(#"{"/": "/buy/*"}, {"/": "/offers/*"}"#)
        )
        #expect(difference.links.count == 2)
        let gained = try #require(difference.links.first { $0.effect == .gained })
        #expect(gained.rule == "/offers/*" && gained.app == app && gained.platform == .apple)
        #expect(gained.place?.pointer == "/applinks/details/0/components/1")
        #expect(gained.example?.hasPrefix("https://example.com/offers") == true, "\(gained)")
        let lost = try #require(difference.links.first { $0.effect == .lost })
        #expect(lost.rule == "/old/*" && lost.example?.hasPrefix("https://example.com/old") == true, "\(lost)")
    }

    /// Each combination of a relation and a certificate of a statement is an entry.
    @Test func statementsWithTooManyEntriesAreCountedAndNotCompared() {
        func site(_ octet: String) -> SiteAssociations {
            let relations = (0..<800).map { "\"r\($0)/x\"" }.joined(separator: ",")
            let prints = (0..<800).map { index in
                let digits = "0123456789ABCDEF".map(String.init)
                let pair = [index / 256, index % 256].map { digits[$0 / 16] + digits[$0 % 16] }.joined(separator: ":")
                return "\"\(pair):\(Array(repeating: octet, count: 30).joined(separator: ":"))\""
            }
            let text = """
                [{"relation": [\(relations)], "target": {"namespace": "android_app", "package_name": "com.example.app",
                "sha256_cert_fingerprints": [\(prints.joined(separator: ","))]}}]
                """
            return SiteAssociations("example.com", android: text)
        }
        let difference = SiteDifference(from: site("AA"), to: site("BB"))
        #expect(difference.entries.isEmpty && difference.omitted == 2 * 800 * 800 && !difference.isEmpty)
        #expect(SiteDifference(from: site("AA"), to: site("AA")).isEmpty)
    }

    /// Changes are found in the order of their links, and the link of the single change is the last here.
    @Test(arguments: [SiteDifference.Effect.lost, .gained])
    func ofEachEffectAChangeIsNamedHoweverManyThereAre(_ effect: SiteDifference.Effect) {
        let rules = (100..<250).map { "{\"/\": \"/a\($0)/*\"}" }.joined(separator: ",")
        let (one, many) = (apple(#"{"/": "/zzzzzzzzzzzzz/*"}"#), apple(rules))
        let difference =
            effect == .lost ? SiteDifference(from: one, to: many) : SiteDifference(from: many, to: one)
        #expect(difference.links.count == 100 && difference.omitted == 51, "\(difference.links.count)")
        let alone = difference.links.filter { $0.effect == effect }
        #expect(alone.map(\.rule) == ["/zzzzzzzzzzzzz/*"], "\(alone)")
    }

    @Test func aReorderingThatMeansTheSameIsNoDifference() {
        let difference = SiteDifference(
            from: apple(#"{"/": "/buy/*"}, {"/": "/offers/*"}"#),
            to: apple(#"{"/": "/offers/*"}, {"/": "/buy/*"}, {"/": "/buy/1"}"#)
        )
        #expect(difference.isEmpty, "\(difference.links)")
    }

    @Test func whatOnlyAnExclusionChangesIsNamedByIt() {
        let (exclusion, rule) = (#"{"/": "/buy/no/*", "exclude": true}"#, #"{"/": "/buy/*"}"#)
        let (before, after) = (apple("\(rule), \(exclusion)"), apple("\(exclusion), \(rule)"))
        let lost = SiteDifference(from: before, to: after).links
        #expect(lost.map(\.rule) == ["/buy/*"] && lost.map(\.exclusion) == ["/buy/no/*"])
        #expect(lost.first?.description.contains("no longer opens: /buy/* within /buy/no/* (e.g. ") == true, "\(lost)")
        let gained = SiteDifference(from: after, to: before).links
        #expect(gained.first?.description.contains("newly opens: /buy/* within /buy/no/* (e.g. ") == true, "\(gained)")
        let part = SiteDifference(from: apple(rule), to: apple(#"{"/": "/buy/1"}"#)).links
        #expect(part.first?.description.contains("no longer opens: part of /buy/* (e.g. ") == true, "\(part)")
        #expect(part.map(\.isPart) == [true] && part.map(\.exclusion) == [nil])
        let all = SiteDifference(from: apple(rule), to: apple(#"{"/": "/buy/*", "exclude": true}"#)).links
        #expect(all.first?.description.contains("no longer opens: /buy/* (e.g. ") == true, "\(all)")
    }

    @Test func aRuleForAnyLetterCaseIsNamedSo() {
        let difference = SiteDifference(
            from: apple(#"{"/": "/A/*"}"#),
            to: apple(#"{"/": "/A/*", "caseSensitive": false}"#)
        )
        #expect(difference.links.map(\.rule) == ["/A/* in any letter case"])
    }

    @Test func anExclusionThatMovesBehindTheRuleOpensItsLinks() {
        let exclusion = #"{"/": "/buy/no", "exclude": true}"#
        let difference = SiteDifference(
            from: apple("\(exclusion), {\"/\": \"/buy/*\"}"),
            to: apple("{\"/\": \"/buy/*\"}, \(exclusion)")
        )
        #expect(difference.links.map(\.effect) == [.gained])
        #expect(difference.links.first?.example?.hasPrefix("https://example.com/buy/no") == true, "\(difference.links)")
    }

    @Test func whatIsTooMuchToCompareIsUndecided() {
        func items(_ value: String) -> String {
            (0..<40).map { "{\"?\": {\"k\($0)\": \"\(value)\($0)*\"}}" }.joined(separator: ", ")
        }
        let difference = SiteDifference(from: apple(items("a")), to: apple(items("b")))
        #expect(difference.links.last?.effect == .undecided && difference.links.last?.example == nil)
        #expect(!difference.isEmpty)
    }

    @Test func appsOfOtherServicesAndCertificatesAreCompared() {
        let apps = SiteDifference(
            from: apple(#"{"/": "/*"}"#, apps: #"["R2TQ9MZ7K4.a", "R2TQ9MZ7K4.b"]"#),
            to: apple(#"{"/": "/*"}"#, apps: #"["R2TQ9MZ7K4.b", "R2TQ9MZ7K4.c"]"#)
        )
        #expect(apps.links.isEmpty)
        #expect(apps.entries.map(\.app) == ["R2TQ9MZ7K4.a", "R2TQ9MZ7K4.c"])
        #expect(apps.entries.map(\.effect) == [.lost, .gained])
        let certificates = SiteDifference(from: android(Self.fingerprint("AA")), to: android(Self.fingerprint("BB")))
        #expect(certificates.links.isEmpty)
        #expect(certificates.entries.map(\.certificate) == [Self.fingerprint("AA"), Self.fingerprint("BB")])
    }

    @Test func dynamicRulesThatAreAddedCloseTheOtherLinks() throws {
        let difference = SiteDifference(
            from: android(Self.fingerprint("AA")),
            to: android(Self.fingerprint("AA"), rules: #""dynamic_app_link_components": [{"/": "/shop/*"}]"#)
        )
        let lost = try #require(difference.links.first)
        #expect(lost.effect == .lost && lost.platform == .android && lost.rule == nil, "\(difference.links)")
    }

    private func dynamic(_ rules: String) -> SiteAssociations {
        android(Self.fingerprint("AA"), rules: "\"dynamic_app_link_components\": [\(rules)]")
    }

    private func changes(_ before: String, _ after: String) -> [String] {
        SiteDifference(from: dynamic(before), to: dynamic(after)).links.map(\.description)
    }

    @Test func ofAVersionWithoutRulesThePartIsNamedThatChanges() {
        let plain = android(Self.fingerprint("AA"))
        let exclusion = #"{"/": "/private/*", "exclude": true}, {"/": "*"}"#
        let lost = SiteDifference(from: plain, to: dynamic(exclusion)).links
        #expect(
            lost.map(\.description)
                == ["com.example.app no longer opens: links within /private/* (e.g. https://example.com/private/)"]
        )
        #expect(lost.map(\.rule) == [nil] && lost.map(\.exclusion) == ["/private/*"] && lost.map(\.isPart) == [true])
        let gained = SiteDifference(from: dynamic(exclusion), to: plain).links.map(\.description)
        #expect(gained.first?.contains("newly opens: links within /private/* (e.g. ") == true, "\(gained)")
        let some = SiteDifference(from: plain, to: dynamic(#"{"/": "/shop/*"}"#)).links.map(\.description)
        #expect(some.first?.contains("no longer opens: some links (e.g. ") == true, "\(some)")
        let all = SiteDifference(from: plain, to: dynamic(#"{"/": "*", "exclude": true}"#)).links.map(\.description)
        #expect(all.first?.contains("no longer opens: every link (e.g. ") == true, "\(all)")
    }

    @Test func aRuleThatOnlyAndroidsSourceTextHoldsForIsNamed() {
        let found = changes(#"{"/": "/a"}, {"/": "/*?b"}"#, #"{"/": "/a"}"#)
        #expect(!found.isEmpty && found.allSatisfy { $0.contains("no longer opens: /*?b ") }, "\(found)")
    }

    @Test(arguments: [
        (#"{"/": "*"}"#, #"{"/": "/*"}"#), (##"{"/": "/b"}, {"#": "a"}"##, ##"{"/": "/b"}, {"/": "/*", "#": "a"}"##),
        (#"{"/": "*"}"#, #"{"/": "/", "exclude": true}, {"/": "/*"}"#),
    ])
    func aURLWithoutAPathIsOneThatChanges(_ before: String, _ after: String) {
        let found = SiteDifference(from: dynamic(before), to: dynamic(after)).links
        #expect(found.allSatisfy { $0.effect == .lost } && !found.isEmpty, "\(found)")
        let links = found.compactMap(\.example)
        #expect(
            links.contains { !$0.dropFirst("https://".count).prefix { $0 != "#" }.contains("/") }
                || after.contains("exclude"),
            "\(links)"
        )
    }

    @Test func whereOnlyTheEmptyFragmentIsDecidedItIsTheExample() {
        let found = changes(##"{"/": "/*", "#": "*"}"##, ##"{"/": "/*", "#": "?*"}"##)
        #expect(found.first?.contains("(e.g. https://example.com/#)") == true, "\(found)")
    }

    private static func queried(_ value: String, _ name: String = "b") -> String {
        "{\"/\": \"/a\", \"?\": {\"\(name)\": \"\(value)\"}}"
    }

    @Test(arguments: ["1;2", "1&2", "*;*"]) func aValueAtWhichPlatformsSplitAQueryIsNotDecided(_ value: String) {
        let (plain, rule) = (#"{"/": "/b"}"#, Self.queried(value))
        let apple = SiteDifference(from: apple(plain), to: apple("\(plain), \(rule)"))
        #expect(apple.links.map(\.effect).contains(.undecided), "\(apple.links)")
        // Both of Android's readings split at ampersands first, so a semicolon after one is an ordinary character.
        let android = SiteDifference(from: dynamic(plain), to: dynamic("\(plain), \(rule)"))
        #expect(android.links.map(\.effect) == [value == "1&2" ? .undecided : .gained], "\(android.links)")
    }

    @Test func linksWithASemicolonInTheQueryAreCompared() {
        #expect(
            changes(Self.queried("1;2"), Self.queried("1;3")).map { $0.replacing("com.example.app ", with: "") } == [
                "no longer opens: part of /a b=1;2 (e.g. https://example.com/a?b=1;2&)",
                "newly opens: part of /a b=1;3 (e.g. https://example.com/a?b=1;3&)",
            ]
        )
        // A name is compared as part of the query, like a value.
        let named = changes(#"{"/": "/b"}"#, #"{"/": "/b"}, "# + Self.queried("1", "b;c"))
        #expect(named.count == 1 && named.first?.contains("https://example.com/a?b%3Bc=1&") == true, "\(named)")
        #expect(changes(Self.queried("1*"), Self.queried("1;*") + ", " + Self.queried("1*")).isEmpty)
    }

    @Test(arguments: [("1&2", "b"), ("1", "b&c"), ("1", "b=c"), ("*", "b")])
    func rulesThatStayChangeNoLinkWhateverTheyDecide(_ value: String, _ name: String) {
        let rule = Self.queried(value, name)
        let found = changes("\(rule), {\"/\": \"/c\"}", "\(rule), {\"/\": \"/d\"}")
        #expect(found.count == 2 && !found.contains { $0.contains("ndecided") }, "\(found)")
        let later = SiteDifference(from: dynamic(rule), to: dynamic(Self.queried(value, name + "x"))).links
        let isOpen = later.contains { $0.effect == .undecided && $0.example == nil }
        #expect(isOpen == (value + name).contains { "&=".contains($0) }, "\(later)")
    }

    @Test(arguments: [" R2TQ9MZ7K4.dk.foo.bar", "ABCDE12345.com.example.app", "TEAMID.dk.foo.bar"])
    func anIdentifierThatNoAppHasLosesNothing(_ identifier: String) throws {
        func site(_ identifier: String) -> SiteAssociations {
            let text = """
                {"applinks": {"details": [{"appIDs": ["\(identifier)"], "components": [{"/": "/a/*"}]}]},
                 "webcredentials": {"apps": ["\(identifier)"]}}
                """
            return SiteAssociations("example.com", apple: text)
        }
        let difference = SiteDifference(from: site(identifier), to: site("R2TQ9MZ7K4.dk.foo.bar"))
        #expect(difference.links.map(\.effect) == [.gained] && difference.entries.map(\.effect) == [.gained])
        // A placeholder that no app has is not reported as lost, but a real app is.
        let lost = SiteDifference(from: site("R2TQ9MZ7K4.dk.foo.bar"), to: site(identifier))
        #expect(lost.links.contains { $0.effect == .lost } && lost.entries.contains { $0.effect == .lost })
    }

    @Test(arguments: 0..<60) func everySampledLinkThatChangesIsReportedAndEveryExampleChanges(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var rules = (0..<5).map { _ in Self.rule(&random) }
        let before = apple(rules.joined(separator: ", "))
        for _ in 0...random.next(2) {
            let index = random.next(rules.count)
            switch random.next(3) {
            case 0: rules[index] = Self.rule(&random)
            case 1: rules.insert(Self.rule(&random), at: index)
            default: rules.swapAt(index, random.next(rules.count))
            }
        }
        let after = apple(rules.joined(separator: ", "))
        let first = try #require(before.appSiteAssociation)
        let second = try #require(after.appSiteAssociation)
        let difference = SiteDifference(from: before, to: after)
        #expect(!difference.links.contains { $0.example == nil })
        for change in difference.links {
            let link = try #require(change.example)
            let opened = first.decision(for: link, app: app).outcome == .match
            let opens = second.decision(for: link, app: app)
            #expect(
                opened == (change.effect == .lost) && (opens.outcome == .match) == (change.effect == .gained),
                "\(change)"
            )
            let deciding = change.effect == .gained ? opens : first.decision(for: link, app: app)
            #expect(deciding.rule?.place == change.place, "\(change)")
        }
        for _ in 0..<300 {
            let link = "https://example.com" + Self.link(&random)
            let old = first.decision(for: link, app: app)
            let new = second.decision(for: link, app: app)
            guard (old.outcome == .match) != (new.outcome == .match) else { continue }
            let effect: SiteDifference.Effect = new.outcome == .match ? .gained : .lost
            let place = (effect == .gained ? new : old).rule?.place
            #expect(
                difference.links.contains { $0.effect == effect && $0.place == place },
                "\(link) is not among \(difference.links)"
            )
        }
    }

    private static let words = ["/", "a", "b", "*", "?"]

    private static func rule(_ random: inout SeededRandom) -> String {
        let path = "/" + (0..<random.next(4)).map { _ in words[random.next(words.count)] }.joined()
        let query = random.next(3) == 0 ? ", \"?\": {\"q\": \"\(words[1 + random.next(3)])\"}" : ""
        let fragment = random.next(5) == 0 ? ", \"#\": \"a*\"" : ""
        return "{\"/\": \"\(path)\"\(query)\(fragment), \"exclude\": \(random.next(3) == 0)}"
    }

    private static func link(_ random: inout SeededRandom) -> String {
        let path = "/" + (0..<random.next(5)).map { _ in words[random.next(3)] }.joined()
        let query = random.next(2) == 0 ? "?q=\(words[1 + random.next(2)])" : ""
        return path + query + (random.next(3) == 0 ? "#a" : "")
    }
}

extension SeededRandom {
    fileprivate mutating func next(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
