import BoltsAssociations
import BoltsSiteCheck
import Foundation

// Measures decisions per second by an apple-app-site-association file of 200 rules, and by a naive loop over all rules.

let app = "ABCDE12345.com.example.app"
let rules = (0..<200).map { BenchmarkRule(number: $0) }
let components = rules.map(\.json).joined(separator: ",\n")
let text = "{\"applinks\": {\"details\": [{\"appIDs\": [\"\(app)\"], \"components\": [\n\(components)\n]}]}}"
let file = try AppSiteAssociation(bytes: Array(text.utf8))
let urls = (0..<1_000).map { number in
    let rule = rules[(number * 7) % rules.count]
    // Every fifth URL matches no rule.
    let path = number % 5 == 0 ? "/elsewhere/\(number)/page" : rule.path(number)
    return "https://www.example.com\(path)?utm_source=mail&id=\(number)"
}

for url in urls {
    let decided = file.decision(for: url, app: app).outcome == .match
    precondition(decided == naiveDecision(url, rules), "the two ways disagree about \(url)")
}

let fast = rate { file.decision(for: $0, app: app).outcome == .match }
let naive = rate { naiveDecision($0, rules) }
print("200 rules, 1,000 URLs, one thread")
print("decision(for:app:)  \(format(fast)) decisions a second of processor time")
print("naive walk          \(format(naive)) decisions a second of processor time")
print("ratio               \(String(format: "%.1f", fast / naive))")

// The second file differs from the first in one changed rule, one removed rule, and two swapped rules.
var changed = rules.map(\.json)
changed[100] = "{\"/\": \"/offers/*\"}"
changed.swapAt(3, 150)
changed.remove(at: 42)
let list = changed.joined(separator: ",")
let versions = [text, text.replacing(components, with: list)].map { text in
    SiteAssociations(host: "www.example.com", appSiteAssociation: Array(text.utf8), assetLinks: nil)
}
let times = (0..<5).map { _ in
    let start = clock()
    let difference = SiteDifference(from: versions[0], to: versions[1], platforms: [.apple])
    precondition(difference.links.count == 3 && difference.links.allSatisfy { $0.effect != .undecided })
    return Double(clock() - start) / Double(CLOCKS_PER_SEC)
}
print("comparing two files \(format((times.min() ?? 0) * 1_000)) ms of processor time")

/// Returns the number of URLs that are decided in a second of processor time: the best of five runs of at least 200 ms.
func rate(_ decide: (String) -> Bool) -> Double {
    var best = 0.0
    for _ in 0..<5 {
        let start = clock()
        var count = 0
        var matches = 0
        var elapsed = 0.0
        while elapsed < 0.2 {
            for url in urls where decide(url) { matches += 1 }
            count += urls.count
            elapsed = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        }
        precondition(matches > 0)
        best = max(best, Double(count) / elapsed)
    }
    return best
}

func format(_ number: Double) -> String {
    let formatter = NumberFormatter()
    formatter.numberStyle = .decimal
    formatter.maximumFractionDigits = 0
    return formatter.string(from: number as NSNumber) ?? "\(number)"
}
