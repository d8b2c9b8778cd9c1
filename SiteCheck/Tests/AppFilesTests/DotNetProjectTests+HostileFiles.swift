import Testing

@testable import AppFiles

extension DotNetProjectTests {
    @Test(.tags(.th82), .timeLimit(.minutes(20)))
    func anyBytesAreReadInBoundedTime() {
        let seed = Array(
            Self.activity(Self.complete, inside: "const string A = $\"{B}\" + @\"c\"; // \"\n#if X\n#else\n#endif").utf8
        )
        let pieces = [
            "[", "]", "(", ")", "{", "}", "\"", "$\"{", "\"\"\"", "@\"", "#if A\n", "#else\n", "#endif\n", "/*", "\\",
            "'", ",", "+",
        ]
        .map { Array($0.utf8) }
        var state: UInt64 = 7
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(count))
        }
        for _ in 0..<1_500 {
            var bytes = seed
            for _ in 0...next(6) {
                let place = next(bytes.count)
                switch next(3) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(contentsOf: pieces[next(pieces.count)], at: place)
                default: bytes[place] = UInt8(next(256))
                }
                if bytes.isEmpty { bytes = [0x20] }
            }
            let file = CSharpFile(bytes) { _ in .unknown }
            #expect(file.classes.count < 10)
        }
        for end in seed.indices { _ = CSharpFile(Array(seed[..<end])) { _ in .no } }
    }

    @Test(.tags(.th82), .timeLimit(.minutes(20)))
    func largeFilesCostLinearTimeAndBoundedDepth() {
        let size = 60_000
        let nested = [
            "[A(", "[A([", "{", "class A{", "$\"{", "#if A\n", "((", "[A(new[]{", "const string A=", "\"", "[A(\"\"+",
            "$$\"\"\"{{",
            "namespace A{", "[A,", "[A(B=", "using static A;", "#if !(",
        ]
        for piece in nested {
            let bytes = Array(String(repeating: piece, count: size / piece.utf8.count).utf8)
            let file = CSharpFile(bytes) { _ in .unknown }
            #expect(file.classes.count <= 2_000 && file.constants.count <= 2_000, "\(piece)")
        }
        let words = String(repeating: "#if A\n", count: 30_000) + String(repeating: "a ", count: 100_000)
        let tokens = CSharpTokenizer(Array(words.utf8)) { _ in .unknown }.tokens
        #expect(tokens.count == 100_000 && tokens.last?.condition == 0)
        // Each class and each constant has the names around it.
        for names in [String(repeating: "a.", count: 100_000) + "a", String(repeating: "a", count: 200_000)] {
            let member = "class A { const string B = \"x\"; }"
            let inside = String(repeating: member, count: 20_000)
            let file = CSharpFile(Array("namespace \(names) { \(inside) }".utf8)) { _ in .yes }
            #expect(file.classes.count == 2_000 && file.constants.count == 2_000)
            #expect(file.classes.allSatisfy { $0.name.utf8.count <= 1_023 })
            #expect(file.constants.allSatisfy { $0.owner.count <= 100 })
        }
        // A constant that is twice another, again and again, would have 2^60 letters.
        let doubled = (0..<60).map { "const string A\($0 + 1) = A\($0) + A\($0);" }.joined()
        let file = CSharpFile(Array("class L { const string A0 = \"x\"; \(doubled) }".utf8)) { _ in .yes }
        var constants = CSharpConstants()
        constants.add(file, number: 0)
        #expect(constants.text(of: .name(["A3"]), in: 0) == "xxxxxxxx")
        #expect(constants.text(of: .name(["A60"]), in: 0) == nil)
        // So would one that is made of interpolated strings.
        let long = String(repeating: "x", count: 3_000)
        let sum = Array(repeating: "C0", count: 1_500).joined(separator: " + ")
        let filled = CSharpFile(Array("class L { const string C0 = $\"\(long)\"; const string C1 = \(sum); }".utf8)) {
            _ in .yes
        }
        constants.add(filled, number: 1)
        #expect(constants.text(of: .name(["C0"]), in: 1) == long)
        #expect(constants.text(of: .name(["C1"]), in: 1) == nil)
        let deep = String(repeating: "(", count: 3_000) + "true" + String(repeating: ")", count: 3_000)
        #expect(BuildCondition.decide(deep) { $0 } == .unknown)
        #expect(SymbolCondition.decide(deep) { _ in .yes } == .unknown)
    }
}
