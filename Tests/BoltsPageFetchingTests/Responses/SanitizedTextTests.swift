import BoltsBase
import Testing

@testable import BoltsPageFetching

/// Tests untrusted text in messages.
@Suite(.tags(.l7)) struct SanitizedTextTests {
    @Test(arguments: [
        ("plain text", "plain text"), ("café 🍲", "café 🍲"), ("a\nb", "a\\nb"), ("a\u{1B}[31m", "a\\u{1B}[31m"),
        ("a\u{202E}b", "a\\u{202E}b"), ("a\u{2028}b", "a\\u{2028}b"), ("\u{0}", "\\0"), ("a\u{FEFF}", "a\\u{FEFF}"),
        ("\u{E000}", "\\u{E000}"), ("\u{10FFFF}", "\\u{0010FFFF}"), ("a\u{034F}", "a\\u{034F}"),
        ("\u{2800}", "\\u{2800}"), ("\u{115F}", "\\u{115F}"), ("\u{2764}\u{FE0F}", "\u{2764}\u{FE0F}"),
    ])
    func invisibleCharactersAreEscaped(_ text: String, _ sanitized: String) {
        #expect(text.sanitized() == sanitized)
        #expect(sanitized.sanitized() == sanitized)
    }

    @Test func textIsCutAtTheLimit() {
        #expect("abc".sanitized(limit: 3) == "abc")
        #expect("abcd".sanitized(limit: 3) == "abc…")
        #expect("a\nb".sanitized(limit: 2) == "a…")
        #expect("abc".sanitized(limit: 0) == "…")
        #expect("abcd".quoted(limit: 3) == "\"abc…\"")
        let pile = "a" + String(repeating: "\u{301}", count: 1_000_000)
        #expect(pile.sanitized(limit: 50).unicodeScalars.count == 51)
    }
}
