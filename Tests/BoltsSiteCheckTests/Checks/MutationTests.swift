import Foundation
import SharedData
import Testing

@testable import BoltsAssociations
@testable import BoltsSiteCheck

@Suite
struct MutationTests {
    @Test
    func anyChangeOfAnySmallFileIsCheckedAndDecidedNeverATrap() throws {
        var random = SeededRandom(seed: 20_260_101)
        let url = try #require(URL(string: "https://site.com/a/b?id=1&q=%20#x"))
        let pieces = ["{", "}", "[", "]", ",", ":", "\"", "*", "?", "$(", ")", "\\u00e9", "null", "1", "%4", "/"]
        for item in RuleCaseTests.cases where item.broken.utf8.count < 2_000 {
            let text = Array(item.broken.utf8)
            for _ in 0..<12 {
                var changed = text
                for _ in 0..<Int.random(in: 1...3, using: &random) where !changed.isEmpty {
                    let position = Int.random(in: 0..<changed.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: changed.remove(at: position)
                    case 1: changed[position] = UInt8.random(in: 0...255, using: &random)
                    default:
                        let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
                        changed.insert(contentsOf: piece.utf8, at: position)
                    }
                }
                let site = SiteAssociations(
                    host: "site.com",
                    appSiteAssociation: changed,
                    assetLinks: changed,
                    windowsWebLinks: changed
                )
                #expect(site.findings.count <= 3 * FindingCollector.maximumCount)
                for device in LinkOutlook(url: url, site: site).devices {
                    for route in device.routes { #expect(!route.statement.isEmpty) }
                }
            }
        }
    }
}
