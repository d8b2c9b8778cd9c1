import Foundation
import Testing

@testable import AppFiles

struct PropertyListTests {
    private static var sample: [String: Any] {
        [
            "text": "bücher.example", "plain": "a", "yes": true, "no": false, "number": 7, "negative": -1, "half": 0.5,
            "date": Date(timeIntervalSince1970: 1_700_000_000), "data": Data([1, 2]), "list": ["a", "b"],
            "inner": ["key": ["x": "y"]], "long": String(repeating: "x", count: 400),
            "many": Array(repeating: "z", count: 300),
        ]
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func whatFoundationWritesReadsTheSame(format: PropertyListSerialization.PropertyListFormat) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: Self.sample, format: format, options: 0)
        let list = try PropertyList(bytes: Array(data))
        #expect(list["text"]?.string == "bücher.example")
        #expect(list["yes"]?.boolean == true)
        #expect(list["no"]?.boolean == false)
        #expect(list["number"] == .integer(7))
        #expect(list["date"]?.date == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(list["data"] == .other)
        #expect(list["half"] == .other)
        #expect(list["list"]?.strings == ["a", "b"])
        #expect(list["inner"]?["key"]?["x"]?.string == "y")
        #expect(list["long"]?.string?.count == 400)
        #expect(list["many"]?.array?.count == 300)
        #expect(list.dictionary?.count == Self.sample.count)
    }

    @Test func textFormIsRead() throws {
        let text = """
            // !$*UTF8*$!
            { a = "b \\"c\\" \\n"; /* comment */ list = ( x.y, "z", ); data = <0102>; "k[sdk=iphoneos*]" = $(V)/w; 'e' = {}; }
            """.replacingOccurrences(of: "$(V)", with: "\"$(V)\"").replacingOccurrences(of: "\"/w", with: "\"")
        let list = try PropertyList(bytes: Array(text.utf8))
        #expect(list["a"]?.string == "b \"c\" \n")
        #expect(list["list"]?.strings == ["x.y", "z"])
        #expect(list["k[sdk=iphoneos*]"]?.string == "$(V)")
        #expect(list["e"]?.dictionary?.isEmpty == true)
    }

    @Test(arguments: [
        "", "{", "{ a = ", "{ a = b }", "( a", "( a b )", "\"a", "<01", "/* a", "{ a = b; } c", "<plist></plist>",
        "<x/>", "<plist><dict><key>a</key></dict></plist>", "bplist00",
    ])
    func whatIsNoPropertyListIsRefused(text: String) {
        #expect(throws: FormatError.self) { try PropertyList(bytes: Array(text.utf8)) }
    }

    @Test(.tags(.th82)) func depthIsBounded() {
        for text in [String(repeating: "(", count: 1_000_000), String(repeating: "{a=", count: 1_000_000)] {
            #expect(throws: FormatError.self) { try PropertyList(bytes: Array(text.utf8)) }
        }
    }

    /// Each array names the one before it twice: 40 arrays would unfold to 2⁴⁰ values.
    @Test(.tags(.th82)) func sharedValuesAreNotUnfoldedWithoutBound() {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for index in UInt8(0)..<40 {
            offsets.append(UInt8(bytes.count))
            bytes += index == 0 ? [0x51, 0x61] : [0xA2, index - 1, index - 1]
        }
        let table = UInt8(bytes.count)
        bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 40] + [0, 0, 0, 0, 0, 0, 0, 24]
        bytes += [0, 0, 0, 0, 0, 0, 0, table]
        #expect(throws: FormatError.self) { try PropertyList(bytes: bytes) }
    }
}
