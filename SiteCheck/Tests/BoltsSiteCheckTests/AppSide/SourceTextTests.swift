import Testing

@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests the result of each operation on each kind of text.
struct SourceTextTests {
    private static let gap = SourceGap("PREFIX is set elsewhere")
    private static let known = SourceText("org.shelf")
    private static let part = SourceText(parts: [.open("$(PREFIX)"), .known(".shelf")], gap: gap)
    private static let start = SourceText(parts: [.known("org."), .open("$(NAME)")], gap: gap)
    private static let unknown = SourceText.unknown(gap)

    @Test func certaintiesAreJoinedAsInThreeValuedLogic() {
        let table: [(Certainty, Certainty, and: Certainty, or: Certainty)] = [
            (.yes, .yes, .yes, .yes), (.yes, .open, .open, .yes), (.yes, .no, .no, .yes),
            (.open, .yes, .open, .yes), (.open, .open, .open, .open), (.open, .no, .no, .open),
            (.no, .yes, .no, .yes), (.no, .open, .no, .open), (.no, .no, .no, .no),
        ]
        #expect(table.count == Certainty.allCases.count * Certainty.allCases.count)
        for row in table {
            #expect(row.0.and(row.1) == row.and, "\(row)")
            #expect(row.0.or(row.1) == row.or, "\(row)")
        }
        #expect(Certainty.allCases.map(\.inverse) == [.yes, .open, .no])
        #expect(Certainty(true) == .yes && Certainty(false) == .no)
    }

    @Test(arguments: [
        (known, "org.shelf", Certainty.yes), (known, "org.other", .no), (part, "org.shelf", .open),
        (part, "com.other", .no), (part, ".shelf", .open), (part, "shelf", .no), (start, "org.shelf", .open),
        (start, "com.shelf", .no), (start, "org.", .open), (unknown, "org.shelf", .open), (unknown, "", .open),
    ])
    func itMatchesWhatItMayBe(_ text: SourceText, _ other: String, _ expected: Certainty) {
        #expect(text.matches(other) == expected, "\(text) and \(other)")
    }

    @Test(arguments: [
        (known, known, Certainty.yes), (known, part, .open), (known, start, .open), (known, unknown, .open),
        (part, part, .open), (part, start, .open), (part, unknown, .open), (unknown, unknown, .open),
        (SourceText("org.other"), part, .no), (SourceText("com.shelf"), start, .no),
        (part, SourceText(parts: [.open("$(A)"), .known(".other")], gap: gap), .no),
        (start, SourceText(parts: [.known("com."), .open("$(A)")], gap: gap), .no),
    ])
    func twoAreEqualOnlyIfBothAreKnown(_ first: SourceText, _ second: SourceText, _ expected: Certainty) {
        #expect(first.equals(second) == expected, "\(first) and \(second)")
        #expect(second.equals(first) == expected, "\(second) and \(first)")
    }

    @Test func theStatementThatMakesATextIsNotShownAndTellsItApart() {
        func text(_ statement: String) -> SourceText {
            var gap = Self.gap
            gap.statement = statement
            return .unknown(gap)
        }
        #expect(text("id = a()").description == "…")
        #expect(text("id = a()").key("app") == text("id = a()").key("app"))
        #expect(text("id = a()").key("app") != text("id = b()").key("app"))
    }

    @Test func joinedTextsKeepWhatIsKnown() {
        #expect((Self.known + SourceText(".beta")).known == "org.shelf.beta")
        let joined = SourceText("TEAM.") + Self.part
        #expect(joined.known == nil && joined.gap == Self.gap && joined.isKnownInPart)
        #expect(joined.description == "TEAM.$(PREFIX).shelf")
        #expect(joined.matches("OTHER.org.shelf") == .no && joined.matches("TEAM.org.shelf") == .open)
        #expect(!Self.unknown.isKnownInPart && Self.unknown.description == "…")
        #expect((Self.unknown + SourceText("")).parts == Self.unknown.parts)
        #expect(SourceText("").known == "" && SourceText("").gap == nil)
    }
}
