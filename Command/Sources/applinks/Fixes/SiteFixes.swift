@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// Tries each edit that needs a link, an app or its files on a copy, and judges the input again with that copy.
///
/// An edit is kept if its finding is gone, no error or warning is new, links that opened an app still do, and links that a rule
/// keeps in the browser stay there. If another cause was hidden behind the first, its edit is tried too, and both edits are kept or
/// refused together.
struct SiteFixes: Sendable {
    let input: String
    let scope: FixPlan.Scope
    /// The folders and files that may be edited, without symbolic links.
    let roots: [String]
    /// Checks the input with other content of some files.
    let check: @Sendable ([String: [UInt8]]) async throws -> CheckResult

    /// The maximum number of causes hidden behind one another.
    private static let maximumChain = 4
    /// The maximum number of fixes for an input, and of fixes to try if none is requested.
    private static let maximumFixes = 32
    private static let maximumShown = 6
    /// The maximum number of findings whose edits are computed: each reads its whole file.
    private static let maximumLooks = 100

    /// A finding that may have an edit, and the path of its file without symbolic links.
    private struct Candidate {
        let finding: Finding
        let file: String
        let path: String
    }

    /// Fixes that are kept or refused together.
    struct Chain: Sendable {
        var fixes: [FindingFix] = []
        var edits: [PlacedEdits] = []
        var overlay: [String: [UInt8]]
        var state: CheckResult
        /// What the app's code lacks for the links that the edits name.
        var left: [Finding] = []
    }

    /// Returns the fixes that pass the trial, in the order in which they are applied.
    func fixes(
        over overlay: [String: [UInt8]],
        allowsUnsafe: Bool,
        _ budget: inout FixBudget
    ) async throws -> [FindingFix] {
        let first = try await budget.add { try await check(overlay) }
        var chain = Chain(overlay: overlay, state: first)
        var refused = Set<Finding>()
        while chain.fixes.count < Self.maximumFixes {
            var next: Chain?
            for candidate in candidates(chain.state, where: { !refused.contains($0) }) {
                guard let fix = try fix(for: candidate, chain.overlay), allowsUnsafe || fix.safety == .safe else {
                    continue
                }
                next = try await tried(fix, after: chain, &budget)
                if next != nil { break }
                refused.insert(fix.finding)
            }
            guard let next else { break }
            chain = next
        }
        return chain.fixes
    }

    /// Returns the fix of each finding of a check, without making any; files have the content of an overlay if it contains them.
    func fixes(of result: CheckResult, over overlay: [String: [UInt8]]) async throws -> [FixKey: Fix] {
        var budget = FixBudget()
        var fixes: [FixKey: Fix] = [:]
        var shown = 0
        for candidate in candidates(result) where shown < Self.maximumShown {
            guard let fix = try fix(for: candidate, overlay) else { continue }
            shown += 1
            let start = Chain(overlay: overlay, state: result)
            guard let chain = try await tried(fix, after: start, &budget) else { continue }
            let isSafe = chain.fixes.allSatisfy { $0.safety == .safe }
            fixes[FixKey(fix.finding, file: fix.file)] = .edit(
                chain.edits,
                isSafe ? .safe : .unsafe,
                left: chain.left
            )
        }
        return fixes
    }

    /// The findings of a check that may have an edit: the causes of its answers first, then errors.
    private func candidates(
        _ state: CheckResult,
        where isWanted: (Finding) -> Bool = { _ in true }
    ) -> ArraySlice<Candidate> {
        let all = state.findings.filter {
            $0.severity > .note && FindingFix.mayExist(for: $0.finding) && isWanted($0.finding)
        }
        let causes = Set(state.answers.compactMap(\.finding))
        let answered = all.filter { causes.contains($0.finding) }
        let others = all.filter { !causes.contains($0.finding) }.sorted { $0.severity > $1.severity }
        return (answered + others).compactMap { checked -> Candidate? in
            guard isNamedLink || !FindingFix.opensMore(checked.finding),
                let path = LocalPath.resolved(checked.file), roots.contains(where: { isBelow($0, path) }),
                !scope.wanted([checked.finding], file: checked.file, input: input).isEmpty
            else { return nil }
            return Candidate(finding: checked.finding, file: checked.file, path: path)
        }.prefix(Self.maximumLooks)
    }

    private func fix(for candidate: Candidate, _ overlay: [String: [UInt8]]) throws -> FindingFix? {
        let bytes = try Self.bytes(candidate.file, candidate.path, overlay)
        return FindingFix(candidate.finding, in: bytes, file: candidate.file)
    }

    /// The current content of a file, given by its path in findings and its path without symbolic links.
    private static func bytes(_ file: String, _ path: String, _ overlay: [String: [UInt8]]) throws -> [UInt8] {
        do {
            return try overlay[path] ?? RegularFile.bytes(file)
        } catch {
            throw untried(file, "\(error)")
        }
    }

    /// The error that an edit could not be tried, which is different from an edit that fails and from none.
    private static func untried(_ file: String, _ reason: String) -> InputError {
        InputError("an edit of \(file) could not be tried, because \(reason)")
    }

    private func isBelow(_ root: String, _ path: String) -> Bool {
        root == path || LocalPath.remainder(of: path, below: root) != nil
    }

    /// Whether the user asked about one link, instead of samples of links that rules allow.
    private var isNamedLink: Bool {
        if case .url? = try? CheckInput(input) { return true }
        return false
    }

    private func tried(_ fix: FindingFix, after chain: Chain, _ budget: inout FixBudget) async throws -> Chain? {
        var (next, fix) = (chain, fix)
        for _ in 0..<Self.maximumChain {
            for file in [fix.file] + fix.finding.otherFiles + (try copies(of: fix, in: next)) {
                guard let path = LocalPath.resolved(file), roots.contains(where: { isBelow($0, path) }) else {
                    return nil
                }
                let bytes = try Self.bytes(file, path, next.overlay)
                guard let own = file == fix.file ? fix : FindingFix(fix.finding, in: bytes, file: file) else {
                    return nil
                }
                next.overlay[path] = own.applied(to: bytes)
                next.fixes.append(own)
                next.edits.append(PlacedEdits(own, in: bytes))
            }
            let overlay = next.overlay
            let checked: CheckResult?
            do {
                checked = try await budget.spend { try await check(overlay) }
            } catch {
                throw Self.untried(fix.file, "\(error)")
            }
            guard let state = checked else { return nil }
            if state.isUnchecked, let failure = state.failure { throw Self.untried(fix.file, failure) }
            guard Self.count(fix, in: state) < Self.count(fix, in: next.state),
                Self.keeps(chain.state.answers, state.answers)
            else { return nil }
            next.state = state
            // Once the app names a host, what it lacks has another rule.
            let isUnserved = chain.state.findings.contains { $0.finding.rule.id == "link-no-app" }
            // What remains of a difference between configurations has a new text.
            let differed = chain.state.findings.contains { $0.finding.rule.id == "ios-app-configuration" }
            // The code lacked it before too, unless the edit is about how the code is called.
            let isOfLink = !FindingFix.isOfCode(fix.finding)
            let change = FindingChange(from: [chain.state], to: [state])
            var new = change.new.filter { checked in
                // Beside a path that is right, the same mistake in another one is a warning with a longer text.
                let isWeaker = change.gone.contains { old in
                    old.finding.rule == checked.finding.rule && old.severity > checked.severity
                        && checked.finding.message.hasPrefix(old.finding.message.dropLast())
                }
                return checked.severity > .note && !isWeaker && !Self.expected.contains(checked.finding.rule.id)
                    && !(isUnserved && checked.finding.rule.id == "cross-app-host-unserved")
                    && !FindingFix.isOfOtherPlatform(checked.finding)
                    && !(differed && checked.finding.rule.id == "ios-app-configuration")
            }
            if isOfLink {
                next.left = new.map(\.finding).filter(FindingFix.isOfCode)
                new.removeAll { FindingFix.isOfCode($0.finding) }
            }
            if new.isEmpty { return next }
            let causes = Set(new.map(\.finding))
            var following: FindingFix?
            for candidate in candidates(state, where: causes.contains) where following == nil {
                following = try self.fix(for: candidate, next.overlay)
            }
            guard let following else { return nil }
            fix = following
        }
        return nil
    }

    /// The project's files that are equal to the site's file and are to stay so.
    private func copies(of fix: FindingFix, in chain: Chain) throws -> [String] {
        guard let own = LocalPath.resolved(fix.file) else { return [] }
        let bytes = try Self.bytes(fix.file, own, chain.overlay)
        return chain.state.claims.associationFiles.filter { copy in
            guard copy.bytes == bytes, let path = LocalPath.resolved(copy.path) else { return false }
            return path != own && roots.contains { isBelow($0, path) }
        }.map(\.path)
    }

    /// What may be new after an edit: unknown facts if the answer is no longer no, and that the project's own file of the site
    /// differs from the edited one.
    private static let expected: Set<String> = ["link-undecided", "android-app-unresolved", "cross-app-not-deployed"]

    /// How often a check has a finding: two filters may have the same mistake, and one edit fixes one of them.
    private static func count(_ fix: FindingFix, in state: CheckResult) -> Int {
        // An edit moves what follows it.
        let key = FindingKey(CheckedFinding(fix.finding, file: fix.file)).anywhere
        return state.findings.count { $0.severity > .note && FindingKey($0).anywhere == key }
    }

    /// Whether links that opened an app still do, and links that a rule keeps in the browser stay there.
    private static func keeps(_ before: [LinkVerdict.Answer], _ after: [LinkVerdict.Answer]) -> Bool {
        before.filter { $0.outcome == .opens || $0.outcome == .excluded }.allSatisfy { answer in
            let devices = Set(answer.devices)
            let same = after.filter { $0.url == answer.url && !devices.isDisjoint(with: $0.devices) }
            return same.allSatisfy { $0.outcome == answer.outcome }
        }
    }
}
