import BoltsBase
import Foundation
import SharedData
import Testing

struct JSONTests {
    /// Reads the whole text and keeps nothing of it.
    private static func scan(_ text: [UInt8], depthLimit: Int = 64) throws(JSONScanner.Fault) {
        var scanner = JSONScanner(depthLimit: depthLimit)
        try skipValue(&scanner, text)
        try scanner.scanEndOfText(in: text.span)
    }

    private static func skipValue(_ scanner: inout JSONScanner, _ text: [UInt8]) throws(JSONScanner.Fault) {
        switch try scanner.scanValue(in: text.span) {
        case .object:
            guard !scanner.scanEnd(UInt8(ascii: "}"), in: text.span) else { return }
            repeat {
                _ = try scanner.scanName(in: text.span)
                try skipValue(&scanner, text)
            } while try scanner.scanSeparator(until: UInt8(ascii: "}"), in: text.span)
        case .array:
            guard !scanner.scanEnd(UInt8(ascii: "]"), in: text.span) else { return }
            repeat {
                try skipValue(&scanner, text)
            } while try scanner.scanSeparator(until: UInt8(ascii: "]"), in: text.span)
        case .string, .number, .bool, .null: break
        }
    }

    @Test func acceptsWhatFoundationAcceptsAndNothingElse() {
        var random = SeededRandom(seed: 7)
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\u0041\\n\"", "\"\\x\"", "\"", "0", "-1", "01", "1.5", "1.",
            "2e3", "2e", "true", "false", "null", "nul", " ", "\n", "é", "{\"a\":1}", "[1,2]", "{\"a\":[]}",
        ]
        var accepted = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...5, using: &random)).map { _ in pieces.randomElement(using: &random)! }
                .joined()
            let isJSON =
                (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
            let isScanned = (try? Self.scan(Array(text.utf8))) != nil
            guard isJSON == isScanned else {
                Issue.record("\(text.quoted()): Foundation says \(isJSON), the scanner \(isScanned)")
                return
            }
            accepted += isJSON ? 1 : 0
        }
        #expect(accepted > 1_000)
    }

    @Test func aTextThatEndsEarlyIsCutShortAtItsEnd() {
        let text = Array(#"{"a": [1.5e3, "\u00e9", true, null], "b": {}}"#.utf8)
        for count in 0..<text.count {
            let fault = #expect(throws: JSONScanner.Fault.self) { try Self.scan(Array(text.prefix(count))) }
            guard case .truncated = fault?.kind, fault?.offset == count else {
                Issue.record("\(count) bytes: \(String(describing: fault))")
                return
            }
        }
    }

    @Test func depthIsBoundedAndLeftAgain() throws {
        try Self.scan(Array("[[],[[]],{\"a\":[]}]".utf8), depthLimit: 3)
        let fault = #expect(throws: JSONScanner.Fault.self) { try Self.scan(Array("[[[]]]".utf8), depthLimit: 2) }
        #expect(fault?.offset == 2)
        #expect(throws: JSONScanner.Fault.self) {
            try Self.scan([UInt8](repeating: UInt8(ascii: "["), count: 1 << 20), depthLimit: .max)
        }
    }

    @Test func everyTextIsReadAsItWasWritten() throws {
        let texts = [
            "", "plain", "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}", "é🍲\u{200B}\u{202E}\u{200D}",
            "<script>&amp;</script>", String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init))),
        ]
        for text in texts {
            for escapes in [[], .invisible, .markup, [.invisible, .markup]] as [JSONString.Escapes] {
                var bytes: [UInt8] = []
                JSONString.append(text, to: &bytes, escaping: escapes)
                try Self.scan(bytes)
                let (read, isRepaired) = JSONString.decode(bytes.dropFirst().dropLast())
                #expect(read == text && !isRepaired)
                let foundation = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
                #expect(foundation as? String == text)
            }
        }
    }

    @Test func whatIsNotSeenAndWhatHTMLReadsIsEscapedOnRequest() {
        func written(_ text: String, _ escapes: JSONString.Escapes) -> String {
            var bytes: [UInt8] = []
            JSONString.append(text, to: &bytes, escaping: escapes)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(written("a\u{202E}\u{E0001}é", .invisible) == #""a\u202e\udb40\udc01é""#)
        #expect(written("a\u{202E}é", []) == "\"a\u{202E}é\"")
        #expect(written("</a>&", .markup) == #""\u003c/a\u003e\u0026""#)
        #expect(written("\u{1}\n", []) == #""\u0001\n""#)
    }

    @Test func loneSurrogatesAndBytesThatAreNotUTF8AreReplaced() {
        #expect(JSONString.decode(Array(#"a\ud83d"#.utf8)) == ("a\u{FFFD}", true))
        #expect(JSONString.decode(Array(#"\ud83c\udf72"#.utf8)) == ("🍲", false))
        #expect(JSONString.decode([0x61, 0xFF] as [UInt8]) == ("a\u{FFFD}", true))
        #expect(JSONString.decode([0xFF] + Array(#"\n"#.utf8)) == ("\u{FFFD}\n", true))
    }
}
