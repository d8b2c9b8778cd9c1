import AppLinkStubs
import BoltsPageMetadata
import Testing

@_spi(Bolts) @testable import BoltsWebView

/// Tests when a page that scripts may still change counts as stable.
@Suite struct StabilityDetectorTests {
    private static func answer(_ content: String?, url: String = "https://a/", state: String = "l") throws
        -> BrowserPageAnswer
    {
        let tags = content.map { [MetaTag(property: "al:ios:url", content: $0)] } ?? []
        return try BrowserPageAnswer(
            StubPageAnswer.text(url: url, state: state, tags: tags),
            options: PageMetadataReader.Options()
        )
    }

    /// Watches a page, which `page` returns for each time; returns the time of the end, and the result.
    private static func watch(_ page: (Duration) throws -> BrowserPageAnswer) throws -> (Duration, String?) {
        var settling = StabilityDetector(patience: .seconds(1), limit: .seconds(3))
        var now = Duration.zero
        while now < .seconds(60) {
            let answer = try page(now)
            switch settling.saw(answer, at: now) {
            case .done: return (now, answer.metadata.tags.first?.content)
            case .lookAgain(let delay):
                #expect(delay > .zero && delay <= .milliseconds(50))
                now += delay
            }
        }
        Issue.record("the watch never ended")
        return (now, nil)
    }

    @Test(.tags(.l6)) func stableTagsAreTaken() throws {
        let (end, tag) = try Self.watch { _ in try Self.answer("a") }
        #expect(end == .milliseconds(50) && tag == "a")
    }

    @Test(.tags(.l6)) func aPageWithoutTagsIsWaitedFor() throws {
        let (end, tag) = try Self.watch { _ in try Self.answer(nil) }
        #expect(end == .seconds(1) && tag == nil)
    }

    @Test(.tags(.l6), arguments: [200, 500, 900]) func lateTagsAreTaken(milliseconds: Int) throws {
        let (end, tag) = try Self.watch { now in try Self.answer(now < .milliseconds(milliseconds) ? nil : "late") }
        #expect(tag == "late")
        #expect(end >= .milliseconds(milliseconds + 250) && end <= .milliseconds(milliseconds + 310))
    }

    @Test(.tags(.l6)) func changingTagsAreTakenAtTheLimit() throws {
        let (end, tag) = try Self.watch { now in try Self.answer("\(now)") }
        #expect(end == .seconds(3) && tag == "\(Duration.seconds(3))")
    }

    @Test(.tags(.l6)) func tagsAreTakenOnlyAfterParsing() throws {
        let (end, _) = try Self.watch { now in try Self.answer("a", state: now < .seconds(5) ? "" : "l") }
        #expect(end >= .seconds(5) && end <= .milliseconds(5_060))
        let (hung, tag) = try Self.watch { _ in try Self.answer("a", state: "i") }
        #expect(hung == .seconds(1) && tag == "a")
        let (bare, _) = try Self.watch { _ in try Self.answer(nil, state: "i") }
        #expect(bare == .seconds(3))
    }

    @Test(.tags(.l6)) func anotherPageStartsAnew() throws {
        let (end, tag) = try Self.watch { now in
            switch now {
            case ..<Duration.milliseconds(300): try Self.answer(nil)
            case ..<Duration.milliseconds(600): try Self.answer(nil, url: "https://b/", state: "")
            default: try Self.answer("b", url: "https://b/")
            }
        }
        #expect(tag == "b")
        #expect(end >= .milliseconds(650) && end <= .milliseconds(720))
    }

    @Test(.tags(.l6)) func endlessPagesTimeOut() throws {
        var number = 0
        let (end, _) = try Self.watch { _ in
            number += 1
            return try Self.answer(nil, url: "https://a/\(number)")
        }
        #expect(end == .seconds(3))
    }
}
