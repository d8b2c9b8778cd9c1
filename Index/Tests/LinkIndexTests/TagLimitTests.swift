import BoltsAppLinks
import Foundation
import LinkIndexTestSupport
import Synchronization
import Testing

@testable import LinkIndex

@Suite(.timeLimit(.minutes(20))) struct TagLimitTests {
    /// Requests a page with these contents of `al:ios:url`, and returns the answer and its size as JSON.
    private static func ask(_ contents: [String]) async throws -> (link: AppLink, byteCount: Int) {
        let answer = Mutex<(AppLink, Int)?>(nil)
        try await TwoNodes.run { nodes in
            let tags = contents.map { "<meta property=al:ios:url content='\($0)'>" }
            nodes.sites.set(TwoNodes.page, tags.joined())
            let fetched = await nodes.first.answer(for: .page)
            let stored = await nodes.second.answer(for: .page)
            #expect(stored.link == fetched.link && stored.devices == fetched.devices)
            let link = try #require(fetched.link)
            let byteCount = try JSONEncoder().encode(fetched).count
            answer.withLock { $0 = (link, byteCount) }
        }
        return try #require(answer.withLock { $0 })
    }

    @Test(arguments: [(34, 60_000), (9_000, 20)])
    func theAnswerForAPageOfTagsIsBounded(_ count: Int, _ length: Int) async throws {
        // JSON needs two bytes for a backslash.
        let content = String(repeating: "\\", count: length)
        let (link, byteCount) = try await Self.ask((0..<count).map { "a\($0)://" + content })
        #expect(link.isTruncated && byteCount < 400_000)
    }

    @Test func theFirstTagsAreKeptAndThatOthersAreMissingIsSaid() async throws {
        let long = String(repeating: "a", count: TagLimit.byteLimit)
        let (cut, _) = try await Self.ask(["a://1", "a://2", long, "a://3"])
        #expect(cut.targets.map(\.urlText) == ["a://1", "a://2"] && cut.isTruncated)
        let (whole, _) = try await Self.ask(["a://1", String(long.prefix(TagLimit.byteLimit / 2))])
        #expect(whole.targets.count == 2 && !whole.isTruncated)
    }
}
