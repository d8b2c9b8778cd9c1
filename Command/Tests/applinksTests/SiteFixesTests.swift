@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Synchronization
import Testing

@testable import applinks

/// Tests edits that need a link or an app, without writing files.
@Suite struct SiteFixesTests {
    private static let file = Samples.appleFile("QX7SAMPLE1.org.sample.shelf", #"{"/": "/item/*"}"#)
    private static let scope = FixPlan.Scope(
        disabled: [],
        configuration: nil,
        baseline: nil,
        today: "2026-11-29"
    )

    /// The result of a check of a link that the file above does not open.
    private static func result(_ path: String, file: String) throws -> CheckResult {
        let url = try #require(URL(string: "https://shelf.example/\(path)"))
        let site = SiteAssociations(
            host: "shelf.example",
            appSiteAssociation: Array(Self.file.utf8),
            assetLinks: nil
        )
        var result = CheckResult(input: url.absoluteString)
        result.findings = LinkVerdict(url: url, site: site).findings.map { CheckedFinding($0, file: file) }
        #expect(result.findings.contains { FindingFix.mayExist(for: $0.finding) }, "\(result.findings)")
        return result
    }

    @Test func aFileThatCannotBeReadAnyMoreIsNoFileWithoutEdits() async throws {
        let scratch = try Scratch()
        // A folder replaces the file.
        let result = try Self.result("none", file: scratch.url.path)
        let fixes = SiteFixes(
            input: result.input,
            scope: Self.scope,
            roots: [LocalPath.resolved(scratch.url.path) ?? ""],
            check: { _ in result }
        )
        let error = await #expect(throws: InputError.self) { try await fixes.fixes(of: result, over: [:]) }
        #expect(error.map { "\($0)".contains("could not be tried, because") } == true)
    }

    @Test func anInputThatCannotBeCheckedAgainIsNoInputWithoutEdits() async throws {
        let scratch = try Scratch()
        let path = try scratch.file("apple-app-site-association", Self.file)
        let result = try Self.result("none", file: path)
        let roots = [LocalPath.resolved(path) ?? ""]
        let unread = SiteFixes(input: result.input, scope: Self.scope, roots: roots) { _ in
            throw InputError("no settings")
        }
        let thrown = await #expect(throws: InputError.self) { try await unread.fixes(of: result, over: [:]) }
        #expect(thrown.map { "\($0)".hasSuffix("could not be tried, because no settings") } == true)
        let failed = SiteFixes(input: result.input, scope: Self.scope, roots: roots) { _ in
            var other = result
            other.isUnchecked = true
            other.failure = "no project"
            return other
        }
        let failure = await #expect(throws: InputError.self) { try await failed.fixes(of: result, over: [:]) }
        #expect(failure.map { "\($0)".hasSuffix("could not be tried, because no project") } == true)
    }

    @Test func anEditAfterWhichTheAnswerIsOpenWasTried() async throws {
        let scratch = try Scratch()
        let path = try scratch.file("apple-app-site-association", Self.file)
        let result = try Self.result("none", file: path)
        let fixes = SiteFixes(input: result.input, scope: Self.scope, roots: [LocalPath.resolved(path) ?? ""]) { _ in
            var other = CheckResult(input: result.input)
            other.failure = "not decided: the hosts of the Apple app in ios are not known"
            return other
        }
        #expect(try await !fixes.fixes(of: result, over: [:]).isEmpty)
    }

    @Test func aListThatIsAPipeIsReadOnce() throws {
        let scratch = try Scratch()
        let pipe = scratch.url.appendingPathComponent("list").path
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(!ListOptions.isReadTwice(pipe) && !ListOptions.isReadTwice("-"))
        #expect(try ListOptions.isReadTwice(scratch.file("list.txt", "shelf.example\n")))
    }

    /// A trial with a large project costs more of the budget than one with a small project, but some trials are always possible.
    @Test(arguments: [(0, 100), (4 << 20, 24)])
    func aTrialCostsWhatIsReadForIt(_ size: Int, _ trials: Int) async throws {
        let scratch = try Scratch()
        let path = try scratch.file("apple-app-site-association", Self.file)
        let project = try scratch.file("project", String(repeating: " ", count: size))
        var found = CheckResult(input: "https://shelf.example/none")
        for number in 0..<100 { found.findings += try Self.result("none\(number)", file: path).findings }
        let checks = Atomic(0)
        let result = found
        var budget = FixBudget()
        // No edit helps, so all are tried.
        let fixes = SiteFixes(input: result.input, scope: Self.scope, roots: [LocalPath.resolved(path) ?? ""]) { _ in
            checks.add(1, ordering: .relaxed)
            _ = try? RegularFile.bytes(project)
            return result
        }
        #expect(try await fixes.fixes(over: [:], allowsUnsafe: true, &budget).isEmpty)
        let tried = checks.load(ordering: .relaxed) - 1
        #expect(trials - 1...trials + 1 ~= tried, "\(tried) trials")
    }
}
