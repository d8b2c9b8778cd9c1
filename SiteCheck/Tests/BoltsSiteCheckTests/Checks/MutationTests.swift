import Foundation
import SharedData
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

struct MutationTests {
    @Test func anyChangeOfAnySmallFileIsCheckedAndDecidedNeverATrap() throws {
        var random = SeededRandom(seed: 20_260_101)
        let url = try #require(URL(string: "https://site.com/a/b?id=1&q=%20#x"))
        let pieces = ["{", "}", "[", "]", ",", ":", "\"", "*", "?", "$(", ")", "\\u00e9", "null", "1", "%4", "/"]
        for item in RuleCaseTests.cases where item.broken.utf8.count < 2_000 {
            let text = Array(item.broken.utf8)
            for _ in 0..<12 {
                let changed = Mutation.changed(text, 1...3, pieces, &random)
                let site = SiteAssociations(
                    host: "site.com",
                    appSiteAssociation: changed,
                    assetLinks: changed,
                    windowsWebLinks: changed
                )
                #expect(site.findings.count <= 3 * FindingCollector.maximumCount)
                for device in DeviceRoutes(url: url, site: site).devices {
                    for route in device.routes { #expect(!route.statement.isEmpty) }
                }
            }
        }
    }
}
