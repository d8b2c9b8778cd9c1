import SharedData
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Tests whether one rule matches all links that another one matches, and the link that both match otherwise.
struct RuleCoverTests {
    private static let app = "R2TQ9MZ7K4.dk.lakrids.app"

    private static func rule(_ text: String, foldsCase: Bool = false) -> LinkRule {
        var pattern = LinkPattern(LinkPattern.steps(simple: text), decodes: true)
        pattern.foldsCase = foldsCase
        return LinkRule(path: pattern, opens: true)
    }

    private static func covers(_ earlier: LinkRule, _ later: LinkRule) -> Bool {
        var cover = RuleCover([earlier, later], CoverBudget())
        #expect(cover.firstCovering(1, among: 0..<1) == (cover.covers(0, 1) ? 0 : nil))
        return cover.covers(0, 1)
    }

    private static func commonLink(_ first: LinkRule, _ second: LinkRule) -> String? {
        RuleCover([first, second], CoverBudget()).linkOpened(before: 1)?.link
    }

    @Test(arguments: [
        ("*", "/a"), ("/a*", "/ab"), ("/a*", "/a*b"), ("/a?", "/ab"), ("/a", "/a"), ("/?", "/\u{E9}"), ("/*a*", "/bab"),
        ("/a/*", "/a/"), ("/*b", "/a*b"), ("/*", "*"), ("*a*", "/?a"), ("/a*b*", "/a*?b"), ("/*?", "/?*"),
        ("/*??*", "/?*?"), ("/?*", "/*a"),
    ])
    func aRuleThatMatchesAllOfAnotherCoversIt(_ earlier: String, _ later: String) {
        #expect(Self.covers(Self.rule(earlier), Self.rule(later)))
    }

    @Test(arguments: [
        ("/a?", "/a*", "/ax"), ("/ab*", "/a*", "/ab"), ("/*a", "/b*", "/ba"), ("/a", "/?", "/a"),
        ("/*/b", "/a/*", "/a/b"),
    ])
    func rulesThatOverlapHaveALinkThatBothMatch(_ earlier: String, _ later: String, _ link: String) {
        #expect(!Self.covers(Self.rule(earlier), Self.rule(later)))
        #expect(Self.commonLink(Self.rule(earlier), Self.rule(later)) == link)
    }

    @Test(arguments: [("/a", "/b"), ("/a*", "/b*"), ("/*a", "/*b"), ("/?", "/??"), ("/a*c", "/ab")])
    func rulesOfWhichNoLinkMatchesBothHaveNone(_ earlier: String, _ later: String) {
        #expect(!Self.covers(Self.rule(earlier), Self.rule(later)))
        #expect(Self.commonLink(Self.rule(earlier), Self.rule(later)) == nil)
    }

    @Test func aFoldedRuleCoversTheSameInCapitalsAndNotTheOtherWayRound() {
        let folded = Self.rule("/Ab*", foldsCase: true)
        #expect(Self.covers(folded, Self.rule("/AB")) && Self.covers(folded, Self.rule("/aB*", foldsCase: true)))
        #expect(!Self.covers(Self.rule("/ab*"), folded) && Self.commonLink(Self.rule("/ab*"), folded) == "/ab")
    }

    @Test func escapesInOneAreCharactersInAnother() {
        let written = LinkRule(path: LinkPattern(LinkPattern.steps(simple: "/%61"), decodes: false), opens: true)
        #expect(Self.covers(Self.rule("/a"), written) && !Self.covers(written, Self.rule("/a")))
        #expect(Self.commonLink(written, Self.rule("/a")) == "/%61")
        #expect(Self.commonLink(written, Self.rule("/b")) == nil)
    }

    @Test func aRuleThatMatchesNothingIsCoveredByNoneButEverything() {
        let never = LinkRule(path: LinkPattern([.never], decodes: true), opens: true)
        #expect(!Self.covers(Self.rule("/a*"), never) && Self.covers(Self.rule("/*"), never))
    }

    private static func queried(_ items: [(String, String)], occurrence: LinkRule.Occurrence) -> LinkRule {
        let items = items.map { name, text in
            LinkRule.Item(
                name: Array(name.utf8),
                pattern: LinkPattern(LinkPattern.steps(simple: text), decodes: true),
                occurrence: occurrence
            )
        }
        return LinkRule(path: nil, query: .items(items), opens: true)
    }

    @Test(arguments: [
        ([("a", "*")], [("a", "1")]), ([("a", "1*")], [("a", "12"), ("b", "*")]), ([("a", "*")], [("b", "1")]),
        ([], [("a", "1")]), ([("a", "?*")], [("a", "*?")]),
    ])
    func conditionsOnItemsCoverNarrowerOnes(_ wide: [(String, String)], _ narrow: [(String, String)]) {
        #expect(
            Self.covers(Self.queried(wide, occurrence: .everyOrEmpty), Self.queried(narrow, occurrence: .everyOrEmpty))
        )
    }

    @Test(arguments: [
        ([("a", "1")], [("a", "*")]), ([("a", "?*")], [("b", "1")]), ([("a", "1"), ("b", "1")], [("a", "1")]),
    ])
    func conditionsOnItemsDoNotCoverWiderOnes(_ narrow: [(String, String)], _ wide: [(String, String)]) {
        for occurrence in [LinkRule.Occurrence.everyOrEmpty, .any, .anyWithEqualsSign] {
            #expect(
                !Self.covers(Self.queried(narrow, occurrence: occurrence), Self.queried(wide, occurrence: occurrence))
            )
        }
    }

    @Test func anItemThatMustStandInTheQueryIsNoneThatMayBeMissing() {
        let any = Self.queried([("a", "*")], occurrence: .any)
        let maybe = Self.queried([("a", "*")], occurrence: .everyOrEmpty)
        #expect(Self.covers(maybe, any) && !Self.covers(any, maybe))
    }

    /// Each answer about random patterns agrees with the sets of links, whichever way it was found.
    @Test(arguments: [11, 12] as [UInt64]) func coveringIsThatOfTheSets(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func pattern() -> LinkRule {
            let pieces = ["a", "b", "\u{E9}", "*", "?", "/", "A", "**", "?*"]
            let text = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }
            return Self.rule("/" + text.joined(), foldsCase: Int.random(in: 0..<4, using: &random) == 0)
        }
        var count = 0
        for _ in 0..<25 {
            let rules = (0..<8).map { _ in pattern() }
            var cover = RuleCover(rules, CoverBudget())
            for (first, earlier) in rules.enumerated() {
                for (second, later) in rules.enumerated() where first != second {
                    let missing = LinkSet(LinkRules([later])).subtracting(LinkSet(LinkRules([earlier]))).content()
                    let covers = cover.covers(first, second)
                    #expect(covers == (missing == .empty), "\(earlier) \(later): \(missing)")
                    count += covers ? 1 : 0
                }
                let expected = rules.indices.first { $0 != first && cover.covers($0, first) }
                #expect(cover.firstCovering(first, among: rules.indices) == expected)
            }
        }
        #expect(count > 100)
    }

    /// By Apple's matcher, a rule that covers a random rule matches every random URL that the random rule matches.
    @Test(arguments: [21, 22, 23] as [UInt64]) func whatCoversARuleMatchesItsURLsByTheMatcher(_ seed: UInt64) throws {
        var generator = RuleGenerator(seed: seed)
        var counts: [String: Int] = [:]
        for _ in 0..<120 {
            let text = generator.appleFile().replacing(", \"exclude\": true", with: "")
            let file = try AppSiteAssociation(bytes: Array(text.utf8))
            let rules = file.linkRules(app: Self.app).rules
            guard rules.count > 1, let entry = file.file.entries.first else { continue }
            func matches(_ index: Int, _ url: String) -> Bool {
                guard var compared = ComparedText(url) else { return false }
                var budget = MatchBudget()
                return entry.rules[index].mismatch(&compared, file.file.variables, &budget) == nil
            }
            var cover = RuleCover(rules, CoverBudget())
            let urls = (0..<40).map { _ in "https://lakrids.dk" + generator.spelling() }
            for first in rules.indices {
                for second in rules.indices where first != second {
                    if cover.covers(first, second) {
                        counts["covers", default: 0] += 1
                        for url in urls where matches(second, url) { #expect(matches(first, url), "\(url) \(text)") }
                    }
                    if let link = Self.commonLink(rules[first], rules[second]) {
                        counts["overlaps", default: 0] += 1
                        let url = "https://lakrids.dk" + link
                        #expect(matches(first, url) && matches(second, url), "\(link) \(text)")
                    }
                }
            }
        }
        #expect(counts["covers", default: 0] > 20 && counts["overlaps", default: 0] > 40, "\(counts)")
    }

    @Test func aLinkThatIsExcludedBeforeIsNoneThatAnExclusionComesTooLateFor() {
        func excluding(_ text: String) -> LinkRule {
            var rule = Self.rule(text)
            rule.opens = false
            return rule
        }
        let rules = [excluding("/ab*"), Self.rule("/?b*"), excluding("/a*"), Self.rule("/*"), excluding("/b*")]
        let cover = RuleCover(rules, CoverBudget())
        #expect(cover.linkOpened(before: 2) == nil)
        let found = cover.linkOpened(before: 4)
        #expect(found?.rule == 1 || found?.rule == 3, "\(String(describing: found))")
        #expect(found?.link.hasPrefix("/b") == true)
    }

    /// Rules that example spellings do not distinguish are compared step by step, up to a limit.
    @Test func patternsThatAreTooLongForAnAutomatonAreComparedStepByStep() {
        let long = String(repeating: "*?", count: 30_000)
        let budget = CoverBudget()
        var cover = RuleCover(["/x", "/" + long, "/x*", "/xy"].map { Self.rule($0) }, budget)
        #expect(cover.firstCovering(1, among: 0..<1) == nil && cover.firstCovering(3, among: 0..<3) == 2)
        #expect(budget.overdraft == 0)
        // The limit also applies when the automaton is made: a spelling that would be too long is not read.
        let wide = String(repeating: "*?", count: 10_000)
        let other = CoverBudget()
        cover = RuleCover(["/x", "/" + wide].map { Self.rule($0) }, other)
        #expect(cover.firstCovering(1, among: 0..<1) == nil && other.overdraft <= 50_000)
    }

    @Test func whatExceedsTheBudgetIsNotDecided() {
        let rules = ["/*?", "/?*", "/a*", "/ab", "/?*"].map { Self.rule($0) }
        var cover = RuleCover(rules, CoverBudget(work: 0))
        // Sets are not compared, but covers that the comparison step by step shows are found.
        #expect(!cover.covers(0, 1) && cover.covers(2, 3) && cover.firstCovering(4, among: 0..<4) == 1)
        let spent = CoverBudget(steps: 1, work: 0)
        cover = RuleCover(rules, spent)
        #expect(cover.firstCovering(3, among: 0..<3) == nil && spent.isExhausted)
    }

    /// The number of steps to find, for each of many rules, the last rule, which covers them all.
    private static func cost(_ count: Int, work: Int) -> Int {
        let rules =
            (0..<count).map { rule("/item/\($0)/*", foldsCase: $0 % 2 == 0) } + [rule("/ITEM/*", foldsCase: true)]
        let budget = CoverBudget(work: work)
        let steps = budget.steps
        var cover = RuleCover(rules, budget)
        for index in 0..<count {
            #expect(cover.firstCovering(index, among: 0..<index) == nil)
            #expect(cover.firstCovering(index, among: index + 1..<count + 1) == count)
        }
        return steps - budget.steps
    }

    @Test(arguments: [0, 2_000_000]) func theRuleThatCoversAllOthersIsFoundWithoutALookAtEachOther(_ work: Int) {
        // Comparing each pair would take millions of steps.
        #expect(Self.cost(800, work: work) < 200 * 800)
    }
}
