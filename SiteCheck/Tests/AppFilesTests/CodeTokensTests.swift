import Foundation
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests the words of a program outside its comments and strings.
struct CodeTokensTests {
    private static func words(_ text: String, _ language: CodeLanguage) -> [String] {
        let code = CodeTokens(Array(text.utf8), language)
        return (0..<code.count).compactMap { code.word(at: $0) }
    }

    @Test(arguments: [
        (CodeLanguage.swift, "a // b\nc"), (.swift, "a /* b /* b */ b */ c"), (.swift, "a \"b\" c"),
        (.swift, "a \"b \\\" b\" c"), (.swift, "a #\"b \" b \\(b) b\"# c"), (.swift, "a \"\"\"\nb \" b\n\"\"\" c"),
        (.swift, "a #\"\"\"\nb \"\"\" b \\(b)\n\"\"\"# c"), (.swift, "a ##\"b \"# b\"## c"), (.swift, "a = /\"b/\nc"),
        (.swift, "a #/b \" b/# c"), (.swift, "`a` `c`"), (.swift, "a \"b\nc"), (.swift, "a \"é\\u{41}\" c"),
        (.objectiveC, "a /* b /* b */ c"), (.objectiveC, "a @\"b\\\"b\" c"), (.objectiveC, "a '\"' c"),
        (.objectiveC, "a '\\'' c"), (.objectiveC, "a '\n c"), (.kotlin, "a /* /* b */ b */ c"),
        (.kotlin, "a \"\"\"b \" \\ b\"\"\"\" c"), (.kotlin, "a '\"' c"), (.kotlin, "a \"b \\${b} $b\" c"),
        (.java, "a /* /* b */ c"), (.java, "a \"\"\"\nb \" \\\"\"\" b\"\"\" c"), (.java, "a '\\\\' c"),
        (.dart, "a 'b \" b' c"), (.dart, "a r'b \\' c"), (.dart, "a '''b ' ${'b'}\nb''' c"), (.dart, "a \"b\" c"),
        (.dart, "a r\"\"\"b \\\n\"\"\" c"), (.cSharp, "a '\"' c"), (.cSharp, "a @\"b\\\" c"),
        (.cSharp, "a @\"b\"\"\nb\" c"),
        (.cSharp, "a \"b\\\"\" c"), (.cSharp, "a \"\"\"\"b \"\"\" \\\"\"\"\" c"), (.cSharp, "a\n#region b's \"b\nc"),
    ])
    func commentsAndTextsAreLeftOut(_ language: CodeLanguage, _ text: String) {
        #expect(Self.words(text, language) == ["a", "c"], "\(text)")
        #expect(CodeTokens(Array(text.utf8), language).isComplete)
    }

    @Test(arguments: [
        (CodeLanguage.swift, "\"b \\(a + f(\"b \\(c)\")) b\" d"), (.swift, "#\"b \\#(a + f(\")\") + c) b\"# d"),
        (.kotlin, "\"b ${a + f(\"}\") + c} b\" d"), (.dart, "'b ${a + f('}') + c} b' d"),
        (.cSharp, "$\"b {{ {a + f(\"}\") + c} b\" d"), (.cSharp, "$@\"b \\ {a + f(\"}\") + c} b\" d"),
        (.cSharp, "$$\"\"\"b {b {{a + f('}') + c}} b\"\"\" d"),
    ])
    func codeWithinATextIsCode(_ language: CodeLanguage, _ text: String) {
        #expect(
            Self.words(text, language).filter { language != .cSharp || !$0.hasPrefix("$") } == ["a", "f", "c", "d"]
        )
    }

    /// The bracket that ends code within a text has no beginning among the tokens.
    @Test(arguments: [
        (CodeLanguage.swift, "( \"b \\(a) b\" c ) d"), (.kotlin, "{ \"b ${a} b\" c } d"), (.dart, "{ 'b ${a} b' c } d"),
        (.kotlin, "{ \"b ${f({ a })}\" c } d"),
    ])
    func theBracketsOfTextsArePartsOfThem(_ language: CodeLanguage, _ text: String) {
        let code = CodeTokens(Array(text.utf8), language)
        #expect(code.word(at: code.end(ofBracketAt: 0)) == "d")
    }

    @Test func linesAreCountedThroughCommentsAndTexts() {
        let code = CodeTokens(Array("/*\n*/ a \"\"\"\n\n\"\"\" b // \n c".utf8), .swift)
        let lines = (0..<code.count).filter { code.word(at: $0) != nil }.map { code.line(at: $0) }
        #expect(lines == [2, 4, 5])
    }

    @Test func branchesOfConditionsAllCount() {
        #expect(Self.words("#if A\na\n#else\nb\n#endif", .swift) == ["if", "A", "a", "else", "b", "endif"])
        #expect(Self.words("#if A\na\n#else\nb\n#endif", .objectiveC) == ["if", "A", "a", "else", "b", "endif"])
    }

    @Test(arguments: CodeLanguage.allCases) func whatDoesNotEndIsSaid(_ language: CodeLanguage) {
        #expect(!CodeTokens(Array("a /* b".utf8), language).isComplete)
    }

    @Test func bracketsArePaired() {
        let code = CodeTokens(Array("( a [ ( ) ] { } < b < c > > ) d".utf8), .swift)
        #expect(code.word(at: code.end(ofBracketAt: 0)) == "d")
        #expect(code.has(")", at: code.end(ofBracketAt: 8)))
    }

    /// The number of bytes read grows linearly with the length of the program, whatever is repeated.
    @Test(arguments: CodeLanguage.allCases) func hostileProgramsAreReadWithLooksThatGrowWithTheirLength(
        _ language: CodeLanguage
    ) {
        let pieces = [
            "/*", "*/", "\"", "\"\"\"", "'", "\\(", "${", "#\"", "#", "(/", "\\", "(", "{", "func scene(_ a: UIScene, ",
            "func scene(_ s: UIScene, willConnectTo a: B, options o: C) {", "- (void)scene:(UIScene *)s {",
            "class A : B { fun onNewIntent() {", "class A: UIScene<", "fun onNewIntent() = ", "@main ", "'''", "r'",
            "struct A: App {", "UIApplication onNewIntent Activity ", "<", "class A ", "@a.a ",
            "useHTTPS ", "openAuthSessionAsync(",
            "[", "[Activity(", "\n#if A", "$\"{", "\"\"\"\"", "const string a = ", "using a = ",
        ]
        func looks(_ piece: String, length: Int) -> Int {
            let bytes = Array(String(repeating: piece, count: length / piece.utf8.count).utf8)
            let work = CodeWork()
            switch language {
            case .swift: _ = SwiftSource(bytes, file: "a", work: work).facts
            case .objectiveC: _ = ObjectiveCSource(bytes, file: "a", work: work).facts
            case .kotlin, .java: _ = JVMSource(bytes, file: "a", language, work: work).facts
            case .dart: _ = DartSource(bytes, file: "a", work: work).facts
            case .cSharp: _ = CSharpFile(bytes, work: work)
            case .javaScript: _ = CallbackSource(bytes, file: "a", language, work: work).facts
            }
            return work.lookCount
        }
        for piece in pieces {
            let (once, twice) = (looks(piece, length: 15_000), looks(piece, length: 30_000))
            #expect(once > 0)
            // If text were read again and again, the number would grow four times.
            #expect(twice < once * 5 / 2 + 1_000, "\(piece): \(once), \(twice)")
        }
    }

    /// Reading ends for every sequence of short pieces.
    @Test(arguments: CodeLanguage.allCases) func anyMixOfPiecesIsRead(_ language: CodeLanguage) {
        var state: UInt64 = 47
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        let pieces = [
            "/*", "*/", "//", "\n", "\"", "'", "\"\"\"", "\\", "\\(", ")", "(", "{", "}", "${", "$", "#", "class ",
            "A", ":", ",", "<", ">", "func ", "fun ", "scene", "application", "UIScene", "onNewIntent", "@", "@main",
            "-", ";", "=", "willConnectTo", "options", "\u{E9}", ".", "[", "]", "r",
        ]
        for _ in 0..<400 {
            let text = (0..<next(60)).map { _ in pieces[next(pieces.count)] }.joined()
            let bytes = Array(text.utf8)
            let code = CodeTokens(bytes, language)
            for token in code.tokens {
                #expect(token.start <= token.end && token.end <= bytes.count, "\(text)")
            }
            _ = SwiftSource(bytes, file: "a").facts
            _ = ObjectiveCSource(bytes, file: "a").facts
            _ = JVMSource(bytes, file: "a", language).facts
        }
    }
}
