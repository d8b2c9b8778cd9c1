@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Testing

@testable import applinks

/// The edits that need a link or an app, where no file is written.
@Suite struct SiteRepairTests {
    @Test func aFileThatCannotBeReadAnyMoreIsNoFileWithoutEdits() async throws {
        let scratch = try Scratch()
        let url = try #require(URL(string: "https://shelf.example/none"))
        let file = """
            {"applinks": {"details": [{"appIDs": ["QX7SAMPLE1.org.sample.shelf"], "components": [{"/": "/item/*"}]}]}}
            """
        let site = SiteAssociations(host: "shelf.example", appSiteAssociation: Array(file.utf8), assetLinks: nil)
        var result = CheckResult(input: url.absoluteString)
        // A folder stands where the file was.
        result.findings = LinkVerdict(url: url, site: site).findings.map { CheckedFinding($0, file: scratch.url.path) }
        #expect(result.findings.contains { SuggestedEdit.mayExist(for: $0.finding) }, "\(result.findings)")
        let repair = SiteRepair(
            input: result.input,
            scope: RepairPlan.Scope(disabled: [], configuration: nil, baseline: nil, today: "2026-11-29"),
            roots: [LocalPath.resolved(scratch.url.path) ?? ""],
            check: { _ in nil }
        )
        await #expect(throws: InputError.self) { try await repair.edits(of: result) }
    }
}
