import Testing

@testable import BoltsAppLinks


/// Names that strangers give themselves (rule L9).
@Suite struct DisplayNameTests {
    @Test("L9: a name stands as it is", arguments: ["Notes", "Café 24", "微信", "כתבות", "a & b <i>", "100 %@"])
    func L9_plainNamesStay(name: String) {
        #expect(DisplayName.shown(name) == name)
    }

    @Test(
        "L9: what cannot be seen, or turns text around, is not shown",
        arguments: [
            ("No\u{202E}setoN\u{202C}", "NosetoN"), ("\u{2066}Notes\u{2069}", "Notes"), ("\u{200F}Notes", "Notes"),
            ("\u{061C}Notes", "Notes"), ("No\u{0}te\u{1B}[1ms", "Note[1ms"), ("\u{FEFF}Notes\u{200B}", "Notes"),
            ("No\u{AD}tes", "Notes"), ("\u{F8FF} Store", "Store"), ("No\u{E0041}tes", "Notes"),
            ("No\u{3164}tes\u{2800}", "Notes"), ("Notes\u{85}", "Notes"),
        ]
    )
    func L9_whatCannotBeSeenGoes(name: String, shown: String) {
        #expect(DisplayName.shown(name) == shown)
    }

    @Test("L9: white space becomes one space, and none at the ends")
    func L9_whiteSpaceIsOneSpace() {
        #expect(DisplayName.shown("  Two \r\n\t\u{2028}\u{A0}words \n") == "Two words")
    }

    @Test("L9: what joins letters and emoji stays", arguments: ["👩‍👩‍👧 App", "می‌خواهم", "❤️", "नमस्ते", "👋🏽"])
    func L9_joinersStay(name: String) {
        #expect(DisplayName.shown(name) == name)
    }

    @Test(
        "L9: a name of which nothing would be seen is none",
        arguments: ["", " ", "\n", "\u{200D}", "\u{202E}", "\u{FE0F}", "\u{301}", "\u{3164}", "\u{2800}", "\u{0}"]
    )
    func L9_unseenNamesAreNone(name: String) {
        #expect(DisplayName.shown(name) == nil)
    }

    @Test("L9: a name of 64 characters stands, a longer one is cut to as many")
    func L9_longNamesAreCut() {
        let longest = String(repeating: "a", count: 64)
        #expect(DisplayName.shown(longest) == longest)
        #expect(DisplayName.shown(longest + "a") == String(repeating: "a", count: 63) + "…")
        #expect(DisplayName.shown(String(repeating: "a", count: 1_000_000))?.count == 64)
    }

    @Test("L9: the cut falls between characters, never within one")
    func L9_charactersAreNotCut() {
        let family = "👨‍👩‍👧‍👦"
        #expect(DisplayName.shown(String(repeating: family, count: 64)) == String(repeating: family, count: 64))
        #expect(DisplayName.shown(String(repeating: family, count: 90)) == String(repeating: family, count: 63) + "…")
        let accented = "e\u{301}"
        #expect(DisplayName.shown(String(repeating: accented, count: 70))?.count == 64)
    }

    @Test("L9: a character that is a pile of marks shows what it stands on")
    func L9_pilesOfMarksAreCut() throws {
        let pile = "Z" + String(repeating: "\u{0351}", count: 100)
        #expect(DisplayName.shown(pile + "algo") == "Zalgo")
        let endless = "Z" + String(repeating: "\u{0351}", count: 1_000_000) + "algo"
        let shown = try #require(DisplayName.shown(endless))
        #expect(shown == "Z…")
    }
}
