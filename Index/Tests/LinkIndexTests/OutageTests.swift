@_spi(Bolts) import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
import BoltsTasks
import Foundation
import LinkIndexSQLite
import LinkIndexTestSupport
import Testing

@testable import LinkIndex

@Suite(.timeLimit(.minutes(20))) struct OutageTests {
    private static let page = RecordKey(.page, TwoNodes.page)
    private static let site = RecordKey(.site, "https://a.example")

    @Test func aFetchThatAnotherNodeHasMadeLeavesNothingInMemory() async throws {
        try await TwoNodes.run { nodes in
            _ = await nodes.first.answer(for: .page)
            let cache = IndexCacheStore<ResolvedLink>(.page, nodes.second.parts, byteCapacity: 1 << 20)
            let stored = try await cache.beginFetch(for: TwoNodes.page, replacing: nil, cancellationToken: .none).value
            try #require(stored != nil, "the other node's entry was not found")
            #expect(cache.fetchCount == 0)
        }
    }

    @Test func whatWasFetchedWhileTheDatabaseWasAwayIsStoredOnceItIsBack() async throws {
        try await TwoNodes.run { nodes in
            let store = CountingStore(nodes.store)
            let index = AppLinkIndex(store: store, fetcher: nodes.sites, logger: .silent)
            store.isAway = true
            let answer = await index.answer(for: .page)
            #expect(answer.link?.targets.first?.urlText == "a://1")
            // Nothing is lost while the database is unavailable.
            await index.storeMissed()
            #expect(index.parts.unstored.count == 2)
            store.isAway = false
            #expect(try await nodes.store.records(for: [Self.page, Self.site]).isEmpty)
            await index.storeMissed()
            #expect(index.parts.unstored.count == 0)
            let requests = nodes.sites.total
            let other = await nodes.second.answer(for: .page)
            #expect(nodes.sites.total == requests && other.devices == answer.devices)
            // No lease is left behind.
            _ = try await nodes.store.lease(Self.page, owner: "other")
        }
    }

    @Test func whatAnotherNodeHasStoredSinceIsNotReplaced() async throws {
        try await TwoNodes.run { nodes in
            let store = CountingStore(nodes.store)
            let index = AppLinkIndex(store: store, fetcher: nodes.sites, logger: .silent)
            store.isAway = true
            _ = await index.answer(for: .page)
            nodes.sites.set(TwoNodes.page, "<meta property=al:ios:url content=a://new>")
            _ = await nodes.second.answer(for: .page)
            let before = try await nodes.store.records(for: [Self.page])
            store.isAway = false
            await index.storeMissed()
            #expect(try await nodes.store.records(for: [Self.page]) == before)
            #expect(index.parts.unstored.count == 0)
        }
    }

    @Test func aDatabaseThatBreaksBeforeTheRecordIsWrittenGetsItLater() async throws {
        try await TwoNodes.run { nodes in
            let store = CountingStore(nodes.store)
            let index = AppLinkIndex(store: store, fetcher: nodes.sites, logger: .silent)
            let gate = nodes.sites.hold()
            async let page = index.page(at: .page)
            try await nodes.sites.waitForRequests(of: TwoNodes.page)
            store.isAway = true
            gate.set(result: ())
            _ = await page
            #expect(index.parts.unstored.count == 1)
            store.isAway = false
            // The lease of the fetch is released, or expires.
            while try await nodes.store.records(for: [Self.page]).isEmpty {
                await index.storeMissed()
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(index.parts.unstored.count == 0)
        }
    }

    @Test func aNodeThatEndsWritesWhatIsLeftAllAtOnce() async throws {
        try await TwoNodes.run { nodes in
            let store = CountingStore(nodes.store)
            let index = AppLinkIndex(store: store, fetcher: nodes.sites, logger: .silent)
            store.isAway = true
            _ = await index.answer(for: .page)
            try #require(index.parts.unstored.count == 2)
            store.isAway = false
            // As with a slow database, the counts wait until the records were written.
            store.beforeNextUses {
                while index.parts.unstored.count > 0 { try await Task.sleep(for: .milliseconds(10)) }
            }
            let maintenance = Task { await index.run() }
            maintenance.cancel()
            await maintenance.value
            #expect(index.parts.unstored.count == 0)
            #expect(store.calls["recordUses"] == 1 && !store.uses.isEmpty)
        }
    }

    @Test func anAnswerWaitsOnceForADatabaseThatHasStopped() async throws {
        try await TwoNodes.run { nodes in
            let store = CountingStore(nodes.store)
            var options = IndexOptions()
            options.storePatience = .milliseconds(50)
            let index = AppLinkIndex(store: store, options: options, fetcher: nodes.sites, logger: .silent)
            store.isStuck = true
            let answer = await index.answer(for: .page)
            #expect(answer.link?.targets.first?.urlText == "a://1")
            // The page and the files are looked up together; no lease is acquired, and no record is written.
            #expect(
                store.calls == ["records": store.calls["records"] ?? 0] && (1...2).contains(store.calls["records"] ?? 0)
            )
            let calls = store.calls
            nodes.sites.set("https://a.example/2", "<title>2</title>")
            _ = await index.answer(for: URL(string: "https://a.example/2")!)
            #expect(store.calls == calls)
            store.isStuck = false
            // A ping shows that the database answers again.
            while try await nodes.store.records(for: [RecordKey(.page, "https://a.example/3")]).isEmpty {
                try await Task.sleep(for: .milliseconds(20))
                nodes.sites.set("https://a.example/3", "<title>3</title>")
                _ = await index.answer(for: URL(string: "https://a.example/3")!, renews: true)
            }
        }
    }

    @Test func moreThanTheLimitIsNotKept() async throws {
        try await TwoNodes.run { nodes in
            let store = CountingStore(nodes.store)
            var options = IndexOptions()
            options.unstoredBytes = 4_096
            let index = AppLinkIndex(store: store, options: options, fetcher: nodes.sites, logger: .silent)
            store.isAway = true
            for number in 1...50 {
                nodes.sites.set("https://a.example/p\(number)", "<title>\(number)</title>")
                _ = await index.page(at: try #require(URL(string: "https://a.example/p\(number)")))
            }
            #expect((1...8).contains(index.parts.unstored.count))
        }
    }
}
