import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Tests that rules that are expensive to compare cost no more than their budget, and that the decisions about them are right.
struct HostileRuleTests {
    private static var limits: LinkComparison.Limits {
        var limits = LinkComparison.Limits()
        limits.states = 2_000
        limits.operations = 20_000
        limits.combinations = 512
        limits.totalCombinations = 8_000
        limits.work = 60_000
        return limits
    }

    /// The cost by which one step of an automaton may exceed the limit, which is checked between steps: each of the patterns' steps
    /// is advanced, and each of the sets of letters is divided.
    private static let oneStep = 20_000 * 260

    @Test(arguments: HostileRules.Kind.allCases)
    func aComparisonEndsWithinItsBudgetAndIsRightInWhatItSays(_ kind: HostileRules.Kind) {
        var hostile = HostileRules(seed: 31)
        for _ in 0..<6 {
            let lists = [hostile.rules(kind), hostile.rules(kind)]
            let result = LinkComparison(lists, limits: Self.limits).result()
            #expect(result.work <= Self.limits.work + Self.oneStep)
            var memberships = [LinkMembership(), LinkMembership()]
            for group in result.groups.prefix(20) {
                let opens = lists.indices.map { memberships[$0].opens(lists[$0], group.spelling) }
                #expect(opens == group.opens, "\(group.spelling)")
            }
            guard result.isComplete else { continue }
            let known = Set(result.groups.map(\.opens))
            for _ in 0..<20 {
                let link = hostile.link()
                let opens = lists.indices.compactMap { memberships[$0].opens(lists[$0], link) }
                guard opens.count == 2 else { continue }
                #expect(known.contains(opens), "\(link)")
            }
        }
    }

    @Test(arguments: HostileRules.Kind.allCases) func whatASetIsSaidToHoldItHolds(_ kind: HostileRules.Kind) {
        var hostile = HostileRules(seed: 41)
        for _ in 0..<3 {
            let lists = [hostile.rules(kind), hostile.rules(kind)]
            let sets = lists.map { LinkSet($0) }
            let operations: [(set: LinkSet, holds: (Bool, Bool) -> Bool)] = [
                (sets[0].union(sets[1]), { $0 || $1 }),
                (sets[0].intersection(sets[1]), { $0 && $1 }),
                (sets[0].subtracting(sets[1]), { $0 && !$1 }),
                (sets[0].complement, { first, _ in !first }),
            ]
            var memberships = [LinkMembership(), LinkMembership()]
            let links = (0..<20).map { _ in hostile.link() }
            let decisions = links.map { link in lists.indices.compactMap { memberships[$0].opens(lists[$0], link) } }
            for (set, holds) in operations {
                switch set.content(limits: Self.limits) {
                case .example(let link):
                    let opens = lists.indices.compactMap { memberships[$0].opens(lists[$0], link) }
                    #expect(opens.count == 2 && holds(opens[0], opens[1]), "\(link)")
                case .empty:
                    for opens in decisions where opens.count == 2 { #expect(!holds(opens[0], opens[1])) }
                case .notDecided: break
                }
            }
        }
    }

    @Test(arguments: HostileRules.Kind.allCases) func whatCoversAHostileRuleMatchesItsLinks(_ kind: HostileRules.Kind) {
        var hostile = HostileRules(seed: 51)
        for _ in 0..<3 {
            let rules = hostile.rules(kind).rules.map { rule in
                var rule = rule
                rule.opens = true
                return rule
            }
            let budget = CoverBudget(steps: 100_000, work: 300_000)
            var cover = RuleCover(rules, budget)
            var membership = LinkMembership()
            let links = (0..<15).map { _ in hostile.link() }
            for (first, second) in zip(rules.indices, rules.indices.dropFirst()) {
                func opens(_ index: Int, _ link: String) -> Bool? { membership.opens(LinkRules([rules[index]]), link) }
                if cover.covers(first, second) {
                    for link in links where opens(second, link) == true {
                        #expect(opens(first, link) == true, "\(link)")
                    }
                }
                if let (link, rule) = cover.linkOpened(before: second) {
                    #expect(opens(rule, link) == true && opens(second, link) == true, "\(link)")
                }
            }
            #expect(budget.overdraft <= 100_000 + 4_000 * 260)
        }
    }

    @Test(arguments: HostileRules.Kind.allCases)
    func theNearestPathOfHostileRulesIsOpenOrNotDecided(_ kind: HostileRules.Kind) {
        var hostile = HostileRules(seed: 61)
        for _ in 0..<6 {
            let rules = hostile.rules(kind).rules.map { LinkRule(path: $0.path, opens: $0.opens) }
            var membership = LinkMembership()
            for _ in 0..<4 {
                let link = String(hostile.link().prefix { $0 != "?" })
                guard case .found(let near) = NearestPath.find(link, rules) else { continue }
                #expect(membership.opens(LinkRules(rules), near.spelling) == true, "\(link) \(near)")
            }
        }
    }

    /// Each kind has rules that are decided and rules that are not, so that both are tested.
    @Test func aBudgetThatIsSmallLeavesHostileRulesUndecidedAndALargerOneDecidesSome() {
        var hostile = HostileRules(seed: 71)
        var decided = 0
        var undecided = 0
        for kind in HostileRules.Kind.allCases {
            for _ in 0..<4 {
                let lists = [hostile.rules(kind), hostile.rules(kind)]
                if LinkComparison(lists, limits: Self.limits).result().isComplete {
                    decided += 1
                } else {
                    undecided += 1
                }
            }
        }
        #expect(decided > 2 && undecided > 2, "\(decided) \(undecided)")
    }
}
