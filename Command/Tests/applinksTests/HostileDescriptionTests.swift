@_spi(Bolts) import AppFiles
import Foundation
import SharedData
import Testing

@testable import applinks

/// Tests descriptions that expand to far more than their text.
@Suite(.timeLimit(.minutes(20))) struct HostileDescriptionTests {
    private func reading(_ text: String) -> YAMLTree.Failure? {
        do {
            _ = try YAMLTree(text).json()
            return nil
        } catch {
            return error as? YAMLTree.Failure
        }
    }

    @Test(.tags(.th79)) func aTextThatIsRepeatedByAliasesIsRefused() throws {
        let text = String(repeating: "x", count: 10_000)
        let failure = try #require(reading("a: &a \(text)\nb: [" + String(repeating: "*a,", count: 90_000) + "]\n"))
        #expect(failure.description.contains("more than 1 MiB with their aliases") && failure.position != nil)
        // A few aliases are legitimate.
        #expect(reading("a: &a \(text)\nb: [*a, *a, *a]\n") == nil)
        let laughs = "a0: &a0 [x, x]\n" + (1..<60).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined()
        #expect(try #require(reading(laughs)).description.contains("100000 values"))
    }

    /// Comparing keys would expand their aliases before the size could be counted.
    @Test(.tags(.th79)) func aliasesInKeysAreRefused() throws {
        let laughs = "a0: &a0 [x, x]\n" + (1..<12).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined()
        for key in [
            "? *a11\n: x", "*a0 : x", "? [*a11, *a11]\n: x", "? {a: *a11}\n: x", "{*a0 : x}: y", "b: {*a0 : x}",
        ] {
            #expect(try #require(reading(laughs + key + "\n"), "\(key)").description.contains("A key is not a text"))
        }
        #expect(reading("a: &a b\n? c\n: *a\n\"d\": [{e: *a}]\n") == nil)
    }

    @Test(.tags(.th79)) func nestingIsBounded() throws {
        for text in [String(repeating: "[", count: 100_000), String(repeating: "{a: ", count: 100_000)] {
            #expect(reading(text) != nil)
        }
        #expect(reading(String(repeating: "[", count: 900) + String(repeating: "]", count: 900)) == nil)
    }

    /// Three hundred descriptions of anchors, aliases, keys and texts, combined at random: reading each ends, and the result is no
    /// larger than the limit for a file without aliases.
    @Test(.tags(.th79)) func noDescriptionBecomesLargerThanItsLimit() {
        var random = SeededRandom(seed: 19)
        var outcomes = (read: 0, refused: 0)
        for _ in 0..<300 {
            var text = ""
            let lines = Int.random(in: 1..<40, using: &random)
            for line in 0..<lines {
                let count = [1, 3, 100, 5_000].randomElement(using: &random) ?? 1
                let item =
                    line == 0 || Int.random(in: 0..<4, using: &random) == 0
                    ? String(repeating: "x", count: count) : "*a\(Int.random(in: 0..<line, using: &random))"
                let repeated = Array(repeating: item, count: Int.random(in: 1..<12, using: &random)).joined(
                    separator: ", "
                )
                text += "k\(line): &a\(line) [\(repeated)]\n"
            }
            do {
                let json = try YAMLTree(text).json()
                #expect(json.count <= 8 * YAMLBudget.maximumBytes)
                outcomes.read += 1
            } catch {
                #expect(error is YAMLTree.Failure)
                outcomes.refused += 1
            }
        }
        #expect(outcomes.read > 20 && outcomes.refused > 20, "\(outcomes)")
    }
}
