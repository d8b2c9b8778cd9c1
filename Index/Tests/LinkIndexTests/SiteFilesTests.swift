import Foundation
import LinkIndexTestSupport
import Testing

@testable import LinkIndex

/// Tests the association files of a host as a value of the cache.
@Suite(.timeLimit(.minutes(20))) struct SiteFilesTests {
    private static let key = RecordKey(.site, "https://a.example")
    private static let file = "https://a.example/.well-known/assetlinks.json"

    @Test func anotherNodeReadsTheFilesFromTheDatabaseAndAnswersTheSame() async throws {
        try await TwoNodes.run { nodes in
            let first = await nodes.first.answer(for: .page)
            let count = nodes.sites.total
            let second = await nodes.second.answer(for: .page)
            #expect(nodes.sites.total == count)
            #expect(
                first.devices.map { $0.routes.map(\.statement) } == second.devices.map { $0.routes.map(\.statement) }
            )
            #expect(first.sources.map(\.failure) == second.sources.map(\.failure))
            #expect(first.sources.map(\.status) == second.sources.map(\.status))
        }
    }

    @Test func theBytesOfAFileAreStoredOnce() async throws {
        try await TwoNodes.run { nodes in
            let text = "[" + String(repeating: " ", count: 60_000) + "]"
            nodes.sites.set(Self.file, text)
            _ = await nodes.first.answer(for: .page)
            let record = try #require(try await nodes.store.records(for: [Self.key])[Self.key])
            // The files are in base64 once, which takes four bytes for three.
            #expect(record.payload.count < 60_000 * 4 / 3 + 4_000)
        }
    }

    @Test func aRecordOfAnEarlierVersionIsReadAgainFromTheWeb() async throws {
        try await TwoNodes.run { nodes in
            let earlier = #"{"format": 2, "attachment": "W10="}"#
            try await nodes.store.put(.fresh(earlier, format: Int16(SiteFiles.formatVersion - 1)), for: Self.key)
            let answer = await nodes.first.answer(for: .page)
            #expect(answer.devices.contains { $0.routes.contains { $0.outcome == .eligible } })
            #expect(nodes.sites.count("https://a.example/.well-known/apple-app-site-association") == 1)
            let record = try #require(try await nodes.store.records(for: [Self.key])[Self.key])
            #expect(record.format == Int16(SiteFiles.formatVersion))
        }
    }
}
