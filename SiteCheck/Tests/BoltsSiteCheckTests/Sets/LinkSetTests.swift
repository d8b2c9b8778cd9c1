import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

struct LinkSetTests {
    private static let app = "R2TQ9MZ7K4.dk.lakrids.app"
    private static let package = "dk.lakrids.app"
    private static let family = "Lakrids_8wekyb3d8bbwe"

    /// Rules, and the decisions of their platform's matcher.
    private struct Reading {
        var text: String
        var rules: LinkRules
        var opens: (String) -> Bool
    }

    private static func reading(_ generator: inout RuleGenerator) throws -> Reading {
        func url(_ spelling: String) -> String { "https://lakrids.dk" + spelling }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0, 1:
            let text = generator.appleFile()
            let file = try AppSiteAssociation(bytes: Array(text.utf8))
            return Reading(text: text, rules: file.linkRules(app: app)) { spelling in
                file.decision(for: url(spelling), app: app).outcome == .match
            }
        case 2:
            let text = generator.assetLinks()
            let file = try AssetLinks(bytes: Array(text.utf8))
            return Reading(text: text, rules: file.linkRules(package: package).documented) { spelling in
                file.decision(for: url(spelling), package: package, fingerprint: nil).outcome == .match
            }
        default:
            let text = generator.windowsFile()
            let file = try WindowsWebLinks(bytes: Array(text.utf8))
            return Reading(text: text, rules: file.linkRules(packageFamilyName: family)) { spelling in
                file.decision(for: url(spelling), packageFamilyName: family).outcome == .match
            }
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func everyAutomatonDecidesAboutARandomURLAsThePlatformsMatcherDoes(_ seed: UInt64) throws {
        var generator = RuleGenerator(seed: seed)
        var decided = 0
        for _ in 0..<40 {
            let reading = try Self.reading(&generator)
            var membership = LinkMembership()
            for _ in 0..<25 {
                let spelling = generator.spelling()
                guard let opens = membership.opens(reading.rules, spelling) else { continue }
                decided += 1
                let expected = reading.opens(spelling)
                #expect(opens == expected, "\(spelling) \(reading.text)")
            }
        }
        #expect(decided > 900)
    }

    @Test(arguments: [4, 5, 6] as [UInt64])
    func aComparisonFindsEveryDifferenceThatARandomURLShowsAndNoOther(_ seed: UInt64) throws {
        var generator = RuleGenerator(seed: seed)
        for _ in 0..<15 {
            let first = try Self.reading(&generator)
            let second = try Self.reading(&generator)
            let result = LinkComparison([first.rules, second.rules]).result()
            #expect(result.isComplete, "\(first.text) \(second.text)")
            for group in result.groups {
                let found = [first.opens(group.spelling), second.opens(group.spelling)]
                #expect(found == group.opens, "\(group.spelling) \(first.text) \(second.text)")
            }
            let known = Set(result.groups.map(\.opens))
            var membership = LinkMembership()
            for _ in 0..<25 {
                let spelling = generator.spelling()
                guard membership.opens(first.rules, spelling) != nil else { continue }
                let found = [first.opens(spelling), second.opens(spelling)]
                #expect(known.contains(found), "\(spelling) \(first.text) \(second.text)")
            }
        }
    }

    @Test(arguments: [7, 8] as [UInt64]) func theLawsOfSetsHold(_ seed: UInt64) throws {
        var generator = RuleGenerator(seed: seed)
        for _ in 0..<3 {
            let first = LinkSet(try Self.reading(&generator).rules)
            let second = LinkSet(try Self.reading(&generator).rules)
            let third = LinkSet(try Self.reading(&generator).rules)
            func expectEqual(_ left: LinkSet, _ right: LinkSet) {
                #expect(left.subtracting(right).content() == .empty)
                #expect(right.subtracting(left).content() == .empty)
            }
            expectEqual(first.complement.complement, first)
            expectEqual(first.union(second).complement, first.complement.intersection(second.complement))
            expectEqual(
                first.intersection(second.union(third)),
                first.intersection(second).union(first.intersection(third))
            )
            expectEqual(first.subtracting(second).union(first.intersection(second)), first)
            #expect(first.intersection(first.complement).content() == .empty)
            #expect(first.union(first.complement).complement.content() == .empty)
        }
    }

    private static func rules(_ patterns: [(String, opens: Bool)], decodes: Bool = true) -> LinkRules {
        LinkRules(
            patterns.map { text, opens in
                LinkRule(path: LinkPattern(LinkPattern.steps(simple: text), decodes: decodes), opens: opens)
            }
        )
    }

    @Test func anExampleIsMadeOfTheWordsOfThePatterns() {
        let first = LinkSet(Self.rules([("/offers/*", true)]))
        let second = LinkSet(Self.rules([("/offers/old/*", true)]))
        #expect(first.subtracting(second).content() == .example("/offers/x"))
        #expect(second.subtracting(first).content() == .empty)
    }

    @Test func anEscapeThatOnePlatformDecodesIsFound() {
        let decoded = LinkSet(Self.rules([("/admin/*", false), ("*", true)]))
        let written = LinkSet(Self.rules([("/admin/*", false), ("*", true)], decodes: false))
        guard case .example(let spelling) = written.subtracting(decoded).content() else {
            Issue.record("the sets differ")
            return
        }
        #expect(spelling.contains("%"))
        #expect(spelling.removingPercentEncoding?.hasPrefix("/admin/") == true)
        #expect(decoded.subtracting(written).content() == .empty)
    }

    @Test func capitalAndSmallDigitsOfAnEscapeAreToldApart() {
        let capital = LinkSet(Self.rules([("/%C3%A9", true)], decodes: false))
        let decoded = LinkSet(Self.rules([("/\u{E9}", true)]))
        #expect(capital.intersection(decoded).content() == .example("/%C3%A9"))
        #expect(decoded.subtracting(capital).content() == .example("/%C3%a9"))
    }

    @Test func patternsWithTooManyStatesAreNotDecidedAndCostBoundedWork() {
        let hostile = "*a" + String(repeating: "?", count: 40)
        let first = LinkSet(Self.rules([(hostile, true)]))
        let second = LinkSet(Self.rules([(hostile + "?", true)]))
        var limits = LinkComparison.Limits()
        limits.states = 2_000
        #expect(first.intersection(first.complement).content(limits: limits) == .notDecided)
        #expect(first.subtracting(second).content(limits: limits) == .notDecided)
        limits.operations = 10
        #expect(first.content(limits: limits) == .notDecided)
    }

    @Test func queryItemsInAnyOrderAndRepeatedOnesAreCompared() {
        func rules(_ occurrence: LinkRule.Occurrence, _ names: [String]) -> LinkRules {
            let items = names.map { name in
                LinkRule.Item(
                    name: Array(name.utf8),
                    pattern: LinkPattern(LinkPattern.steps(simple: "1"), decodes: true),
                    occurrence: occurrence
                )
            }
            return LinkRules([LinkRule(path: nil, query: .items(items), opens: true)])
        }
        let both = LinkSet(rules(.every, ["a", "b"]))
        #expect(both.subtracting(LinkSet(rules(.every, ["b", "a"]))).content() == .empty)
        #expect(both.content() == .example("/?a=1&b=1"))
        let any = LinkSet(rules(.any, ["a"]))
        let every = LinkSet(rules(.every, ["a"]))
        #expect(every.subtracting(any).content() == .empty)
        #expect(any.subtracting(every).content() == .example("/?a=&a=1"))
        var limits = LinkComparison.Limits()
        limits.occurrences = 1
        #expect(any.subtracting(every).content(limits: limits) == .empty)
    }

    @Test func aRegionAndALanguageStandForEveryCode() throws {
        let text = AppleRuleCases.components("{\"/\": \"/$(region)/$(lang)\"}", app: Self.app)
        let rules = try AppSiteAssociation(bytes: Array(text.utf8)).linkRules(app: Self.app)
        #expect(LinkMembership.opens(rules, "/GB/da") == true)
        #expect(LinkMembership.opens(rules, "/gb/gsw/") == true)
        #expect(LinkMembership.opens(rules, "/UK/da") == false)
        #expect(LinkMembership.opens(rules, "/Gb/da") == false)
    }

    @Test(
        arguments: [
            ("/**", "/x", false), ("/**", "/x.*", true), ("/a*?c", "/abc", false), ("/a*?c", "/ab.c", true),
            ("/x/*", "/x", false), ("/?*/x", "//x", false), ("/?*/x", "/ab/x", true), ("/?", "/%F0%9F%98%80", false),
            ("/??", "/%F0%9F%98%80", true), ("/*\u{E9}", "/%C3%A0%C3%A9", true), ("/caf%C3%A9", "/caf%C3%A9", false),
            ("/a/b", "/a%2Fb", true), ("/admin/*", "//admin/x", false), ("/*.html", "/a.b.html", false),
            ("*/terms/*", "/en/terms/x", false), ("/*/terms/*", "/en/terms/x", true), ("/a.html", "/a.html", true),
            ("*", "", true), ("/", "", false), ("/*", "?a=1", false), ("*", "#a", true),
        ]
    )
    func androidsSourceTextIsReadAsItIsWritten(_ pattern: String, _ spelling: String, _ opens: Bool) throws {
        let text = AssetLinksRuleCases.dynamic("[{\"/\": \"\(pattern)\"}]", package: Self.package)
        let rules = try AssetLinks(bytes: Array(text.utf8)).linkRules(package: Self.package).published
        #expect(LinkMembership.opens(rules, spelling) == opens)
    }
}
