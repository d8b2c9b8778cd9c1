import SharedData
import Testing

@testable import BoltsAssociations

@Suite
struct PatternCoverTests {
    private static func pattern(_ text: String, foldsCase: Bool = false) -> WildcardPattern {
        WildcardPattern(tokens: WildcardPattern.tokens(simple: text), foldsCase: foldsCase)
    }

    private func covers(_ earlier: String, _ later: String) -> Bool {
        var budget = MatchBudget()
        return PatternCover.covers(Self.pattern(earlier), Self.pattern(later), &budget)
    }

    @Test(arguments: [
        ("*", "a", true), ("a*", "ab", true), ("a*", "a*b", true), ("a?", "ab", true), ("a?", "a*", false),
        ("a", "a", true), ("a", "?", false), ("?", "é", true), ("*a*", "bab", true), ("ab*", "a*", false),
        ("/a/*", "/a/", true), ("*b", "a*b", true),
    ]
    )
    func whatIsCertainIsFound(_ earlier: String, _ later: String, _ expected: Bool) {
        #expect(covers(earlier, later) == expected)
    }

    @Test
    func aPatternThatCoversAnotherMatchesEveryTextThatTheOtherMatches() {
        var random = SeededRandom(seed: 7)
        func text(_ pieces: [String], upTo count: Int) -> String {
            (0..<Int.random(in: 0...count, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }
            .joined()
        }
        var found = 0
        for _ in 0..<4_000 {
            let earlier = text(["a", "b", "é", "*", "?"], upTo: 4)
            let later = text(["a", "b", "é", "*", "?"], upTo: 5)
            guard covers(earlier, later) else { continue }
            found += 1
            for _ in 0..<30 {
                let sample = text(["a", "b", "é", "c"], upTo: 5)
                guard Self.pattern(later).matches(sample) else { continue }
                #expect(Self.pattern(earlier).matches(sample), "\(earlier) covers \(later), but not \(sample)")
            }
        }
        #expect(found > 200)
    }

    @Test
    func aFoldedPatternCoversTheSameInCapitalsAndNotTheOtherWayRound() {
        var budget = MatchBudget()
        let folded = Self.pattern("Ab*", foldsCase: true)
        #expect(PatternCover.covers(folded, Self.pattern("AB"), &budget))
        #expect(!PatternCover.covers(Self.pattern("ab*"), folded, &budget))
    }
}
