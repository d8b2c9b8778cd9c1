import BoltsBase
import Testing

struct EscapeTests {
    @Test func markupCharactersAreEscapedInBothForms() {
        #expect("<a href=\"é\">'&'</a>".htmlEscaped() == "&lt;a href=&quot;é&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;")
        #expect("a\nb\tc".htmlEscaped() == "a&#10;b&#9;c")
        #expect("<é'\u{0}>".htmlEscapedAsASCII() == "&lt;&#xE9;&#x27;&#xFFFD;&gt;")
    }

    @Test(arguments: [("%41", "A"), ("%4", "%4"), ("%zz", "%zz"), ("a+b", "a+b"), ("%C3%A9", "é"), ("%FF", "\u{FFFD}")])
    func percentEscapesAreDecodedAndOtherPercentSignsStay(_ text: String, _ decoded: String) {
        #expect(PercentCoding.decodeText(text.utf8) == decoded)
    }

    @Test func whatIsEncodedIsDecodedAgain() {
        let bytes = (UInt8.min...UInt8.max).map { $0 }
        let encoded = PercentCoding.encode(bytes)
        #expect(PercentCoding.decode(encoded) == bytes)
        #expect(String(decoding: PercentCoding.encode("a/é~".utf8), as: UTF8.self) == "a%2F%C3%A9~")
    }

    @Test func hexadecimalDigitsAndLettersAreThoseOfASCII() {
        for byte in UInt8.min...UInt8.max {
            let scalar = Unicode.Scalar(byte)
            let character = Character(scalar)
            #expect(byte.hexadecimalValue.map(Int.init) == (byte < 0x80 ? character.hexDigitValue : nil))
            #expect(byte.isASCIILetter == (byte < 0x80 && scalar.properties.isAlphabetic))
        }
    }
}
