import Foundation
import SharedData
import Testing

@_spi(Bolts) @testable import BoltsAssociations

@Suite(.enabled(if: SharedData.isUsable("associations"), "the shared association files are not on this machine"))
struct AppleOracleTests {
    private static let app = "ABCDE12345.com.example.app"

    private func outcome(_ aasa: Any, _ url: String, app: String, domain: String?, tracing: Bool) throws -> String {
        let file = try AppSiteAssociation(bytes: Array(try JSONSerialization.data(withJSONObject: aasa)))
        let decision = file.decision(for: url, app: app, domain: domain, tracing: tracing)
        return decision.outcome == .noMatch ? "no_match" : decision.outcome.rawValue
    }

    @Test func everyMatchingCaseHasTheOutcomeOfApplesTool() throws {
        let file = try #require(try SharedData.json("associations/aasa-cases.json") as? [String: Any])
        let cases = try #require(file["matching"] as? [[String: Any]])
        #expect(cases.count >= 94)
        for item in cases {
            let name = try #require(item["name"] as? String)
            let domain = try #require(item["domain"] as? String)
            for tracing in [false, true] {
                let found = try outcome(
                    try #require(item["aasa"]),
                    try #require(item["url"] as? String),
                    app: try #require(item["appId"] as? String),
                    domain: domain.isEmpty ? nil : domain,
                    tracing: tracing
                )
                #expect(found == item["expect"] as? String, "\(name), tracing: \(tracing)")
            }
        }
    }

    @Test(arguments: ["swcutil-probes.tsv", "swcutil-gap-probes.tsv"]
    )
    func everyProbeHasTheOutputOfApplesTool(_ name: String) throws {
        let lines = String(decoding: try SharedData.bytes("associations/\(name)"), as: UTF8.self).split(separator: "\n")
        #expect(lines.count >= 11)
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let object = try JSONSerialization.jsonObject(with: Data(fields[2].utf8)) as? [String: Any] ?? [:]
            let isDocument = object["applinks"] != nil
            let document: [String: Any] =
                isDocument ? object : ["applinks": ["details": [["appIDs": [Self.app], "components": [object]]]]]
            let output = fields[5]
            let expected: String
            if output.contains("blocked match") {
                expected = "exclude"
            } else if output.contains("id not match") {
                expected = "no_match"
            } else {
                expected = "match"
            }
            for tracing in [false, true] {
                let found = try outcome(document, fields[3], app: Self.app, domain: "example.com", tracing: tracing)
                #expect(found == expected, "\(fields[0]) \(fields[1]), tracing: \(tracing)")
            }
        }
    }
}
