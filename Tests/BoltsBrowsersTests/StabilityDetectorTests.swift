import BoltsPageMetadata
import Testing

@testable import BoltsBrowsers


/// When a page that scripts may still change counts as what it is.
@Suite struct StabilityDetectorTests {
    private static func answer(_ content: String?, url: String = "https://a/", state: String = "l") throws
        -> BrowserPageAnswer
    {
        let tags = content.map { [MetaTag(property: "al:ios:url", content: $0)] } ?? []
        return try BrowserPageAnswer(
            BrowserPageAnswerTests.text(url: url, state: state, tags: tags),
            options: PageMetadataReader.Options()
        )
    }

    /// Watches a page that is what `page` says at each time, and tells when the watch ended and with what.
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

    @Test("L6: tags that stand when a page has loaded are its tags after a moment")
    func L6_tagsThatStandAreTaken() throws {
        let (end, tag) = try Self.watch { _ in try Self.answer("a") }
        #expect(end == .milliseconds(50) && tag == "a")
    }

    @Test("L6: a page without tags is given a second to add some")
    func L6_aPageWithoutTagsIsGivenTime() throws {
        let (end, tag) = try Self.watch { _ in try Self.answer(nil) }
        #expect(end == .seconds(1) && tag == nil)
    }

    @Test("L6: tags that come late are taken when they have been quiet", arguments: [200, 500, 900])
    func L6_lateTagsAreTaken(milliseconds: Int) throws {
        let (end, tag) = try Self.watch { now in try Self.answer(now < .milliseconds(milliseconds) ? nil : "late") }
        #expect(tag == "late")
        #expect(end >= .milliseconds(milliseconds + 250) && end <= .milliseconds(milliseconds + 310))
    }

    @Test("L6: tags that keep changing are taken as they stand at the limit")
    func L6_tagsThatNeverRestAreTakenAtTheLimit() throws {
        let (end, tag) = try Self.watch { now in try Self.answer("\(now)") }
        #expect(end == .seconds(3) && tag == "\(Duration.seconds(3))")
    }

    @Test("L6: a page that is being parsed is waited for, one that waits for what belongs to it not for long")
    func L6_parsingIsWaitedFor() throws {
        let (end, _) = try Self.watch { now in try Self.answer("a", state: now < .seconds(5) ? "" : "l") }
        #expect(end >= .seconds(5) && end <= .milliseconds(5_060))
        let (hung, tag) = try Self.watch { _ in try Self.answer("a", state: "i") }
        #expect(hung == .seconds(1) && tag == "a")
        let (bare, _) = try Self.watch { _ in try Self.answer(nil, state: "i") }
        #expect(bare == .seconds(3))
    }

    @Test("L6: a page that leads elsewhere by script is followed")
    func L6_anotherPageHasItsOwnTime() throws {
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

    @Test("L6: pages that lead from one to the next without end are left at the limit")
    func L6_endlessPagesAreLeft() throws {
        var number = 0
        let (end, _) = try Self.watch { _ in
            number += 1
            return try Self.answer(nil, url: "https://a/\(number)")
        }
        #expect(end == .seconds(3))
    }
}
