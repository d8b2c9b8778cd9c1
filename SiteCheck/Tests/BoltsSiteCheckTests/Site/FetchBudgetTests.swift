import BoltsPageFetching
import FetchingStubs
import Foundation
import Synchronization
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Tests that many small expensive parts of a site share one budget.
struct FetchBudgetTests {
    @Test(.tags(.th81)) func requestsAndBytesAreCounted() {
        let budget = FetchBudget(requestTime: .seconds(10)) { .zero }
        for _ in 0..<FetchBudget.maximumRequests { #expect(budget.begin(.site) == .seconds(30)) }
        #expect(budget.begin(.site) == nil)
        let bytes = FetchBudget(requestTime: .seconds(10)) { .zero }
        #expect(bytes.begin(.site) != nil)
        bytes.end(bytes: FetchBudget.maximumBytes)
        #expect(bytes.begin(.site) == nil)
    }

    @Test(.tags(.th81)) func includesShareTheTimeOfOneRequest() {
        let now = Mutex(Duration.zero)
        let budget = FetchBudget(requestTime: .seconds(10)) { now.withLock { $0 } }
        #expect(budget.begin(.site) == .seconds(30))
        now.withLock { $0 = .seconds(4) }
        #expect(budget.begin(.include) == .seconds(10))
        now.withLock { $0 = .seconds(11) }
        #expect(budget.begin(.include) == .seconds(3) && budget.begin(.site) == .seconds(19))
        now.withLock { $0 = .seconds(14) }
        #expect(budget.begin(.include) == nil && budget.begin(.site) == .seconds(16))
        now.withLock { $0 = .seconds(30) }
        #expect(budget.begin(.site) == nil)
    }

    /// Ten lists one after another, each of which trickles for as long as one request may take.
    @Test(.tags(.th81)) func listsThatTrickleCostTheTimeOfOne() async throws {
        let now = Mutex(Duration.zero)
        let timeouts = Mutex<[Duration]>([])
        let pages = StubPages { request in
            let path = request.url.path()
            guard path != "/.well-known/assetlinks.json" else {
                let includes = (0..<10).map { "{\"include\": \"https://slow.example/\($0)\"}" }.joined(separator: ",")
                return StubPages.Page(body: "[\(includes)]")
            }
            timeouts.withLock { $0.append(request.options.totalTimeout) }
            now.withLock { $0 += request.options.totalTimeout }
            return StubPages.Page(body: "[]")
        }
        var options = SiteFetchOptions()
        options.page.totalTimeout = .seconds(10)
        let budget = FetchBudget(requestTime: .seconds(10)) { now.withLock { $0 } }
        let client = AssociationFetcher(fetcher: pages, options: options.page, budget: budget)
        let outcome = await SiteFetch(host: "site.example", options: options, client: client).android()
        #expect(timeouts.withLock { $0 } == [.seconds(10)])
        // The omission is reported once.
        let findings = outcome.findings + (outcome.includes?.findings ?? [])
        let cut = findings.filter { $0.message.contains("cost more time") }
        #expect(cut.count == 1 && findings.count <= 3, "\(findings)")
    }
}
