import AppLinkStubs
import BoltsPageFetching
import BoltsPageMetadata
import SharedData
import Testing

@_spi(Bolts) @testable import BoltsWebView

/// Tests that every answer of a page is checked.
@Suite struct BrowserPageAnswerTests {
    private let options = PageMetadataReader.Options()

    @Test(.tags(.l7)) func everyFieldIsRead() throws {
        let tags = [
            MetaTag(property: "al:ios:url", content: "example://a:1;p3:x👍"),
            MetaTag(property: "al:ios:app_name", content: nil, attribute: .name),
            MetaTag(property: "al:web:url", content: ""),
        ]
        let answer = try BrowserPageAnswer(StubPageAnswer.text(status: 203, tags: tags), options: options)
        #expect(answer.urlText == "https://example.com/")
        #expect(answer.status == 203)
        #expect(answer.isLoaded && answer.isParsed)
        #expect(answer.metadata == PageMetadata(tags: tags))
    }

    /// The third character is `:` with an accent, so a comparison by characters finds no `al:`.
    @Test(.tags(.l7)) func aCombiningMarkAfterThePrefixIsPartOfTheProperty() throws {
        let tags = [MetaTag(property: "al:\u{301}x", content: "1"), MetaTag(property: "al:ios:url", content: "a://1")]
        let answer = try BrowserPageAnswer(StubPageAnswer.text(tags: tags), options: options)
        #expect(answer.metadata == PageMetadata(tags: tags))
    }

    @Test(.tags(.l7)) func statesAreDistinguished() throws {
        let parsing = try BrowserPageAnswer(StubPageAnswer.text(state: "", tags: []), options: options)
        #expect(!parsing.isParsed && !parsing.isLoaded)
        let parsed = try BrowserPageAnswer(StubPageAnswer.text(state: "i", tags: []), options: options)
        #expect(parsed.isParsed && !parsed.isLoaded)
    }

    @Test(.tags(.l7)) func aTruncatedAnswerIsMarked() throws {
        let tag = MetaTag(property: "al:ios:url", content: "a://b")
        let text = StubPageAnswer.text(tags: [tag], end: "!")
        #expect(try BrowserPageAnswer(text, options: options).metadata.isTruncated)
        let long = "bolts1;u1:xlp10:al:ios:urlx."
        let answer = try BrowserPageAnswer(long, options: options)
        #expect(answer.metadata.isTruncated)
        #expect(answer.metadata.tags == [MetaTag(property: "al:ios:url", content: nil)])
    }

    @Test(.tags(.l7)) func loneSurrogatesAreHarmless() throws {
        // An escape of one surrogate in JSON is also one unit.
        let answer = try BrowserPageAnswer("bolts1;u1:xlp10:al:ios:urlc2:\u{FFFD}a.", options: options)
        #expect(answer.metadata.tags.first?.content == "\u{FFFD}a")
    }

    @Test(
        .tags(.l7),
        arguments: [
            "", "bolts", "bolts1;", "bolts1;f", "{}", "null", "bolts1;u1:x", "bolts1;u1:xl", "bolts1;u2:x.",
            "bolts1;u:x.", "bolts1;u-1:x.", "bolts1;u99999999999999999999:x.", "bolts1;u1:x.x", "bolts1;u1:x..",
            "bolts1;u1:xp10:al:ios:url.", "bolts1;u1:xp10:og:ios:url-.", "bolts1;u1:xp10:al:ios:urlc5:a.",
            "bolts1;u1:xp10:al:ios:urlc3:a://b.", "bolts1;u1:xq10:al:ios:url-.", "bolts1;u1:xs4:2000.",
        ]
    )
    func malformedAnswersAreRefused(_ text: String) {
        #expect {
            _ = try BrowserPageAnswer(text, options: options)
        } throws: { error in
            (error as? PageError)?.code == .unreadablePage
        }
    }

    @Test(.tags(.th67, .l7)) func limitsAreEnforced() throws {
        let tag = MetaTag(property: "al:ios:url", content: "éé")
        var few = PageMetadataReader.Options(tagLimit: 1)
        #expect(throws: PageError.self) { try BrowserPageAnswer(StubPageAnswer.text(tags: [tag, tag]), options: few) }
        few.acceptsNameAttribute = false
        let named = MetaTag(property: "al:ios:url", content: "x", attribute: .name)
        #expect(throws: PageError.self) { try BrowserPageAnswer(StubPageAnswer.text(tags: [named]), options: few) }
        // Two units, four bytes.
        let short = PageMetadataReader.Options(valueByteLimit: 10)
        let long = MetaTag(property: "al:ios:url", content: String(repeating: "é", count: 10))
        let answer = try BrowserPageAnswer(StubPageAnswer.text(url: "x", tags: [long]), options: short)
        #expect(answer.metadata.tags == [MetaTag(property: "al:ios:url", content: nil)])
        #expect(answer.metadata.isTruncated)
        let tiny = PageMetadataReader.Options(byteLimit: 10)
        #expect(throws: PageError.self) { try BrowserPageAnswer(String(repeating: "x", count: 1 << 20), options: tiny) }
    }

    @Test(.tags(.th67, .l7)) func anyTextIsHarmless() {
        var random = SeededRandom(seed: 7)
        let options = PageMetadataReader.Options(valueByteLimit: 12, tagLimit: 3)
        let whole = Array(
            StubPageAnswer.text(
                url: "x",
                tags: [
                    MetaTag(property: "al:ios:url", content: "a://b"), MetaTag(property: "al:web:url", content: nil),
                ]
            ).utf8
        )
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 0x30...0x39, using: &random), at: place)
                }
            }
            guard let answer = try? BrowserPageAnswer(String(decoding: bytes, as: UTF8.self), options: options) else {
                continue
            }
            #expect(answer.metadata.tags.count <= 3)
            #expect(
                answer.metadata.tags.allSatisfy { ($0.content ?? "").utf8.count <= 12 && $0.property.hasPrefix("al:") }
            )
        }
    }
}
