@_spi(Bolts) import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
import Foundation
import LinkIndexTestSupport
import Synchronization
import Testing

@testable import LinkIndex

/// Tests which records are fetched again because they are in use, with a manual clock.
@Suite(.timeLimit(.minutes(20))) struct RenewalQueueTests {
    /// A page that is gone is requested once in an hour if its failure is remembered, which removes it from the queue; otherwise
    /// after 30 seconds, a minute, and so on.
    @Test(arguments: [(Duration.seconds(30), 1...1), (Duration.zero, 5...8)])
    func aPageThatIsGoneIsAskedForAFewTimesInAnHourAndDoesNotDelayOthers(
        _ remembered: Duration,
        _ fetches: ClosedRange<Int>
    ) async throws {
        let time = Mutex(Timestamp.now)
        let now: @Sendable () -> Timestamp = { time.withLock { $0 } }
        try await TwoNodes.run(renewingBefore: .seconds(60), negativeTimeToLive: remembered, now: now) { nodes in
            func use(_ page: String) async throws {
                nodes.sites.set(page, FakeSites.Document("<title>a</title>", cacheControl: "max-age=25"))
                let url = try #require(URL(string: page))
                for _ in 0..<6 { _ = await nodes.first.page(at: url) }
            }
            // These are more pages than a node renews at the same time.
            let gone = (0..<150).map { "https://gone.example/\($0)" }
            for page in gone { try await use(page) }
            // The other page is due after all of them.
            let other = "https://other.example/"
            try await use(other)
            await nodes.first.parts.uses.flush()
            for page in gone { nodes.sites.set(page, FakeSites.Document("", status: 404, cacheControl: "no-store")) }
            let start = Timestamp.now
            for second in 0..<3_600 {
                time.withLock { $0 = start + .seconds(second) }
                await (second.isMultiple(of: 2) ? nodes.first : nodes.second).renewDue()
                if second == 2 { #expect(nodes.sites.count(other) == 2, "it waits for pages that are gone") }
            }
            for page in gone { #expect(fetches.contains(nodes.sites.count(page) - 1), "\(page)") }
        }
    }

    @Test func aStoredRowThatCannotBeReadIsRemovedAndAskedForOnce() async throws {
        try await TwoNodes.run { nodes in
            let key = RecordKey(.page, TwoNodes.page)
            try await nodes.store.put(.fresh("{", format: Int16(ResolvedLink.formatVersion)), for: key)
            let cache = IndexCacheStore<ResolvedLink>(.page, nodes.first.parts, byteCapacity: 1 << 20)
            #expect(try await cache.entry(for: TwoNodes.page, cancellationToken: .none).value == nil)
            #expect(try await nodes.store.records(for: [key]).isEmpty)
            for _ in 0..<3 { _ = await nodes.first.answer(for: .page) }
            #expect(nodes.sites.count(TwoNodes.page) == 1)
        }
    }

    @Test func aRowOfAnotherVersionStaysUntilItIsReplaced() async throws {
        try await TwoNodes.run { nodes in
            let key = RecordKey(.page, TwoNodes.page)
            let later = IndexRecord.fresh(format: .max)
            try await nodes.store.put(later, for: key)
            let cache = IndexCacheStore<ResolvedLink>(.page, nodes.first.parts, byteCapacity: 1 << 20)
            #expect(try await cache.entry(for: TwoNodes.page, cancellationToken: .none).value == nil)
            #expect(try await nodes.store.records(for: [key])[key] == later)
        }
    }

    @Test func everyTimeIsReadAsItIsGivenToTheStore() throws {
        let coding = EntryCoding(retention: .seconds(60))
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let time = Timestamp(milliseconds: .random(in: 1_700_000_000_000...1_900_000_000_000, using: &generator))
            let seconds = Double(time.milliseconds) / 1_000
            let json = """
                {"format": \(ResolvedLink.formatVersion), "failure": {"code": "timedOut", "description": "", "hops": [], \
                "expiry": \(seconds), "usesStaleValue": false}}
                """
            let entry = try JSONDecoder().decode(CacheEntry<ResolvedLink>.self, from: Data(json.utf8))
            #expect(entry.freshUntil == time.duration)
            let record = try coding.record(of: entry)
            #expect(record.freshUntil == time)
            let read: CacheEntry<ResolvedLink>? = coding.entry(of: record)
            #expect(read?.freshUntil == time.duration)
        }
    }
}
