@_spi(Bolts) import BoltsAppLinks
import Foundation
import SharedData
import Testing

/// Tests the strict writing and the lenient reading of `al_applink_data`.
@Suite struct AppLinkDataCodecTests {
    private let codec = AppLinkDataCodec()

    private func encoded(_ json: String) -> String {
        json.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    // MARK: - Writing

    @Test(.tags(.l3, .a6)) func onlyUnreservedCharactersAreWritten() throws {
        let data = AppLinkData(json: ["target_url": "http://e.com/?a=1&b=2+3#f", "x": "é🍲 ;,/?:@$'()*!~._-"])
        let text = try codec.encode(data, into: "app://x")
        let value = try #require(text.split(separator: "=", maxSplits: 1).last)
        #expect(text.hasPrefix("app://x?al_applink_data="))
        #expect(
            value.utf8.allSatisfy { byte in
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~%".utf8.contains(byte)
            }
        )
        #expect(try codec.decode(from: text) == data)
    }

    @Test(
        .tags(.gx15, .l3, .a5, .dl5),
        arguments: [
            ("app://x", "app://x?D"), ("app://x?", "app://x?D"), ("app://x?a=1", "app://x?a=1&D"),
            ("app://x?a=1&", "app://x?a=1&D"), ("app://x#f", "app://x?D#f"), ("app://x?#f", "app://x?D#f"),
            ("app://x?a#f?g", "app://x?a&D#f?g"), ("app:", "app:?D"), ("app://x?&a", "app://x?&a&D"),
            ("https://e.com/p?q=%26#s", "https://e.com/p?q=%26&D#s"), ("a_b://x?p=é#ü", "a_b://x?p=é&D#ü"),
            (
                "intent://x/y?z=1#Intent;scheme=app;package=com.ex;end",
                "intent://x/y?z=1&D#Intent;scheme=app;package=com.ex;end"
            ),
            ("intent://x#Intent;package=com.ex;end", "intent://x?D#Intent;package=com.ex;end"),
        ]
    )
    func theParameterIsPlacedBeforeTheFragment(base: String, expected: String) throws {
        let text = try codec.encode(AppLinkData(json: ["a": 1]), into: base)
        #expect(text == expected.replacingOccurrences(of: "D", with: "al_applink_data=%7B%22a%22%3A1%7D"))
        #expect(try codec.decode(from: text)?.json == ["a": 1])
    }

    @Test(
        .tags(.l3, .a7),
        arguments: [
            "app://x?al_applink_data=%7B%7D", "app://x?al_applink_data", "app://x?al_applink_data=",
            "app://x?al%5Fapplink_data=1", "app://x?al_applink_data=1&al_applink_data=2",
            "app://x?al_applink_data={\"target_url\":\"http://e.com/?a=1&fbclid=2#f\"}",
        ]
    )
    func oldDataIsReplaced(base: String) throws {
        let text = try codec.encode(AppLinkData(json: ["a": 1]), into: base)
        #expect(text == "app://x?al_applink_data=%7B%22a%22%3A1%7D")
    }

    @Test(.tags(.l3, .a7)) func oldDataIsReplacedAmongOthers() throws {
        let text = try codec.encode(AppLinkData(json: [:]), into: "app://x?a=1&al_applink_data=old&b=2#f")
        #expect(text == "app://x?a=1&b=2&al_applink_data=%7B%7D#f")
    }

    @Test(
        .tags(.l3),
        arguments: [
            "app://x?&", "app://x?&&", "app://x?a&&", "app://x?&#f", "app://x?&al_applink_data=1",
            "app://x?al_applink_data=1&", "app://x?a&al_applink_data=1&", "app://x?=&", "app://x?a=1&",
        ]
    )
    func writingAgainChangesOnlyTheData(base: String) throws {
        let once = try codec.encode(AppLinkData(json: ["a": 1]), into: base)
        #expect(try codec.encode(AppLinkData(json: ["a": 1]), into: once) == once)
        #expect(try codec.encode(AppLinkData(json: ["a": 2]), into: once) == once.replacing("%3A1%7D", with: "%3A2%7D"))
    }

    @Test(.tags(.l3)) func sameDataGivesSameText() throws {
        let data = AppLinkData(json: ["b": 1, "a": ["d": 1, "c": 2], "e": [], "f": nil])
        let texts = try (0..<20).map { _ in try codec.encode(AppLinkData(json: data.json), into: "a:") }
        #expect(
            Set(texts) == ["a:?al_applink_data=" + encoded("{\"a\":{\"c\":2,\"d\":1},\"b\":1,\"e\":[],\"f\":null}")]
        )
    }

    struct UnreadableData: CustomStringConvertible, Sendable {
        let description: String
        let json: [String: AppLinkValue]
        let code: AppLinkDataError.Code

        init(_ description: String, _ json: [String: AppLinkValue], _ code: AppLinkDataError.Code) {
            self.description = description
            self.json = json
            self.code = code
        }
    }

    @Test(
        .tags(.ft07, .l3),
        arguments: [
            UnreadableData("NaN", ["x": .number(.nan)], .numberOutOfRange),
            UnreadableData("infinity", ["x": .number(-.infinity)], .numberOutOfRange),
            UnreadableData("30,000 ampersands", ["x": .string(String(repeating: "&", count: 30_000))], .tooLarge),
            UnreadableData("version 2.0", ["version": "2.0"], .unsupportedVersion),
        ]
    )
    func unreadableDataIsNotWritten(data: UnreadableData) {
        let error = #expect(throws: AppLinkDataError.self) {
            try codec.encode(AppLinkData(json: data.json), into: "a:")
        }
        #expect(error?.code == data.code)
    }

    @Test(.tags(.th11, .l3)) func depthIsBoundedBothWays() throws {
        var value: AppLinkValue = 1
        for _ in 0..<40 { value = [value] }
        let deep = AppLinkData(json: ["x": value])
        let error = #expect(throws: AppLinkDataError.self) { try codec.encode(deep, into: "a:") }
        #expect(error?.code == .tooDeep)
        let wide = AppLinkDataCodec(limits: AppLinkDataLimits(depthLimit: 64))
        let text = try wide.encode(deep, into: "a:")
        #expect(try wide.decode(from: text) == deep)
        #expect(throws: AppLinkDataError.self) { try codec.decode(from: text) }
    }

    // MARK: - Reading

    @Test(.tags(.l3)) func missingDataIsNotAnError() throws {
        for text in ["app://x", "app://x?a=1", "app://x#?al_applink_data=%7B%7D", "", "?", "x?al_applink_dat=1"] {
            #expect(try codec.decode(from: text) == nil)
        }
    }

    @Test(
        .tags(.th11, .l3),
        arguments: [
            ("", AppLinkDataError.Code.empty), ("%7B", .truncated), ("%7B%22a%22%3A", .truncated),
            ("{\"a\":\"b", .truncated), ("x", .malformed), ("%A0", .malformed), ("%", .malformed),
            ("%7B%7D%7D", .malformed), ("null", .notAnObject), ("%5B%5D", .notAnObject), ("%22x%22", .notAnObject),
            ("1", .notAnObject), ("%7B%22version%22%3A%222.0%22%7D", .unsupportedVersion),
        ]
    )
    func unusableDataThrowsItsReason(value: String, code: AppLinkDataError.Code) {
        let error = #expect(throws: AppLinkDataError.self) {
            try codec.decode(from: "app://x?al_applink_data=\(value)")
        }
        #expect(error?.code == code)
        #expect(error?.description.hasPrefix("al_applink_data ") == true)
        #expect(error?.description.contains("\n") == false)
    }

    @Test(.tags(.l3)) func parameterWithoutValueIsEmpty() {
        let error = #expect(throws: AppLinkDataError.self) { try codec.decode(from: "app://x?al_applink_data") }
        #expect(error?.code == .empty)
    }

    @Test(
        .tags(.gx19, .l3),
        arguments: [
            (nil, true), ("\"1.0\"", true), ("1", true), ("1.0", true), ("\"1\"", true), ("null", true),
            ("\"1.1\"", false), ("2", false), ("\"\"", false), ("true", false), ("[]", false), ("{}", false),
        ]
    )
    func version1IsReadInAnyShape(version: String?, isRead: Bool) {
        let json = version.map { "{\"version\":\($0)}" } ?? "{}"
        let text = "app://x?al_applink_data=\(encoded(json))"
        #expect(((try? codec.decode(from: text)) != nil) == isRead)
    }

    @Test(.tags(.l3)) func metasOwnLinksAreNotEscapedAtAll() throws {
        let json = #"{"target_url":"https://e.com/a?x=1&fbclid=AbC#top","extras":{"s":"}\"&{"},"n":{"m":{}}}"#
        for tail in ["", "&b=2", "#f", "&b=2#f"] {
            let text = "app://x?a=1&al_applink_data=\(json)\(tail)"
            let data = try #require(try codec.decode(from: text))
            #expect(data.targetURLText == "https://e.com/a?x=1&fbclid=AbC#top")
            #expect(data.extras == ["s": "}\"&{"])
            let parameters = AppLinkURL.QueryParameters(of: text)
            #expect(parameters["al_applink_data"] == json)
            #expect(parameters["b"] == (tail.contains("b=2") ? "2" : nil))
            #expect(parameters.parameters.count == (tail.contains("b=2") ? 3 : 2))
        }
    }

    @Test(.tags(.l3)) func halfEscapedJSONIsReadToItsBrace() throws {
        let json = #"{"target_url":"https://e.com/a?x=1&fbclid=AbC","version":"1.0"}"#
        let half = json.replacingOccurrences(of: "\"", with: "%22")
            .replacingOccurrences(of: "{", with: "%7B")
            .replacingOccurrences(of: "}", with: "%7d")
        for value in [half, half.replacingOccurrences(of: "%7B", with: "{")] {
            let data = try codec.decode(from: "app://x?al_applink_data=\(value)&b=2")
            #expect(data?.targetURLText == "https://e.com/a?x=1&fbclid=AbC")
        }
    }

    @Test(.tags(.l3)) func dataWrittenByBoltsIsRead() throws {
        let json = #"{"target_url":"http:\/\/e.com\/?a=1&b=2","user_agent":"Bolts iOS 1.9.0","version":"1.0"}"#
        let value = try #require(json.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed))
        let data = try codec.decode(from: "app://x?al_applink_data=\(value)")
        #expect(data?.targetURLText == "http://e.com/?a=1&b=2")
        #expect(data?.userAgent == "Bolts iOS 1.9.0")
    }

    @Test(.tags(.l3)) func escapesInUnescapedJSONStayUnlessTheTargetNeedsThem() throws {
        let kept = try codec.decode(from: #"app://x?al_applink_data={"target_url":"https://e.com/?q=%22a%20b%26%22"}"#)
        #expect(kept?.targetURLText == "https://e.com/?q=%22a%20b%26%22")
        let escaped = try codec.decode(from: #"app://x?al_applink_data={"target_url":"https%3A%2F%2Fe.com%2F"}"#)
        #expect(escaped?.targetURLText == "https://e.com/")
    }

    @Test(.tags(.l3)) func plusIsNotASpace() throws {
        let data = try codec.decode(from: "app://x?al_applink_data=%7B%22a%22%3A%22b+c%22%7D")
        #expect(data?["a"] == "b+c")
    }

    @Test(.tags(.l3)) func bytesThatAreNotUTF8AreReplaced() throws {
        let data = try codec.decode(from: "app://x?al_applink_data=%7B%22a%22%3A%22%A0%22%7D")
        #expect(data?["a"] == "\u{FFFD}")
    }

    @Test(.tags(.l3)) func lastReadableDuplicateCounts() throws {
        let one = encoded("{\"n\":1}")
        let two = encoded("{\"n\":2}")
        let name = "al_applink_data"
        #expect(try codec.decode(from: "a:?\(name)=\(one)&\(name)=\(two)")?["n"] == 2)
        #expect(try codec.decode(from: "a:?\(name)=\(one)&\(name)=&\(name)=%7B")?["n"] == 1)
    }

    @Test(.tags(.l3), arguments: [Int.max, 0, .min]) func anyLimitIsAccepted(_ bytes: Int) throws {
        let lax = AppLinkDataCodec(limits: AppLinkDataLimits(encodedByteLimit: bytes, depthLimit: bytes))
        let text = "a:?al_applink_data={\"a\":\"&b\"}&c=1"
        let data = Result { try lax.decode(from: text) }
        #expect(bytes == .max ? try data.get()?.json == ["a": "&b"] : (try? data.get()) == nil)
    }

    @Test(.tags(.th11, .l3)) func sizeIsBoundedBeforeDecoding() {
        let large = encoded("{\"a\":\"" + String(repeating: "b", count: 70_000) + "\"}")
        let error = #expect(throws: AppLinkDataError.self) { try codec.decode(from: "a:?al_applink_data=\(large)") }
        #expect(error?.code == .tooLarge)
    }

    @Test(
        .tags(.th12, .l3),
        .timeLimit(.minutes(20)),
        arguments: [
            "&al_applink_data={\"", "&al_applink_data=%7B", "&al_applink_data={}", "&", "%", "al_applink_data=[[",
        ]
    )
    func hostileURLsTakeLinearTime(piece: String) {
        let text = "a:?" + String(repeating: piece, count: 400_000 / piece.utf8.count)
        _ = try? codec.decode(from: text)
        #expect(AppLinkURL.QueryParameters(of: text).parameters.count >= 1)
    }

    @Test(
        .tags(.gx14, .l3),
        arguments: [
            "https://e.com/?a=1&b=2", "https://e.com/#f", "https://e.com/a+b?c=d+e", "https://例え.jp/é?ü=🍲",
            "https://e.com/%41%zz?%26=%3D", "https://e.com/\\\"'{}[]|<>^`", "https://e.com/?al_applink_data=%7B%7D",
        ],
        ["app://x", "a_p://y?z=1&w#f", "https://w.example/p?q=1"]
    )
    func anySourceSurvivesAnyTarget(target: String, base: String) throws {
        var data = AppLinkData(json: ["n": .integer(.max), "ö": ["&", "=", "#", "\u{0}", "\u{2028}"]])
        data.targetURLText = target
        data.extras = [target: .string(base)]
        let text = try codec.encode(data, into: base)
        #expect(try codec.decode(from: text) == data)
    }

    @Test(.tags(.l3)) func seededRoundTrips() throws {
        var generator = SeededRandom(seed: 42)
        for _ in 0..<500 {
            let data = AppLinkData(json: ["x": generator.value(depth: 5), generator.text(): generator.value(depth: 3)])
            let text = try codec.encode(data, into: "app://x?" + generator.text().filter { $0 != "#" } + "#f")
            #expect(try codec.decode(from: text) == data)
        }
    }
}

extension SeededRandom {
    fileprivate mutating func text() -> String {
        let alphabet = Array("ab&=#%+ \"\\{}[]/?é🍲\u{0}\n;:,'~\u{202E}0")
        let count = Int.random(in: 0...8, using: &self)
        return String((0..<count).map { _ in alphabet.randomElement(using: &self) ?? "x" })
    }

    fileprivate mutating func value(depth: Int) -> AppLinkValue {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &self) {
        case 0: return nil
        case 1: return .bool(Bool.random(using: &self))
        case 2: return .integer(Int64.random(in: .min ... .max, using: &self))
        case 3: return .number(Double.random(in: -1e10...1e10, using: &self))
        case 4: return .string(text())
        case 5: return .array((0..<3).map { _ in value(depth: depth - 1) })
        default: return .object([text(): value(depth: depth - 1), text() + "k": value(depth: depth - 1)])
        }
    }
}
