import BoltsAppLinks
import Foundation
import Testing

@Suite struct AppLinkValueTests {
    @Test(
        .tags(.l3),
        arguments: [
            ("null", AppLinkValue.null), ("true", true), ("false", false), ("0", 0), ("-7", -7), ("1.5", 1.5),
            ("1e3", 1000.0), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("\"\"", ""), ("[]", []), ("{}", [:]), (" [1 , {\"a\" : null}] ", [1, ["a": nil]]),
            ("\"\\/\\b\\f\\n\\r\\t\\\\\\\"\"", "/\u{8}\u{C}\n\r\t\\\""), ("\"\\u00e9\\uD83C\\uDF72\"", "é🍲"),
            ("{\"a\":1,\"a\":2}", ["a": 2]),
        ] as [(String, AppLinkValue)]
    )
    func readsEveryKindOfValue(text: String, value: AppLinkValue) throws {
        #expect(try AppLinkValue(jsonText: text) == value)
    }

    @Test(
        .tags(.l3),
        arguments: [
            "", " ", "{", "[", "[1", "[1,", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "\"abc", "\"a\\", "\"\\u12",
            "tru", "-", "1.", "1e", "1e+",
        ]
    )
    func truncatedTextIsReported(text: String) {
        let error = #expect(throws: JSONTextError.self) { try AppLinkValue(jsonText: text) }
        #expect(error?.code == .truncated)
    }

    @Test(
        .tags(.l3),
        arguments: [
            "x", "{a:1}", "[1,]", "{\"a\":1,}", "{,}", "01", "+1", ".5", "1 2", "[1}", "'a'", "\"a\nb\"", "\"\\x\"",
            "\"\\u12G4\"", "nul1", "NaN", "{\"a\" 1}", "\u{FEFF}1", "-x", "1.x",
        ]
    )
    func malformedTextIsReported(text: String) {
        let error = #expect(throws: JSONTextError.self) { try AppLinkValue(jsonText: text) }
        #expect(error?.code == .malformed)
    }

    @Test(
        .tags(.th11, .l3),
        arguments: [
            "123456789012345678901234567890", "-9223372036854775809", "18446744073709551615", "1e999", "-1E+400",
            "1e-400", "0.000e-999",
        ]
    )
    func numbersBeyondDoubleKeepTheirDigits(text: String) throws {
        let value = try AppLinkValue(jsonText: "{\"n\":\(text)}")
        #expect(value["n"]?.integer == nil || text.hasPrefix("0.0"))
        #expect(try AppLinkValue(jsonText: value.jsonText()) == value)
        guard text != "0.000e-999" else { return }
        #expect(value["n"]?.numberText == text)
        #expect(try value.jsonText() == "{\"n\":\(text)}")
        let coded = try JSONEncoder().encode(value)
        #expect(!coded.isEmpty)
    }

    @Test(.tags(.l3)) func numbersThatAreNotFiniteAreNotWritten() {
        #expect(throws: JSONTextError.self) { try AppLinkValue.number(.nan).jsonText() }
        #expect(throws: JSONTextError.self) { try AppLinkValue.array([.number(.infinity)]).jsonText() }
    }

    @Test(.tags(.l3), arguments: ["", "x", "1 2", "\"1\"", "1,\"a\":2", "NaN", "0x10"])
    func invalidNumberTextIsNotWrittenAsANumber(text: String) {
        #expect(throws: JSONTextError.self) { try AppLinkValue.decimal(text).jsonText() }
    }

    @Test(.tags(.th11, .l3)) func depthIsBounded() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try AppLinkValue(jsonText: nested(32))
        for depth in [33, 513, 200_000] {
            let error = #expect(throws: JSONTextError.self) { try AppLinkValue(jsonText: nested(depth)) }
            #expect(error?.code == .tooDeep)
        }
        let deepest = try AppLinkValue(jsonText: nested(512), depthLimit: .max)
        #expect(throws: JSONTextError.self) { try deepest.jsonText() }
        #expect(try deepest.jsonText(depthLimit: 512) == nested(512))
        #expect(throws: JSONTextError.self) { try AppLinkValue(jsonText: nested(513), depthLimit: .max) }
    }

    @Test(.tags(.l3)) func loneSurrogatesAreReplaced() throws {
        #expect(try AppLinkValue(jsonText: "\"a\\ud83d\"") == "a\u{FFFD}")
        #expect(try AppLinkValue(jsonText: "\"\\udf72\\ud83c\\n\"") == "\u{FFFD}\u{FFFD}\n")
        #expect(try AppLinkValue(jsonText: "\"\\ud83c\\u0041\"") == "\u{FFFD}A")
    }

    @Test(.tags(.l3)) func writesTheSameTextForTheSameValue() throws {
        let value: AppLinkValue = ["b": [1, 2.5, nil, true], "a": "x/\"\\\n\u{7F}é🍲", "c": [:]]
        let text = try value.jsonText()
        #expect(text == "{\"a\":\"x/\\\"\\\\\\n\\u007fé🍲\",\"b\":[1,2.5,null,true],\"c\":{}}")
        #expect(try AppLinkValue(jsonText: text) == value)
    }

    @Test(.tags(.l3)) func numbersSurviveARoundTrip() throws {
        let numbers: [AppLinkValue] = [
            .number(1), .number(-0.0), .number(1e300), .number(.leastNonzeroMagnitude), .integer(.min), 0.1,
        ]
        for number in numbers { #expect(try AppLinkValue(jsonText: number.jsonText()) == number) }
    }

    @Test(.tags(.l3)) func valuesAreCodable() throws {
        let value: AppLinkValue = ["a": [1, 2.5, nil, true, "x"], "big": .integer(.max)]
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(AppLinkValue.self, from: data) == value)
    }

    @Test(.tags(.l3)) func aTextWithAValueInItIsAString() {
        let (id, extras) = (7, ["post": "\(7)", "n": 3] as [String: AppLinkValue])
        #expect(extras["post"] == .string("\(id)"))
    }

    @Test(.tags(.l3)) func accessorsReturnNilForOtherTypes() {
        let value: AppLinkValue = ["n": 1, "s": "x", "a": [true]]
        #expect(value["n"]?.integer == 1)
        #expect(value["n"]?.number == 1)
        #expect(value["n"]?.string == nil)
        #expect(value["s"]?.integer == nil)
        #expect(value["a"]?[0]?.bool == true)
        #expect(value["a"]?[1] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["a"]?["x"] == nil)
        #expect(AppLinkValue.number(2).integer == 2)
        #expect(AppLinkValue.number(2.5).integer == nil)
        #expect(AppLinkValue.number(1e300).integer == nil)
    }

    @Test(.tags(.th14, .l3)) func canonicallyEqualNamesAreOneMemberAndReported() throws {
        let bytes = Array(#"{"K":3,"\u212a":4}"#.utf8)
        var reader = JSONReader(bytes, depthLimit: 8)
        #expect(try reader.readDocument() == ["K": 4])
        #expect(reader.hasRepeatedNames)
    }
}
