import BoltsBase
import Testing

struct VisibleTextTests {
    @Test(arguments: [
        ("a\u{202E}b", #"a\u{202E}b"#), ("\u{3164}", #"\u{3164}"#), ("a\nb", #"a\nb"#), ("\u{2800}", #"\u{2800}"#),
        ("\u{1B}[31m", #"\u{1B}[31m"#), ("é 日本", "é 日本"), ("", ""),
    ]
    )
    func whatIsNotSeenIsEscaped(_ text: String, _ shown: String) {
        #expect(text.sanitized() == shown)
        #expect(shown.sanitized() == shown)
    }

    @Test func aTextIsTruncatedBetweenScalarsAndSaysSo() {
        #expect("abcd".sanitized(limit: 3) == "abc…")
        #expect("abc".sanitized(limit: 3) == "abc")
        #expect("ab\u{202E}".sanitized(limit: 3) == "ab…")
        #expect(String(repeating: "AB:", count: 32).quoted().utf8.count == 98)
    }

    @Test func aControlIsWhatUnicodeCallsOne() {
        for value in 0...UInt32(0x10FFFF) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            guard scalar.isControl != (scalar.properties.generalCategory == .control) else { continue }
            Issue.record("U+\(String(value, radix: 16)) is judged wrongly")
            return
        }
    }
}
