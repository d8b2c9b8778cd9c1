import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import Foundation
import LinkIndexTestSupport
import Testing

@testable import LinkIndex

@Suite(.timeLimit(.minutes(20))) struct FileLimitTests {
    private static let apple = "https://a.example/.well-known/apple-app-site-association"
    private static let android = "https://a.example/.well-known/assetlinks.json"

    @Test func aFileThatIsTooLargeFailsAndIsNotStored() async throws {
        try await TwoNodes.run { nodes in
            let text = "[" + String(repeating: " ", count: BodyBudget.fileLimit) + "]"
            nodes.sites.set(Self.android, text)
            let answer = await nodes.first.answer(for: .page)
            let source = try #require(answer.sources.first { $0.kind == "assetlinks.json" })
            #expect(source.failure?.contains("more than 524288 bytes") == true)
            #expect(source.status == nil && source.origin == "none" && source.readAt == nil)
            #expect(answer.sources.filter { $0.origin == "fetched" && $0.readAt != nil }.count == 3)
            // The other file of the host is used.
            #expect(answer.devices.contains { $0.routes.contains { $0.outcome == .eligible } })
            let key = RecordKey(.site, "https://a.example")
            let record = try #require(try await nodes.store.records(for: [key])[key])
            #expect(record.payload.count < 16_000)
            // The other node reads from the store that the file was too large.
            for node in [nodes.first, nodes.second] {
                let site = await node.associations(of: try #require(URL(string: "https://a.example"))).site
                let query = try StatementQuery(.list, items: [("source.web.site", "https://a.example")])
                var room = StatementAnswer.Room()
                let statements = StatementDocument(
                    StatementAnswer(query, source: StatementSource(site), seconds: 1, room: &room)
                )
                #expect(
                    String(decoding: statements.bytes(isPretty: true), as: UTF8.self).contains("ERROR_CODE_TOO_LARGE")
                )
            }
        }
    }

    @Test func filesOfOneHostThatAreTooLargeTogetherFail() async throws {
        try await TwoNodes.run { nodes in
            let large = String(repeating: " ", count: BodyBudget.fileLimit - 2)
            nodes.sites.set(Self.apple, "{" + large + "}")
            nodes.sites.set(Self.android, "[" + large + "]")
            nodes.sites.set("https://a.example/.well-known/windows-app-web-link", "[" + large + "]")
            let answer = await nodes.first.answer(for: .page)
            #expect(answer.sources.filter { $0.failure?.contains("of its host have more than") == true }.count == 1)
        }
    }

    @Test func bytesAreGivenBackWhenAHostWasRead() {
        let budget = BodyBudget(limit: 300 << 10)
        #expect(budget.take(200 << 10, ofFileWith: 100 << 10))
        #expect(!budget.take(150 << 10, ofFileWith: 100 << 10))
        // A large file has half of the limit.
        budget.give(200 << 10)
        #expect(!budget.take(200 << 10, ofFileWith: 200 << 10))
        #expect(budget.take(150 << 10, ofFileWith: 200 << 10) && budget.take(150 << 10, ofFileWith: 100 << 10))
    }

    @Test func aNodeWithoutRoomForFilesSaysSoAndAsksAgain() async throws {
        let budget = BodyBudget(limit: 1)
        let sites = FakeSites()
        sites.set(Self.apple, "{}")
        let budgeted = BudgetedFetcher(sites, budget: budget)
        let url = try #require(URL(string: Self.apple))
        let task = budgeted.fetch(url, options: PageFetchOptions(), into: PageCollector(), cancellationToken: .none)
        let error = await #expect(throws: PageError.self) { try await task.value }
        #expect(error?.description.contains("Ask again later") == true)
        #expect(error?.code == .interrupted)
    }
}

private final class PageCollector: PageConsuming {
    func begin(_ response: PageResponse) {}
    func consume(_ chunk: Span<UInt8>) -> Bool { true }
}
