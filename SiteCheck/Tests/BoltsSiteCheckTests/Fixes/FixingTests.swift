import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

@Suite(.timeLimit(.minutes(20))) struct FixingTests {
    static func kind(_ rule: String) -> AssociationFileKind {
        if rule.hasPrefix("aasa") { return .apple }
        if rule.hasPrefix("windows") { return .windows }
        if rule.hasPrefix("webauthn") { return .signIn(.webauthn) }
        return rule.hasPrefix("passkey") ? .signIn(.passkeyEndpoints) : .android
    }

    static func fixes(_ text: String, _ kind: AssociationFileKind, unsafely: Bool) -> FileFixes {
        fixes(Array(text.utf8), kind, unsafely: unsafely)
    }

    static func fixes(_ bytes: [UInt8], _ kind: AssociationFileKind, unsafely: Bool) -> FileFixes {
        var budget = FixBudget()
        return FileFixes(
            of: bytes,
            kind: kind,
            file: "f",
            host: "site.example",
            allowsUnsafe: unsafely,
            budget: &budget
        ) {
            $0
        }
    }

    static func text(_ text: String, _ kind: AssociationFileKind, unsafely: Bool = false) -> String {
        String(decoding: fixes(text, kind, unsafely: unsafely).bytes, as: UTF8.self)
    }

    static func findings(_ bytes: [UInt8], _ kind: AssociationFileKind) -> [Finding] {
        FixTrial(kind: kind, file: "f", host: "site.example", size: bytes.count, FixBudget()).state(of: bytes)
            .findings
    }

    static func counts(_ findings: [Finding]) -> [String: Int] {
        findings.reduce(into: [:]) { $0[$1.rule.id, default: 0] += 1 }
    }

    @Test(arguments: FixCases.all) func theFileIsFixedAndEveryOtherByteStays(_ item: FixCase) throws {
        let rule = try #require(AssociationRule.rule(item.rule))
        let kind = Self.kind(item.rule)
        let before = Self.findings(Array(item.before.utf8), kind)
        #expect(before.contains { $0.rule == rule }, "\(before)")
        let fixes = Self.fixes(item.before, kind, unsafely: rule.fixSafety == .unsafe)
        #expect(String(decoding: fixes.bytes, as: UTF8.self) == item.after)
        #expect(fixes.fixed.contains { $0.finding.rule == rule })
        let after = Self.findings(fixes.bytes, kind)
        #expect(!after.contains { $0.rule == rule }, "\(after)")
        let known = Set(before.map(\.rule))
        // An unreadable file had no other finding.
        let new = after.filter { $0.severity > .note && !known.contains($0.rule) }
        #expect(new.isEmpty || item.rule.hasSuffix("invalid-json"), "\(new)")
        if rule.fixSafety == .unsafe {
            #expect(Self.text(item.before, kind) == item.before, "--fix alone leaves it")
            #expect(Self.fixes(item.before, kind, unsafely: false).left.contains { $0.reason == .needsUnsafe })
        }
    }

    @Test func everyRuleWithAFixHasItsCase() {
        let tested = Set(FixCases.all.map(\.rule))
        let missing = AssociationRule.all.filter { $0.fixSafety != nil && !tested.contains($0.id) }
        #expect(missing.map(\.id) == [])
    }

    /// A mistake that no program can decide is left, byte for byte.
    @Test(arguments: RuleCaseTests.cases) func aFindingWithoutAFixIsLeftToAPerson(_ item: RuleCase) throws {
        let rule = try #require(AssociationRule.rule(item.rule))
        guard rule.fixSafety == nil else { return }
        let fixes = Self.fixes(item.broken, Self.kind(item.rule), unsafely: true)
        #expect(!fixes.fixed.contains { $0.finding.rule == rule })
        #expect(fixes.left.contains { $0.finding.rule == rule && $0.reason == .needsPerson } || !fixes.fixed.isEmpty)
    }

    @Test(arguments: RuleCaseTests.cases, [false, true])
    func fixingTwiceChangesNothingTheSecondTime(_ item: RuleCase, _ unsafely: Bool) {
        let kind = Self.kind(item.rule)
        let once = Self.fixes(item.broken, kind, unsafely: unsafely)
        let twice = Self.fixes(once.bytes, kind, unsafely: unsafely)
        #expect(twice.bytes == once.bytes)
        #expect(twice.fixed.isEmpty)
    }

    @Test func aFileThatIsTooLargeByItsBlanksIsWrittenWithoutThemIfThatIsAskedFor() {
        let text = AppleRuleCases.components("{\"/\": \"/a\", \"comment\": \"a \\\" b\"}")
        let before = text.replacing(":", with: ":" + String(repeating: " ", count: 40_000))
        let fixes = Self.fixes(before, .apple, unsafely: false)
        #expect(fixes.bytes == Array(before.utf8) && fixes.left.contains { $0.reason == .needsUnsafe })
        let after = Self.text(before, .apple, unsafely: true)
        #expect(after.utf8.count < 200 && after.contains("\"comment\":\"a \\\" b\""))
    }

    @Test func theRulesOfALaterEntryOfAnAppMoveToItsFirstOne() {
        func entry(_ rules: String) -> String { "{\"appIDs\": [\"\(AppleRuleCases.id)\"], \"components\": [\(rules)]}" }
        func file(_ entries: String) -> String { "{\"applinks\": {\"details\": [\(entries)]}}" }
        let (one, other) = ("{\"/\": \"/x\"}", "{\"/\": \"/a\", \"?\": {\"b\": \"?*\"}}")
        let before = file("\(entry(one)), \(entry(other))")
        #expect(Self.text(before, .apple) == before)
        #expect(Self.text(before, .apple, unsafely: true) == file(entry("\(one), \(other)")))
        // The other members of the entry would be lost.
        let remark = before.replacing("}]}]", with: "}], \"note\": 1}]")
        #expect(Self.text(remark, .apple, unsafely: true).contains("\"note\": 1"))
    }

    // MARK: - Not JSON

    @Test(arguments: [
        ("[1, 2,]", "[1, 2]"), ("{\"a\": 1,\n}", "{\"a\": 1\n}"), ("[1 2]", "[1, 2]"), ("[1\n2]", "[1,\n2]"),
        ("{\"a\": 1\n \"b\": 2}", "{\"a\": 1,\n \"b\": 2}"), ("[1,,2]", "[1,2]"), ("[,1]", "[1]"), ("[1],", "[1]"),
        ("[1];\n", "[1]\n"), ("{'a': 'b'}", "{\"a\": \"b\"}"), ("{a: 1, b_c: 2}", "{\"a\": 1, \"b_c\": 2}"),
        ("{\u{201C}a\u{201D}: 1}", "{\"a\": 1}"), ("{\u{201C}a\": 1}", "{\"a\": 1}"), ("[\u{A0}1]", "[ 1]"),
        ("[\u{200B}1]", "[1]"),
        ("[True, FALSE, None]", "[true, false, null]"), ("{\"a\": [1,]\r\n,}", "{\"a\": [1]\r\n}"),
        ("{\"a\": 'it, is: [fine]',}", "{\"a\": \"it, is: [fine]\"}"),
    ])
    func punctuationIsFixed(_ before: String, _ after: String) throws {
        let found = try #require(SyntaxFix.edits(for: Array(before.utf8)))
        #expect(String(decoding: FileEdit.apply(found.edits, to: Array(before.utf8)), as: UTF8.self) == after)
        #expect(!found.dropsComments)
        #expect(throws: Never.self) { try JSONDocument(Array(after.utf8)) }
    }

    @Test(arguments: [
        ("[1, // one\n 2]", "[1,\n 2]"), ("[\n  // one\n  1\n]", "[\n  1\n]"), ("/* a */[1]", "[1]"),
        ("[1]\n# end", "[1]\n"), ("{\"a\": 1, // the last\r\n}", "{\"a\": 1\r\n}"),
    ])
    func commentsGoOnlyWhenAsked(_ before: String, _ after: String) throws {
        let found = try #require(SyntaxFix.edits(for: Array(before.utf8)))
        #expect(String(decoding: FileEdit.apply(found.edits, to: Array(before.utf8)), as: UTF8.self) == after)
        #expect(found.dropsComments)
        let file = AppleRuleCases.path("/a") + " // the end"
        #expect(Self.text(file, .apple) == file)
        #expect(Self.text(file, .apple, unsafely: true) == AppleRuleCases.path("/a"))
    }

    @Test(arguments: [
        "", "{", "[1", "[1]]", "[1]}", "{]", "[1] [2]", "{\"a\" 1}", "{\"a\"}", "{\"a\":}", "[\"a\nb\"]", "['a\"b']",
        "['it\\'s']", "[maybe]", "{1: 2}", "<html>", "[1, $]", "{\"a\": \"b\" \"c\"}", "\u{201C}a\u{201C}", "[\"a]",
        "/* [1]", "[1;2]", "{\"a\":,\"b\":1}", "[tRue]",
    ])
    func whatIsNotClearIsLeftAlone(_ text: String) {
        #expect(FixFinder.syntax(Array(text.utf8), Finding(.aasaInvalidJson, nil, file: "f")) == nil)
    }

    // MARK: - Changes that a fix must not make

    @Test(arguments: ["[{\"/\": \"/*\"}, {\"/\": \"*\"}]", "[{\"/\": \"/*\"}, {\"#\": \"a\"}]"])
    func aRuleForURLsWithoutAPathStays(_ rules: String) {
        let file = AssetLinksRuleCases.dynamic(rules)
        #expect(Self.text(file, .android) == file && Self.text(file, .android, unsafely: true) == file)
    }

    @Test func aRuleWithACommentIsRemovedOnlyWhenAsked() {
        let file = AppleRuleCases.components("{\"/\": \"/a\", \"comment\": \"keep\"}, {\"/\": \"/a/*\"}")
        #expect(Self.text(file, .apple) == file)
        #expect(Self.text(file, .apple, unsafely: true) == AppleRuleCases.path("/a/*"))
    }

    /// The exclusion is written wrongly, so that it only looks as if it had no effect.
    @Test func aRuleThatIsWrongOtherwiseIsFixedAndNotRemoved() {
        let file = AppleRuleCases.paths("\"NOT/a\", \"*\"")
        #expect(Self.text(file, .apple) == file)
        #expect(Self.text(file, .apple, unsafely: true) == AppleRuleCases.paths("\"NOT /a\", \"*\""))
    }

    /// Other readers combine an app's entries, so the later entry is never removed; joining the entries changes what Apple reads.
    @Test func whatAnotherReadingNeedsStays() {
        let second = "{\"appIDs\": [\"\(AppleRuleCases.id)\"], \"components\": [{\"/\": \"/b\"}]}"
        let first = "{\"appIDs\": [\"\(AppleRuleCases.id)\"], \"components\": [{\"/\": \"/a\"}]}"
        let file = "{\"applinks\": {\"details\": [\(first), \(second)]}}"
        #expect(Self.text(file, .apple) == file)
        let joined = AppleRuleCases.components("{\"/\": \"/a\"}, {\"/\": \"/b\"}")
        #expect(Self.text(file, .apple, unsafely: true) == joined)
    }

    @Test func defaultsThatWouldApplyToPathsAsComponentsKeepThem() {
        let file = AppleRuleCases.entry("\"paths\": [\"/a\"], \"defaults\": {\"caseSensitive\": false}")
        let fixes = Self.fixes(file, .apple, unsafely: false)
        #expect(String(decoding: fixes.bytes, as: UTF8.self) == file)
        #expect(fixes.left.contains { $0.finding.rule == .aasaAppidsWithPaths && $0.reason == .needsUnsafe })
    }

    @Test func aFileInASignatureIsLeftAlone() {
        let signed = AppleRuleCases.signed(Array(AppleRuleCases.path("/a/**").utf8))
        #expect(Self.findings(signed, .apple).contains { $0.rule == .aasaDoubleStar })
        #expect(Self.fixes(signed, .apple, unsafely: true).bytes == signed)
    }

    @Test func whatIsNotWantedIsNotFixed() {
        let file = Array(AppleRuleCases.components("{\"/\": \"/a/**\"}, {\"/\": \"b/c\"}").utf8)
        var budget = FixBudget()
        let fixes = FileFixes(of: file, kind: .apple, file: "f", host: "h", allowsUnsafe: true, budget: &budget) {
            $0.filter { $0.rule != .aasaDoubleStar }
        }
        let wanted = AppleRuleCases.components("{\"/\": \"/a/**\"}, {\"/\": \"/b/c\"}")
        #expect(String(decoding: fixes.bytes, as: UTF8.self) == wanted)
        #expect(fixes.left.isEmpty)
    }

    @Test func escapesAndCharactersOfSeveralBytesStayAsTheyAre() {
        let file =
            #"{"applinks":{"details":[{"appIDs":["TEAMAAAA01.com.a"],"components":[{"\/":"\/a\/**","comment":"caf\u00e9 – ✓"}]}]}}"#
        #expect(Self.text(file, .apple) == file.replacing("**", with: "*"))
    }

    @Test func placesAreThoseOfTheFileAsItWas() {
        let file = AppleRuleCases.components("\n{\"/\": \"/a/**\"},\n{\"/\": \"/b/**/c**\"},\n{\"/\": \"/b/**/c**\"}\n")
        let fixed = Self.fixes(file, .apple, unsafely: false).fixed
        #expect(
            fixed.map { $0.position?.line }.sorted { ($0 ?? 0) < ($1 ?? 0) } == [2, 3, 4],
            "\(fixed.map(\.finding))"
        )
    }

    @Test func oneFixThatCannotStandDoesNotKeepTheOthersBack() {
        // The lower-case fingerprint is that of the debug certificate, which another rule reports as soon as it can be read.
        let debug = AssetLinksTargetCheck.publicDebugKey.lowercased()
        let file = AssetLinksRuleCases.list(
            AssetLinksRuleCases.statement(fingerprints: "[\"\(AssetLinksRuleCases.fingerprint.lowercased())\"]"),
            AssetLinksRuleCases.statement(package: "\"com.site.other\"", fingerprints: "[\"\(debug)\"]"),
            AssetLinksRuleCases.statement(
                package: "\"com.site.third\"",
                fingerprints: "[\"\(AssetLinksRuleCases.fingerprint)\"]"
            )
        )
        let fixes = Self.fixes(file, .android, unsafely: false)
        let expected = file.replacing(
            AssetLinksRuleCases.fingerprint.lowercased(),
            with: AssetLinksRuleCases.fingerprint
        )
        #expect(String(decoding: fixes.bytes, as: UTF8.self) == expected)
        #expect(fixes.left.count { $0.finding.rule == .assetlinksFingerprintLowercase } == 1)
    }

    /// An unknown namespace hides the mistakes in the target.
    @Test func whatAMistakeHidAppearsAndIsFixedToo() {
        let file = AssetLinksRuleCases.list(
            AssetLinksRuleCases.statement(
                namespace: "android",
                fingerprints: "[\"\(AssetLinksRuleCases.fingerprint.lowercased())\"]"
            )
        )
        #expect(Self.text(file, .android) == file)
        let fixed = AssetLinksRuleCases.list(AssetLinksRuleCases.statement())
        #expect(Self.text(file, .android, unsafely: true) == fixed)
    }

    // MARK: - Limits

    /// A legal file whose rules are all superfluous but one: the steps of `--fix` do not grow with their number.
    @Test(arguments: [(500, true), (1_000, true), (2_000, true), (4_000, true), (250, false)])
    func allSuperfluousRulesAreRemovedInTheSameFewTries(_ count: Int, _ coverComesFirst: Bool) {
        let cover = "{\"/\": \"/*\"}"
        let rules = (0..<count).map { "{\"/\": \"/shelf/\($0)/of/recipes/*\"}" }
        let file = AppleRuleCases.components(
            (coverComesFirst ? [cover] + rules : rules + [cover]).joined(separator: ",\n")
        )
        var budget = FixBudget()
        let start = ContinuousClock.now
        let fixes = FileFixes(
            of: Array(file.utf8),
            kind: .apple,
            file: "f",
            host: "h",
            allowsUnsafe: false,
            budget: &budget
        ) { $0 }
        print(
            "removed \(fixes.fixed.count) of \(file.utf8.count) bytes in \(ContinuousClock.now - start), \(budget.tries) tries"
        )
        #expect(String(decoding: fixes.bytes, as: UTF8.self) == AppleRuleCases.components(cover))
        #expect(fixes.fixed.count == count && fixes.left.isEmpty)
        #expect(budget.tries <= 2)
    }

    @Test func blanksGoAlsoFromAFileThatIsThenNearTheLimit() {
        let note = String(repeating: "x", count: 110_000)
        let file = AppleRuleCases.components("{\"/\": \"/a\", \"comment\": \"\(note)\"}")
        let fixes = Self.fixes(file + String(repeating: "\n", count: 30_000), .apple, unsafely: false)
        #expect(fixes.bytes == Array(file.utf8), "\(fixes.bytes.count) bytes")
        #expect(Self.findings(fixes.bytes, .apple).contains { $0.rule == .aasaNearLimit })
    }

    @Test func whatABudgetDoesNotAllowIsLeftAndCalledNotTried() {
        let file = Array(AppleRuleCases.components("{\"/\": \"/a/**\"}").utf8)
        var budget = FixBudget()
        while budget.take(size: 1 << 20) {}
        budget.add(size: -file.count)
        let fixes = FileFixes(of: file, kind: .apple, file: "f", host: "h", allowsUnsafe: false, budget: &budget) {
            $0
        }
        #expect(fixes.bytes == file && fixes.left.map(\.reason) == [.notTried])
    }

    @Test func aHostileFileIsFixedInBoundedTime() {
        let stars = AppleRuleCases.components((0..<400).map { "{\"/\": \"/\($0)/**\"}" }.joined(separator: ","))
        let keys = AppleRuleCases.components(
            (0..<400).map { "{\"/\": \"/\($0)\", \"Exclude\": true}" }.joined(separator: ",")
        )
        let prints = AssetLinksRuleCases.list(
            AssetLinksRuleCases.statement(
                fingerprints: "["
                    + Array(repeating: "\"\(AssetLinksRuleCases.fingerprint.lowercased())\"", count: 2_000).joined(
                        separator: ","
                    ) + "]"
            )
        )
        let statements =
            "[" + Array(repeating: AssetLinksRuleCases.statement(), count: 500).joined(separator: ",") + "]"
        let commas = "[" + String(repeating: "1,,", count: 20_000) + "]"
        for (text, kind) in [
            (stars, AssociationFileKind.apple), (keys, .apple), (prints, .android), (statements, .android),
            (commas, .android),
        ] {
            let start = ContinuousClock.now
            let fixes = Self.fixes(text, kind, unsafely: true)
            print(
                "fixed \(fixes.fixed.count) of a file of \(text.utf8.count) bytes in \(ContinuousClock.now - start)"
            )
            #expect(fixes.bytes.count <= text.utf8.count * 2)
        }
    }
}
