import Testing

@testable import BoltsAssociations

/// Whether one rule matches all that another one matches, with a link that both match where it does not.
@Suite
struct RuleCoverTests {
    private static let app = "R2TQ9MZ7K4.dk.lakrids.app"

    private static func rule(_ text: String, foldsCase: Bool = false) -> LinkRule {
        var pattern = LinkPattern(LinkPattern.steps(simple: text), decodes: true)
        pattern.foldsCase = foldsCase
        return LinkRule(path: pattern, opens: true)
    }

    private static func relation(_ earlier: LinkRule, _ later: LinkRule) -> RuleCover.Relation {
        var cover = RuleCover([earlier, later])
        return cover.relation(0, 1)
    }

    @Test(arguments: [
        ("*", "/a"), ("/a*", "/ab"), ("/a*", "/a*b"), ("/a?", "/ab"), ("/a", "/a"), ("/?", "/\u{E9}"), ("/*a*", "/bab"),
        ("/a/*", "/a/"), ("/*b", "/a*b"), ("/*", "*"), ("*a*", "/?a"), ("/a*b*", "/a*?b"),
    ])
    func aRuleThatMatchesAllOfAnotherCoversIt(_ earlier: String, _ later: String) {
        #expect(Self.relation(Self.rule(earlier), Self.rule(later)) == .covers)
    }

    @Test(arguments: [
        ("/a?", "/a*", "/ax"), ("/ab*", "/a*", "/ab"), ("/*a", "/b*", "/ba"), ("/a", "/?", "/a"),
        ("/*/b", "/a/*", "/a/b"),
    ])
    func rulesThatOverlapHaveALinkThatBothMatch(_ earlier: String, _ later: String, _ link: String) {
        #expect(Self.relation(Self.rule(earlier), Self.rule(later)) == .overlaps(example: link))
    }

    @Test(arguments: [("/a", "/b"), ("/a*", "/b*"), ("/*a", "/*b"), ("/?", "/??"), ("/a*c", "/ab")])
    func rulesOfWhichNoLinkMatchesBothAreDisjoint(_ earlier: String, _ later: String) {
        #expect(Self.relation(Self.rule(earlier), Self.rule(later)) == .disjoint)
    }

    @Test
    func aFoldedRuleCoversTheSameInCapitalsAndNotTheOtherWayRound() {
        let folded = Self.rule("/Ab*", foldsCase: true)
        #expect(Self.relation(folded, Self.rule("/AB")) == .covers)
        #expect(Self.relation(Self.rule("/ab*"), folded) == .overlaps(example: "/ab"))
    }

    @Test
    func escapesInOneAreCharactersInAnother() {
        let written = LinkRule(path: LinkPattern(LinkPattern.steps(simple: "/%61"), decodes: false), opens: true)
        #expect(Self.relation(Self.rule("/a"), written) == .covers)
        #expect(Self.relation(written, Self.rule("/a")) == .overlaps(example: "/%61"))
        #expect(Self.relation(written, Self.rule("/b")) == .disjoint)
    }

    @Test
    func aRuleThatMatchesNothingIsCoveredByNoneButEverything() {
        let never = LinkRule(path: LinkPattern([.never], decodes: true), opens: true)
        #expect(Self.relation(Self.rule("/a*"), never) == .disjoint)
    }

    /// The relation of random rules agrees with what Apple's matcher decides about random URLs.
    @Test(arguments: [21, 22, 23] as [UInt64])
    func aRelationHoldsForEveryURLByTheMatcher(_ seed: UInt64) throws {
        var generator = RuleGenerator(seed: seed)
        var counts: [String: Int] = [:]
        for _ in 0..<120 {
            let text = generator.appleFile().replacing(", \"exclude\": true", with: "")
            let file = try AppSiteAssociation(bytes: Array(text.utf8))
            let rules = file.linkRules(app: Self.app).rules
            guard rules.count > 1, let entry = file.file.entries.first else { continue }
            func matches(_ index: Int, _ url: String) -> Bool {
                var url = url
                return url.withUTF8 { bytes in
                    guard let parts = unsafe URLParts(bytes) else { return false }
                    var compared = unsafe ComparedText(bytes, parts: parts)
                    var budget = MatchBudget()
                    return entry.rules[index].mismatch(&compared, file.file.variables, &budget) == nil
                }
            }
            var cover = RuleCover(rules)
            let urls = (0..<40).map { _ in "https://lakrids.dk" + generator.spelling() }
            for first in rules.indices {
                for second in rules.indices where first != second {
                    switch cover.relation(first, second) {
                    case .covers:
                        counts["covers", default: 0] += 1
                        for url in urls where matches(second, url) { #expect(matches(first, url), "\(url) \(text)") }
                    case .overlaps(let link):
                        counts["overlaps", default: 0] += 1
                        let url = "https://lakrids.dk" + link
                        #expect(matches(first, url) && matches(second, url), "\(link) \(text)")
                    case .disjoint:
                        counts["disjoint", default: 0] += 1
                        for url in urls { #expect(!matches(first, url) || !matches(second, url), "\(url) \(text)") }
                    case .notDecided: counts["notDecided", default: 0] += 1
                    }
                }
            }
        }
        #expect(counts["covers", default: 0] > 20 && counts["overlaps", default: 0] > 40, "\(counts)")
        #expect(counts["disjoint", default: 0] > 100 && counts["notDecided", default: 0] < 10, "\(counts)")
    }

    @Test
    func whatExceedsTheLimitsIsNotDecided() {
        let rules = (0..<20).map { Self.rule("/*a*\($0)*b") }
        var limits = RuleCover.Limits()
        limits.comparisons = 5
        var cover = RuleCover(rules, limits: limits)
        let answers = (1..<20).map { cover.relation(0, $0) }
        #expect(answers.count { $0 == .notDecided } == 14 && cover.limits.comparisons == 0)
        limits.steps = 10
        cover = RuleCover(rules, limits: limits)
        _ = (1..<20).map { cover.relation(0, $0) }
        #expect(cover.limits.isExhausted && cover.relation(0, 1) == .notDecided)
    }
}
