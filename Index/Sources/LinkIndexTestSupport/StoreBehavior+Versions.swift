import Foundation
import LinkIndex
import Testing

extension StoreBehavior {
    static let versions = [
        StoreBehavior("lets a node read again from the web what an earlier version stored") {
            (store: any IndexStore) async throws -> Void in
            let host = "https://host\(UInt64.random(in: .min ... .max)).example"
            let (page, site) = (RecordKey(.page, "\(host)/1"), RecordKey(.site, host))
            let file = "\(host)/.well-known/assetlinks.json"
            let sites = FakeSites()
            sites.set(page.text, FakeSites.Document("<meta property=al:ios:url content=a://1>"))
            sites.set(file, FakeSites.Document("[]"))
            let url = try #require(URL(string: page.text))
            _ = await AppLinkIndex(store: store, fetcher: sites).answer(for: url)
            let records = try await store.records(for: [page, site])
            #expect(records.count == 2)
            // The bytes are the same, so that only the version keeps a node from using them.
            for (key, record) in records {
                var earlier = record
                earlier.format -= 1
                try await store.put(earlier, for: key)
            }
            let answer = await AppLinkIndex(store: store, fetcher: sites).answer(for: url)
            #expect(answer.sources.count > 1)
            for source in answer.sources { #expect(source.origin == "fetched", "\(source.kind)") }
            #expect(sites.count(page.text) == 2 && sites.count(file) == 2)
            // The rows are replaced, so that other nodes need no request.
            let stored = try await store.records(for: [page, site])
            #expect(stored.mapValues(\.format) == records.mapValues(\.format))
            let requests = sites.total
            let same = await AppLinkIndex(store: store, fetcher: sites).answer(for: url)
            for source in same.sources { #expect(source.origin == "cache", "\(source.kind)") }
            #expect(sites.total == requests)
        }
    ]
}
