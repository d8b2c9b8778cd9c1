import AfterInSwift5
import AfterInSwift6
import Foundation
import OnTheMainActor
import Testing

@testable import AfterInSwift5
@testable import AfterInSwift6
@testable import OnTheMainActor

/// The moved programs do what the old ones did: `transcript.txt` is what `Before` prints.
@Suite(.timeLimit(.minutes(20)))
@MainActor struct MovingTests {
    /// Runs a program in both language modes and on the main actor, and compares what it did with what the old program did.
    private func expectSame(_ name: String, _ comment: Comment? = nil) throws {
        let before = try #require(try transcripts()[name])
        let in5 = try #require(AfterInSwift5.scenarios.first { $0.name == name })
        let transcript5 = AfterInSwift5.Transcript()
        in5.run(transcript5)
        #expect(transcript5.lines == before, comment)
        let in6 = try #require(AfterInSwift6.scenarios.first { $0.name == name })
        let transcript6 = AfterInSwift6.Transcript()
        in6.run(transcript6)
        #expect(transcript6.lines == before, comment)
        let onMain = try #require(OnTheMainActor.scenarios.first { $0.name == name })
        let transcriptOnMain = OnTheMainActor.Transcript()
        onMain.run(transcriptOnMain)
        #expect(transcriptOnMain.lines == before, comment)
    }

    private func transcripts() throws -> [String: [String]] {
        let url = try #require(Bundle.module.url(forResource: "transcript", withExtension: "txt"))
        let sections = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "# ").dropFirst()
        return Dictionary(
            uniqueKeysWithValues: sections.map { section in
                let lines = section.split(separator: "\n").map(String.init)
                return (lines[0], Array(lines.dropFirst()))
            }
        )
    }

    @Test func everyProgramIsCompared() throws {
        let names = try transcripts().keys.sorted()
        #expect(names == AfterInSwift6.scenarios.map(\.name).sorted())
        #expect(names == OnTheMainActor.scenarios.map(\.name).sorted())
    }

    @Test func aTaskThatAnUntypedBlockReturnsIsAwaited() throws {
        try expectSame("login", "the profile is shown after its request is answered")
        try expectSame("refused login")
    }

    @Test func oneFailureOfSeveralTasksIsSeen() throws {
        try expectSame("feed", "the screen stays open if one image is missing")
    }

    @Test func theFirstTaskToCompleteIsWaitedFor() throws {
        try expectSame("feed", "the spinner is hidden after the first image, which is missing")
    }

    @Test func castsOfTasksStillWork() throws { try expectSame("comments") }

    @Test func aSourceThatIsKeptStaysPending() throws { try expectSame("abandoned choice") }

    @Test func anErrorThatMeansCancellationStillFails() throws { try expectSame("cancelled image") }

    @Test func transfersContinueAfterFailures() throws { try expectSame("transfers") }

    @Test func linksLeadInAndOut() throws { try expectSame("links") }
}
