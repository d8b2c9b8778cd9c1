@_spi(Bolts) import BoltsAppLinks
import BoltsPageMetadata
import Foundation
import SharedData
import Testing

/// Tests random texts that consist of pieces with a meaning for the readers, the same on every run.
@Suite struct InboundFuzzTests {
    private static let pieces = [
        "al_applink_data=", "al_applink_data", "?", "?al_applink_data={\"n\":[1],",
        "?al_applink_data=%7B%22n%22%3A1%7D", "}", "?", "&", "#", "=", "%", "%7B", "%7D", "%22", "%A0", "%F0%9F", "{",
        "}", "[", "]", "\"", "\\", "\\u", "d83d", ":", ",", "target_url", "referer_app_link",
        "\"target_url\":\"https://e.com/?a&b#c\"", "1e999", "-", "0", "null", "true", " ", "é", "🍲", "\u{0}",
        "app://x", "https://e.com", "al:ios", "al", "url", "\u{202E}",
    ]

    @Test(.tags(.th12, .l3), .timeLimit(.minutes(20))) func anyTextIsReadWithoutHarm() throws {
        var generator = SeededRandom(seed: 7)
        var readable = 0
        for _ in 0..<5_000 {
            let text = generator.text(of: Self.pieces)
            let url = AppLinkURL(text: text, events: MeasurementEventCenter(notificationCenter: nil))
            #expect(url.inputText == text)
            _ = url.appLinkReferrer
            if let target = url.targetURL, url.appLinkData?.targetURL != nil {
                #expect(target.scheme == "http" || target.scheme == "https")
            }
            // The data that was read can be written, and is then the same.
            if let data = url.appLinkData {
                readable += 1
                let written = try AppLinkDataCodec().encode(data, into: text)
                #expect(try AppLinkDataCodec().decode(from: written) == data, "\(text.debugDescription)")
            }
            // Whatever the URL, data that is written into it is read again.
            let data = AppLinkData(json: ["a": .string(text)])
            let written = try AppLinkDataCodec().encode(data, into: text)
            #expect(try AppLinkDataCodec().decode(from: written) == data, "\(text.debugDescription)")
        }
        #expect(readable > 20)
    }

    @Test(.tags(.l2), .timeLimit(.minutes(20))) func anyTagsMakeALink() throws {
        var generator = SeededRandom(seed: 8)
        let page = try #require(URL(string: "https://example.com/"))
        let names = ["al", ":", ":", "ios", "web", "url", "app_name", "android", "should_fallback", "", "x"]
        for _ in 0..<2_000 {
            let tags = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                MetaTag(
                    property: "al:" + generator.text(of: names),
                    content: Bool.random(using: &generator) ? generator.text(of: Self.pieces) : nil
                )
            }
            let link = AppLink(sourceURL: page, metadata: PageMetadata(tags: tags))
            #expect(link.targets.count + link.unusedTags.count <= 2 * tags.count)
            if let web = link.webURL { #expect(web.scheme == "https" || web.scheme == "http") }
        }
    }
}

extension SeededRandom {
    /// Concatenates a few random pieces.
    fileprivate mutating func text(of pieces: [String]) -> String {
        let count = Int.random(in: 0...14, using: &self)
        return (0..<count).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
    }
}
