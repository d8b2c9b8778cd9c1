import Testing

@_spi(Bolts) @testable import BoltsAssociations

struct JSONDocumentTests {
    private func failure(_ text: String) -> JSONSyntaxError? {
        do {
            _ = try JSONDocument(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test func everyValueKnowsItsPointerLineColumnAndBytes() throws {
        let text = "{\n  \"a/b~\": [1, {\"é\": true}],\r\n  \"s\": \"x\\ty\"\n}"
        let root = try JSONDocument(Array(text.utf8)).root
        let array = try #require(root["a/b~"])
        let inner = try #require(Array(array.children).last?["é"])
        #expect(inner.place.pointer == "/a~1b~0/1/é")
        #expect(inner.place.position == TextPosition(line: 2, column: 21))
        #expect(inner.memberPlace.position == TextPosition(line: 2, column: 16))
        #expect(inner.text == "true")
        #expect(root["s"]?.string == "x\ty")
        #expect(root["s"]?.place.position == TextPosition(line: 3, column: 8))
        #expect(root.pointer == "")
    }

    @Test(arguments: [
        ("", JSONSyntaxError.Code.empty, 1, 1), ("  \n", .empty, 1, 1), ("{", .truncated, 1, 2),
        ("[1,]", .trailingComma, 1, 3), ("{\"a\":1,}", .trailingComma, 1, 7), ("[1 2]", .missingComma, 1, 4),
        ("[1]\n[2]", .trailingText, 2, 1), ("// x\n[]", .comment, 1, 1), ("[1, /* x */ 2]", .comment, 1, 5),
        ("[] // x", .comment, 1, 4), ("[\u{A0}1]", .typographicCharacter, 1, 2),
        ("[\u{201C}a\u{201D}]", .typographicCharacter, 1, 2), ("['a']", .unquotedString, 1, 2),
        ("{a: 1}", .unquotedString, 1, 2), ("[\"a\nb\"]", .controlCharacter, 1, 4),
        ("[\"\\x\"]", .invalidEscape, 1, 3),
        ("[\"\\u12G4\"]", .invalidEscape, 1, 3), ("[01]", .invalidNumber, 1, 2), ("[1.]", .invalidNumber, 1, 2),
        ("[-]", .invalidNumber, 1, 2), ("[+1]", .unexpectedCharacter, 1, 2), ("[tru]", .unquotedString, 1, 2),
        ("[1", .truncated, 1, 3), ("\"a", .truncated, 1, 3), ("{\"a\" 1}", .unexpectedCharacter, 1, 6),
    ]
    )
    func mistakesAreNamedAtTheirPlace(_ text: String, _ code: JSONSyntaxError.Code, _ line: Int, _ column: Int) {
        let error = failure(text)
        #expect(error?.code == code)
        #expect(error?.position == TextPosition(line: line, column: column))
    }

    @Test func eachStrictFormIsRead() throws {
        for text in ["[]", "{}", "0", "-0.5e+10", "\"\\ud83d\\ude00\"", "null", " true ", "[[],{}]", "\u{FEFF}[]"] {
            #expect(failure(text) == nil, "\(text)")
        }
        #expect(try JSONDocument(Array("\"\\ud83d\\ude00\"".utf8)).root.string == "😀")
        #expect(try JSONDocument(Array("\"\\ud83d\"".utf8)).root.string == "\u{FFFD}")
        let marked = try JSONDocument(Array("\u{FEFF}[1]".utf8))
        #expect(marked.hasByteOrderMark)
        #expect(marked.root.place.position == TextPosition(line: 1, column: 1))
    }

    @Test func aRepeatedNameIsFoundAndTheLastValueCounts() throws {
        let document = try JSONDocument(Array("{\"a\": 1, \"b\": {\"c\": 1, \"\\u0063\": 2}, \"a\": 3}".utf8))
        #expect(document.duplicateMembers.map(\.pointer) == ["/b/c", "/a"])
        #expect(document.root["a"]?.number == 3)
        let distinct = try JSONDocument(Array("{\"\u{E9}\": 1, \"e\u{301}\": 2}".utf8))
        #expect(distinct.duplicateMembers.isEmpty)
    }

    @Test func depthAndSizeAreBounded() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(failure(deep)?.code == .tooDeep)
        #expect(failure(String(repeating: "[", count: 128) + String(repeating: "]", count: 128)) == nil)
        #expect(throws: JSONSyntaxError.self) {
            try JSONDocument([UInt8](repeating: 0x20, count: 100), maximumBytes: 99)
        }
    }

    @Test func bytesThatAreNotUTF8AreRefused() {
        for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]] {
            do {
                _ = try JSONDocument([0x22] + bytes + [0x22])
                Issue.record("\(bytes) was read")
            } catch {
                #expect(error.code == .invalidUTF8)
                #expect(error.byteOffset == 1)
            }
        }
    }

    @Test func anyCutAndAnyChangedByteIsReadOrRefusedNeverATrap() throws {
        let text = Array("{\"a\": [1.5e3, \"\\u00e9\\n\", {\"b\": null}], \"é\": false}".utf8)
        for end in text.indices { _ = try? JSONDocument(Array(text[..<end])) }
        for index in text.indices {
            for byte: UInt8 in [0, 0x22, 0x5C, 0x7B, 0x7D, 0x2C, 0x80, 0xE2, 0xFF] {
                var changed = text
                changed[index] = byte
                guard let document = try? JSONDocument(changed) else { continue }
                visit(document.root)
            }
        }
    }

    private func visit(_ node: JSONNode) {
        _ = (node.string, node.number, node.place, node.name)
        for child in node.children { visit(child) }
    }
}
