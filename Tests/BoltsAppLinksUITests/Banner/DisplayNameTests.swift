import Testing

@testable import BoltsAppLinksUI

/// Tests names from untrusted apps.
@Suite(.tags(.l9)) struct DisplayNameTests {
    @Test(arguments: ["Notes", "Café 24", "微信", "כתבות", "a & b <i>", "100 %@"])
    func visibleNamesAreUnchanged(name: String) {
        #expect(DisplayName.sanitized(name) == name)
    }

    @Test(
        .tags(.th17),
        arguments: [
            ("No\u{202E}setoN\u{202C}", "NosetoN"), ("\u{2066}Notes\u{2069}", "Notes"), ("\u{200F}Notes", "Notes"),
            ("\u{061C}Notes", "Notes"), ("No\u{0}te\u{1B}[1ms", "Note[1ms"), ("\u{FEFF}Notes\u{200B}", "Notes"),
            ("No\u{AD}tes", "Notes"), ("\u{F8FF} Store", "Store"), ("No\u{E0041}tes", "Notes"),
            ("No\u{3164}tes\u{2800}", "Notes"), ("Notes\u{85}", "Notes"),
        ]
    )
    func invisibleCharactersAreRemoved(name: String, shown: String) {
        #expect(DisplayName.sanitized(name) == shown)
    }

    @Test func whiteSpaceCollapsesToOneSpace() {
        #expect(DisplayName.sanitized("  Two \r\n\t\u{2028}\u{A0}words \n") == "Two words")
    }

    @Test(arguments: ["👩‍👩‍👧 App", "می‌خواهم", "❤️", "नमस्ते", "👋🏽"])
    func joinersAndVariationSelectorsStay(name: String) {
        #expect(DisplayName.sanitized(name) == name)
    }

    @Test(
        .tags(.th17),
        arguments: ["", " ", "\n", "\u{200D}", "\u{202E}", "\u{FE0F}", "\u{301}", "\u{3164}", "\u{2800}", "\u{0}"]
    )
    func namesWithoutVisibleCharactersAreRejected(name: String) {
        #expect(DisplayName.sanitized(name) == nil)
    }

    @Test(.tags(.th17)) func namesAreCutAfter64Characters() {
        let longest = String(repeating: "a", count: 64)
        #expect(DisplayName.sanitized(longest) == longest)
        #expect(DisplayName.sanitized(longest + "a") == String(repeating: "a", count: 63) + "…")
        #expect(DisplayName.sanitized(String(repeating: "a", count: 1_000_000))?.count == 64)
    }

    @Test func cutFallsBetweenCharacters() {
        let family = "👨‍👩‍👧‍👦"
        #expect(DisplayName.sanitized(String(repeating: family, count: 64)) == String(repeating: family, count: 64))
        #expect(
            DisplayName.sanitized(String(repeating: family, count: 90)) == String(repeating: family, count: 63) + "…"
        )
        let accented = "e\u{301}"
        #expect(DisplayName.sanitized(String(repeating: accented, count: 70))?.count == 64)
    }

    @Test(.tags(.th17)) func pilesOfCombiningMarksShowTheirBase() throws {
        let pile = "Z" + String(repeating: "\u{0351}", count: 100)
        #expect(DisplayName.sanitized(pile + "algo") == "Zalgo")
        let endless = "Z" + String(repeating: "\u{0351}", count: 1_000_000) + "algo"
        let shown = try #require(DisplayName.sanitized(endless))
        #expect(shown == "Z…")
    }
}
