import Testing

@_spi(Bolts) @testable import BoltsAssociations

/// Tests that the many apps and rules of a file share one limit.
struct UniversalLinkTraceTests {
    private static func file(apps: Int, rules: Int, pattern: String = "/a/*") throws -> AppSiteAssociation {
        let names = (0..<apps).map { "\"R2TQ9MZ7K4.dk.lakrids.app\($0)\"" }.joined(separator: ",")
        let list = (0..<rules).map { "{\"/\": \"\(pattern)\($0)\"}" }.joined(separator: ",")
        let text = "{\"applinks\": {\"details\": [{\"appIDs\": [\(names)], \"components\": [\(list)]}]}}"
        return try AppSiteAssociation(bytes: Array(text.utf8))
    }

    @Test(.tags(.th81)) func aTraceHasALimit() throws {
        let file = try Self.file(apps: 1, rules: 5_000, pattern: "/a/x")
        let decision = file.decision(for: "https://lakrids.dk/b", app: file.apps[0], tracing: true)
        #expect(decision.trace.count == 2_000 && decision.reason == .noRule)
        // A rule after the limit still decides.
        let late = file.decision(for: "https://lakrids.dk/a/x4999", app: file.apps[0], tracing: true)
        #expect(late.outcome == .match && late.trace.count == 2_000)
    }

    /// A hundred apps of one entry cost as much as one.
    @Test(.tags(.th81)) func appsOfOneEntryShareADecision() throws {
        let rule = String(repeating: "*a", count: 200)
        let file = try Self.file(apps: 100, rules: 50, pattern: "/" + rule)
        let url = "https://lakrids.dk/" + String(repeating: "a", count: 1_500) + "b"
        let single = file.decision(for: url, app: file.apps[0])
        var decisions = UniversalLinkDecisions(file, url: url)
        for app in file.apps { #expect(decisions.decision(app: app).reason == single.reason) }
    }

    /// Apps of different entries share the limit, and the answers after it say so.
    @Test(.tags(.th81)) func appsOfAllEntriesShareOneLimit() throws {
        let pattern = "/" + String(repeating: "*a?", count: 20) + "c"
        let entries = (0..<20).map { index in
            "{\"appIDs\": [\"R2TQ9MZ7K4.dk.lakrids.app\(index)\"], \"components\": [{\"/\": \"\(pattern)\"}]}"
        }
        let text = "{\"applinks\": {\"details\": [\(entries.joined(separator: ","))]}}"
        let file = try AppSiteAssociation(bytes: Array(text.utf8))
        let url = "https://lakrids.dk/" + String(repeating: "a", count: 400)
        var decisions = UniversalLinkDecisions(file, url: url, steps: 5_000)
        let reasons = file.apps.map { decisions.decision(app: $0).reason }
        #expect(reasons.last == .tooComplex && reasons.allSatisfy { $0 == .noRule || $0 == .tooComplex }, "\(reasons)")
        var ample = UniversalLinkDecisions(file, url: url)
        #expect(file.apps.allSatisfy { ample.decision(app: $0).reason == .noRule })
    }

    /// Both readings agree with those that are made one by one, for apps in one entry, in several, and in two lists.
    @Test func otherReadingsAreThoseOfEachApp() throws {
        let text = """
            {"applinks": {"details": [
              {"appIDs": ["R2TQ9MZ7K4.a", "R2TQ9MZ7K4.b"], "components": [{"/": "/x"}]},
              {"appID": "R2TQ9MZ7K4.b", "paths": ["/y"]},
              {"appIDs": ["R2TQ9MZ7K4.c"], "appID": "R2TQ9MZ7K4.d", "paths": ["/y"]},
              {"appIDs": ["R2TQ9MZ7K4.e"], "components": [{"/": "/x", "exclude": true}], "paths": ["/x", "/y"]},
              {"appIDs": ["r2tq9mz7k4.f"]}, {"appIDs": "R2TQ9MZ7K4.g", "appID": "R2TQ9MZ7K4.g", "components": []}
            ]}}
            """
        let file = try AppSiteAssociation(bytes: Array(text.utf8))
        for path in ["x", "y", "z"] {
            let url = "https://lakrids.dk/\(path)"
            var decisions = UniversalLinkDecisions(file, url: url)
            for app in "abcdefgh".map({ "R2TQ9MZ7K4.\($0)" }) {
                #expect(decisions.otherReading(app: app) == file.otherReading(of: url, app: app), "\(app) \(path)")
                #expect(decisions.decision(app: app).outcome == file.decision(for: url, app: app).outcome)
            }
        }
    }
}
