@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Makes random rules that are expensive to compare: many wildcards, alternatives of alternatives, long words, and variables with
/// many values.
struct HostileRules {
    private var generator: RuleGenerator
    /// Whether the next rules far exceed any budget instead of nearly reaching it.
    private var isHuge = false

    init(seed: UInt64) { generator = RuleGenerator(seed: seed) }

    /// A kind of hostile rules.
    enum Kind: CaseIterable {
        case wildcards
        case alternatives
        case longWords
        case variables
        case mixed
    }

    /// Makes the rules of one app.
    mutating func rules(_ kind: Kind) -> LinkRules {
        isHuge = generator.chance(20)
        let count = Int.random(in: isHuge ? 4...8 : 1...2, using: &generator)
        return LinkRules(
            (0..<count).map { _ in
                var pattern = LinkPattern([.character(0x2F)] + steps(kind, depth: 0), decodes: generator.chance(50))
                pattern.foldsCase = generator.chance(25)
                pattern.normalizes = generator.chance(50)
                return LinkRule(path: pattern, query: query(kind), opens: generator.chance(70))
            }
        )
    }

    private mutating func query(_ kind: Kind) -> LinkRule.Query {
        guard generator.chance(isHuge ? 30 : 10) else { return .anything }
        let items = (0..<Int.random(in: 1...5, using: &generator)).map { index in
            LinkRule.Item(
                name: Array("q\(index)".utf8),
                pattern: LinkPattern(steps(kind, depth: 1), decodes: true),
                occurrence: generator.pick([.everyOrEmpty, .every, .any])
            )
        }
        return .items(items)
    }

    private mutating func steps(_ kind: Kind, depth: Int) -> [LinkPattern.Step] {
        let letters = Array("ab/A1".unicodeScalars).map { LinkPattern.Step.character($0.value) }
        func letter(_ generator: inout RuleGenerator) -> LinkPattern.Step { generator.pick(letters) }
        switch kind {
        case .wildcards:
            return (0..<Int.random(in: isHuge ? 10...20 : 1...3, using: &generator)).flatMap {
                _ -> [LinkPattern.Step] in
                [generator.chance(60) ? .anything : .anyCharacter, letter(&generator)]
            }
        case .alternatives:
            guard depth < (isHuge ? 3 : 2) else { return [letter(&generator), letter(&generator)] }
            return (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                var choices: [[LinkPattern.Step]] = []
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    choices.append(steps(.alternatives, depth: depth + 1) + (generator.chance(30) ? [.anything] : []))
                }
                return .oneOf(choices)
            }
        case .longWords:
            let word = (0..<Int.random(in: isHuge ? 500...1_500 : 5...40, using: &generator)).map { _ in
                letter(&generator)
            }
            return [.anything] + word + [.anything]
        case .variables:
            let values = (0..<Int.random(in: isHuge ? 60...150 : 3...10, using: &generator)).map { _ in
                (0..<Int.random(in: 0...8, using: &generator)).map { _ in letter(&generator) }
            }
            return [.oneOf(values), .anything] + (generator.chance(50) ? [.oneOf(values)] : [])
        case .mixed:
            var steps: [LinkPattern.Step] = []
            for kind in [Kind.wildcards, .alternatives, .variables] where generator.chance(70) {
                steps += self.steps(kind, depth: 2)
            }
            return steps
        }
    }

    /// Makes a path similar to the rules, sometimes with a query.
    mutating func link() -> String {
        let pieces = ["a", "b", "/", "A", "1", "%61", "//", "x"]
        func text(_ length: Int, _ generator: inout RuleGenerator) -> String {
            (0..<length).map { _ in generator.pick(pieces) }.joined()
        }
        let path = "/" + text(Int.random(in: 0...30, using: &generator), &generator)
        return generator.chance(30) ? "\(path)?q0=\(text(2, &generator))&q1=a" : path
    }
}
