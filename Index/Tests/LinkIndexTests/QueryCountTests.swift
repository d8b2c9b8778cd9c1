import Foundation
import LinkIndex
import LinkIndexTestSupport
import Logging
import Testing

/// Tests the number of database queries for an answer, as documented for operators.
@Suite(.timeLimit(.minutes(20))) struct QueryCountTests {
    @Test func anAnswerCostsNoCallFromMemoryTwoFromTheDatabaseAndEightIfItIsFetched() async throws {
        try await TwoNodes.run { nodes in
            let store = CountingStore(nodes.store)
            func node() -> AppLinkIndex {
                var options = IndexOptions()
                options.leaseDuration = .seconds(50)
                options.storePatience = .seconds(60)
                return AppLinkIndex(store: store, options: options, fetcher: nodes.sites, logger: .silent)
            }
            let first = node()
            _ = await first.answer(for: .page)
            // These are the calls for the page and for the files of its host: read, acquire the lease, read again, write and
            // release.
            #expect(store.calls == ["records": store.calls["records"] ?? 0, "acquireLease": 2, "write": 2])
            #expect((2...4).contains(store.calls["records"] ?? 0))

            store.reset()
            _ = await first.answer(for: .page)
            #expect(store.calls.isEmpty)

            _ = await node().answer(for: .page)
            #expect(Array(store.calls.keys) == ["records"] && (1...2).contains(store.calls["records"] ?? 0))
        }
    }

    @Test func manyQuestionsAtOnceNeedFewQueries() async throws {
        try await TwoNodes.run { nodes in
            let urls = (0..<200).compactMap { URL(string: "https://a.example/\($0)") }
            for url in urls {
                nodes.sites.set(url.absoluteString, "<title>a</title>")
                _ = await nodes.first.answer(for: url)
            }
            let store = CountingStore(nodes.store)
            var options = IndexOptions()
            // A busy machine is not an outage.
            options.storePatience = .seconds(60)
            let other = AppLinkIndex(store: store, options: options, fetcher: nodes.sites, logger: .silent)
            await withTaskGroup(of: Void.self) { group in
                for url in urls { group.addTask { _ = await other.answer(for: url) } }
            }
            #expect(store.calls["acquireLease"] == nil)
            #expect((1..<200).contains(store.calls["records"] ?? 0), "200 pages, and the files of one host")
        }
    }
}
