import BoltsAppLinks
import Foundation
import Testing

@Suite struct JSONValueTests {
    @Test(
        arguments: [
            ("null", JSONValue.null), ("true", true), ("false", false), ("0", 0), ("-7", -7), ("1.5", 1.5),
            ("1e3", 1000.0),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)), ("\"\"", ""), ("[]", []),
            ("{}", [:]), (" [1 , {\"a\" : null}] ", [1, ["a": nil]]),
            ("\"\\/\\b\\f\\n\\r\\t\\\\\\\"\"", "/\u{8}\u{C}\n\r\t\\\""),
            ("\"\\u00e9\\uD83C\\uDF72\"", "é🍲"), ("{\"a\":1,\"a\":2}", ["a": 2]),
        ] as [(String, JSONValue)]
    )
    func L3_reads(text: String, value: JSONValue) throws {
        #expect(try JSONValue(jsonText: text) == value)
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1", "[1,", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "\"abc", "\"a\\", "\"\\u12",
        "tru", "-",
        "1.", "1e", "1e+",
    ])
    func L3_cutShortIsTold(text: String) {
        let error = #expect(throws: JSONTextError.self) { try JSONValue(jsonText: text) }
        #expect(error?.code == .cutShort)
    }

    @Test(arguments: [
        "x", "{a:1}", "[1,]", "{\"a\":1,}", "{,}", "01", "+1", ".5", "1 2", "[1}", "'a'", "\"a\nb\"", "\"\\x\"",
        "\"\\u12G4\"",
        "nul1", "NaN", "{\"a\" 1}", "\u{FEFF}1", "-x", "1.x",
    ])
    func L3_malformedIsTold(text: String) {
        let error = #expect(throws: JSONTextError.self) { try JSONValue(jsonText: text) }
        #expect(error?.code == .malformed)
    }

    @Test(
        "Numbers that no Int64 and no Double holds keep their digits",
        arguments: [
            "123456789012345678901234567890", "-9223372036854775809", "18446744073709551615", "1e999", "-1E+400",
            "1e-400",
            "0.000e-999",
        ]
    )
    func L3_numbersBeyondDoubleKeepTheirText(text: String) throws {
        let value = try JSONValue(jsonText: "{\"n\":\(text)}")
        #expect(value["n"]?.integer == nil || text.hasPrefix("0.0"))
        #expect(try JSONValue(jsonText: value.jsonText()) == value)
        guard text != "0.000e-999" else { return }
        #expect(value["n"]?.numberText == text)
        #expect(try value.jsonText() == "{\"n\":\(text)}")
        let coded = try JSONEncoder().encode(value)
        #expect(!coded.isEmpty)
    }

    @Test func L3_numbersThatAreNotFiniteAreNotWritten() {
        #expect(throws: JSONTextError.self) { try JSONValue.number(.nan).jsonText() }
        #expect(throws: JSONTextError.self) { try JSONValue.array([.number(.infinity)]).jsonText() }
    }

    @Test(arguments: ["", "x", "1 2", "\"1\"", "1,\"a\":2", "NaN", "0x10"])
    func L3_onlyNumbersAreWrittenAsNumbers(text: String) {
        #expect(throws: JSONTextError.self) { try JSONValue.decimal(text).jsonText() }
    }

    @Test func L3_depthIsBounded() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONValue(jsonText: nested(32))
        for depth in [33, 513, 200_000] {
            let error = #expect(throws: JSONTextError.self) { try JSONValue(jsonText: nested(depth)) }
            #expect(error?.code == .tooDeep)
        }
        let deepest = try JSONValue(jsonText: nested(512), maximumDepth: .max)
        #expect(throws: JSONTextError.self) { try deepest.jsonText() }
        #expect(try deepest.jsonText(maximumDepth: 512) == nested(512))
        #expect(throws: JSONTextError.self) { try JSONValue(jsonText: nested(513), maximumDepth: .max) }
    }

    @Test func L3_loneSurrogatesAreReplaced() throws {
        #expect(try JSONValue(jsonText: "\"a\\ud83d\"") == "a\u{FFFD}")
        #expect(try JSONValue(jsonText: "\"\\udf72\\ud83c\\n\"") == "\u{FFFD}\u{FFFD}\n")
        #expect(try JSONValue(jsonText: "\"\\ud83c\\u0041\"") == "\u{FFFD}A")
    }

    @Test func L3_writesTheSameTextForTheSameValue() throws {
        let value: JSONValue = ["b": [1, 2.5, nil, true], "a": "x/\"\\\n\u{7F}é🍲", "c": [:]]
        let text = try value.jsonText()
        #expect(text == "{\"a\":\"x/\\\"\\\\\\u000A\\u007Fé🍲\",\"b\":[1,2.5,null,true],\"c\":{}}")
        #expect(try JSONValue(jsonText: text) == value)
    }

    @Test func L3_numbersSurviveARoundTrip() throws {
        let numbers: [JSONValue] = [
            .number(1), .number(-0.0), .number(1e300), .number(.leastNonzeroMagnitude), .integer(.min), 0.1,
        ]
        for number in numbers { #expect(try JSONValue(jsonText: number.jsonText()) == number) }
    }

    @Test func L3_isCodable() throws {
        let value: JSONValue = ["a": [1, 2.5, nil, true, "x"], "big": .integer(.max)]
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
    }

    @Test func L3_accessorsGiveNilForOtherTypes() {
        let value: JSONValue = ["n": 1, "s": "x", "a": [true]]
        #expect(value["n"]?.integer == 1)
        #expect(value["n"]?.number == 1)
        #expect(value["n"]?.string == nil)
        #expect(value["s"]?.integer == nil)
        #expect(value["a"]?[0]?.bool == true)
        #expect(value["a"]?[1] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["a"]?["x"] == nil)
        #expect(JSONValue.number(2).integer == 2)
        #expect(JSONValue.number(2.5).integer == nil)
        #expect(JSONValue.number(1e300).integer == nil)
    }
}
