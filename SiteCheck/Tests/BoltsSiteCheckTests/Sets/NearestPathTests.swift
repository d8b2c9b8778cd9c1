import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Tests the search for the path with the fewest changed letters that rules open.
struct NearestPathTests {
    private static func rules(_ texts: [String]) -> [LinkRule] {
        texts.map { text in
            LinkRule(
                path: LinkPattern(LinkPattern.steps(simple: text.replacing("!", with: "")), decodes: true),
                opens: !text.hasPrefix("!")
            )
        }
    }

    private static func difference(_ answer: NearestPath.Answer) -> Int? {
        if case .found(let near) = answer { near.difference } else { nil }
    }

    @Test(
        arguments: [
            (["/recipes/*"], "/recipe/42", "/recipes/42", 4), (["/recipes/*"], "/Recipes/42", "/recipes/42", 1),
            (["/recipes/*"], "/rEcIpes/42", "/recipes/42", 2), (["/recipes/*"], "/recipes", "/recipes/", 4),
            (["/a/?"], "/a/", "/a/x", 4), (["/term", "/team"], "/tern", "/term", 4),
        ] as [([String], String, String, Int)]
    )
    func theFewestLettersAreChanged(_ rules: [String], _ path: String, _ expected: String, _ difference: Int) throws {
        let answer = NearestPath.find(path, Self.rules(rules))
        guard case .found(let near) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(near.spelling == expected && near.difference == difference && near.rule == 0)
    }

    @Test func anExclusionThatComesFirstIsLedAround() throws {
        let rules = Self.rules(["!/recipes/old", "/recipes/*"])
        guard case .found(let near) = NearestPath.find("/recipes/old", rules) else {
            Issue.record("not found")
            return
        }
        #expect(near.spelling != "/recipes/old" && near.spelling.hasPrefix("/recipes/") && near.rule == 1)
    }

    /// Every path that differs in one letter less was tried, so that none is nearer.
    @Test func noPathIsNearer() throws {
        var generator = RuleGenerator(seed: 5)
        let letters = ["a", "b", "/", "A", "1"]
        var found = 0
        for _ in 0..<200 {
            let texts = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                (generator.chance(25) ? "!" : "") + generator.pattern(["a", "b", "/", "*", "?", "A"], isPath: true)
            }
            let rules = Self.rules(texts)
            let path =
                "/" + (0..<Int.random(in: 3...6, using: &generator)).map { _ in generator.pick(letters) }.joined()
            var one = Set<String>([path])
            let body = Array(path.dropFirst()).map(String.init)
            for place in 0...body.count {
                for letter in letters + ["x"] {
                    one.insert("/" + (body[..<place] + [letter] + body[place...]).joined())
                }
                guard place < body.count else { continue }
                one.insert("/" + (body[..<place] + body[(place + 1)...]).joined())
                for letter in letters + ["x"] {
                    one.insert("/" + (body[..<place] + [letter] + body[(place + 1)...]).joined())
                }
            }
            var limits = NearestPath.Limits()
            limits.edits = 1
            let answer = NearestPath.find(path, rules, limits: limits)
            #expect(answer != .notDecided)
            let list = LinkRules(rules)
            let isOne = one.contains { LinkMembership.opens(list, $0) == true }
            // A change of case is a smaller difference, so several of them can equal one changed letter.
            if isOne { #expect(Self.difference(answer).map { $0 <= 4 } == true, "\(path) \(texts)") }
            if LinkMembership.opens(list, path) == true { #expect(Self.difference(answer) == 0, "\(path) \(texts)") }
            guard case .found(let near) = answer else { continue }
            found += 1
            #expect(LinkMembership.opens(list, near.spelling) == true, "\(path) \(texts) \(near)")
        }
        #expect(found > 40)
    }

    @Test func whatIsTooMuchWorkIsNotDecided() {
        var limits = NearestPath.Limits()
        limits.nodes = 10
        #expect(NearestPath.find("/recipe/42", Self.rules(["/recipes/*"]), limits: limits) == .notDecided)
        limits = NearestPath.Limits()
        limits.work = 10
        #expect(NearestPath.find("/recipe/42", Self.rules(["/recipes/*"]), limits: limits) == .notDecided)
        limits = NearestPath.Limits()
        limits.operations = 5
        #expect(NearestPath.find("/recipe/42", Self.rules(["/recipes/*"]), limits: limits) == .notDecided)
        #expect(NearestPath.find("/%FF", Self.rules(["/*a"])) == .notDecided)
    }
}
