import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Tests which dynamic rules cover others by both of Android's readings.
struct DynamicRuleCoverTests {
    private static func firstCovering(_ rules: String) throws -> Int? {
        let list = try DynamicRules(JSONDocument(Array(rules.utf8)).root)
        var cover = DynamicRuleCover(list, CoverBudget())
        return cover.firstCovering(list.rules.count - 1, among: 0..<list.rules.count - 1)
    }

    @Test(arguments: [
        (#"[{"/": "/a*"}, {"/": "/ab"}]"#, 0), (#"[{"/": "*"}, {"/": "/a", "?": {"q": "1"}}]"#, 0),
        (#"[{"/": "*"}, {"/": "/*"}]"#, 0),
        (#"[{"/": "/b"}, {"/": "/a*"}, {"/": "/ab*"}]"#, 1),
        // By Google's documentation a star ends at the first slash, and by the source code as well.
        (#"[{"/": "/*/x"}, {"/": "/a/x"}]"#, 0),
    ])
    func aRuleThatBothReadingsCoverIsFound(_ rules: String, _ index: Int) throws {
        #expect(try Self.firstCovering(rules) == index)
    }

    @Test(arguments: [
        // A rule without conditions matches every link by Google's documentation, and none by the source code.
        #"[{"exclude": false}, {"/": "/a"}]"#,
        // A URL without a path has an empty one, which only a star takes.
        #"[{"/": "/*"}, {"/": "*"}]"#, ##"[{"/": "/*"}, {"#": "a"}]"##, #"[{"/": "/*"}, {"/": "*", "?": {"q": "1"}}]"#,
        #"[{"/": "/ab"}, {"/": "/a*"}]"#, #"[{"/": "/*/x"}, {"/": "/a/b/x"}]"#,
        #"[{"/": "/a", "?": {"q": "1"}}, {"/": "/a"}]"#,
    ])
    func aRuleThatOneReadingDoesNotCoverIsNot(_ rules: String) throws {
        #expect(try Self.firstCovering(rules) == nil)
    }

    /// The source code reads a name with a wildcard in a way that sets cannot express.
    @Test func whatOnlyGooglesWordsSayIsComparedByThem() throws {
        #expect(try Self.firstCovering(#"[{"/": "/a*"}, {"/": "/ab", "?": {"q*": "1"}}]"#) == 0)
    }

    @Test func aListOfManyRulesEndsWithItsBudget() throws {
        let rules = (0..<20_000).map { "{\"/\": \"/a\($0)\"}" }.joined(separator: ", ")
        let list = try DynamicRules(JSONDocument(Array("[\(rules)]".utf8)).root)
        let budget = CoverBudget(steps: 100_000, work: 100_000)
        var cover = DynamicRuleCover(list, budget)
        for index in list.rules.indices { #expect(cover.firstCovering(index, among: 0..<index) == nil) }
        #expect(budget.isExhausted)
    }
}
