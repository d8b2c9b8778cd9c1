@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The fixed files of all inputs, before any is written.
struct RepairPlan: Sendable {
    /// The findings to fix: those that neither the command line, the configuration nor the baseline accepts.
    struct Scope: Sendable {
        let disabled: Set<String>
        let configuration: CheckConfiguration?
        let baseline: Baseline?
        let today: String

        /// Returns the findings of a file that are to be fixed, by the decisions for its input.
        func wanted(_ findings: [Finding], file: String, input: String) -> [Finding] {
            var result = CheckResult(input: input)
            result.findings = findings.filter { !disabled.contains($0.rule.id) }.map { CheckedFinding($0, file: file) }
            var uses = CheckConfiguration.Uses()
            configuration?.apply(to: &result, today: today, &uses)
            var baseline = baseline
            baseline?.applyAnywhere(to: &result)
            return result.findings.map(\.finding)
        }

        /// Adds the fix of each finding of an input.
        func addFixes(to result: inout CheckResult, host: String, offline: String?, _ budget: inout RepairBudget) {
            var fixes: [FixKey: Fix] = [:]
            do {
                fixes = try self.fixes(of: result, host: host, offline: offline, &budget)
            } catch {
                result.failure = result.failure ?? "\(error)"
            }
            for index in result.findings.indices {
                let checked = result.findings[index]
                let key = FixKey(checked.finding, file: checked.file)
                result.findings[index].fix =
                    fixes[key] ?? result.tried[key]
                    ?? Fix(of: checked.finding, host: result.host, claims: result.claims)
            }
        }

        /// The fixes of the current findings of an input's files by edits.
        private func fixes(
            of result: CheckResult,
            host: String,
            offline: String?,
            _ budget: inout RepairBudget
        ) throws -> [FixKey: Fix] {
            let wanted = result.findings.filter { $0.finding.rule.fixSafety != nil }
            let found = Set(wanted.map { FixKey($0.finding, file: $0.file) })
            guard !found.isEmpty else { return [:] }
            let sources = result.sources.filter { path in wanted.contains { $0.file == path } }
            let files = try RepairPlan.files(of: result.input, sources: sources, offline: offline)
            var fixes: [FixKey: Fix] = [:]
            for file in files {
                guard let kind = file.kind else { continue }
                let all = Fix.edits(of: file.bytes, kind: kind, file: file.path, host: host, budget: &budget) {
                    $0.filter { found.contains(FixKey($0, file: file.path)) }
                }
                for (finding, fix) in all {
                    let key = FixKey(finding, file: file.path)
                    if fixes[key] == nil { fixes[key] = fix }
                }
            }
            return fixes
        }
    }

    /// The files of each input.
    private(set) var files: [String: [RepairedFile]] = [:]
    private(set) var failures: [String: String] = [:]
    /// The inputs that have a fixable file, even one that is fixed with an earlier input.
    private(set) var inputs = Set<String>()
    /// The paths of the files without symbolic links.
    private var known = Set<String>()
    var budget = RepairBudget()

    /// The changed files, in a fixed order.
    var changed: [RepairedFile] {
        files.values.flatMap(\.self).filter(\.isChanged).sorted { $0.file.path < $1.file.path }
    }

    /// The content of the changed files, by path without symbolic links.
    var overlay: [String: [UInt8]] {
        Dictionary(changed.map { ($0.file.resolved, $0.repair.bytes) }, uniquingKeysWith: { first, _ in first })
    }

    private static func changed(_ path: String) -> InputError {
        InputError("\(path) changed while it was checked, and was left alone: run the command again")
    }

    /// Adds a fix that was tried.
    mutating func add(_ fix: FindingFix, of input: String, isDryRun: Bool) throws {
        let path = fix.file
        guard let resolved = LocalPath.resolved(path) else { throw InputError("\(path) does not exist any more") }
        for (owner, list) in files {
            guard let index = list.firstIndex(where: { $0.file.resolved == resolved }) else { continue }
            guard fix.fits(list[index].repair.bytes) else { throw Self.changed(path) }
            files[owner]?[index].repair.add(fix)
            return
        }
        let file = RepairableFile(path: path, resolved: resolved, bytes: try RegularFile.bytes(path))
        guard fix.fits(file.bytes) else { throw Self.changed(path) }
        var repair = FileRepair(unchanged: file.bytes)
        repair.add(fix)
        known.insert(resolved)
        files[input, default: []].append(RepairedFile(file: file, repair: repair, isDryRun: isDryRun))
        inputs.insert(input)
    }

    mutating func add(
        _ input: String,
        sources: [String],
        host: String,
        offline: String?,
        _ options: RepairOptions,
        scope: Scope
    ) {
        let found: [RepairableFile]
        do {
            found = try Self.files(of: input, sources: sources, offline: offline)
        } catch {
            failures[input] = "\(error)"
            return
        }
        if !found.isEmpty { inputs.insert(input) }
        for file in found {
            guard known.insert(file.resolved).inserted, let kind = file.kind else { continue }
            let repair = FileRepair(
                of: file.bytes,
                kind: kind,
                file: file.path,
                host: host,
                allowsUnsafe: options.fixUnsafe,
                budget: &budget
            ) { scope.wanted($0, file: file.path, input: input) }
            let repaired = RepairedFile(file: file, repair: repair, isDryRun: options.dryRun)
            files[input, default: []].append(repaired)
            if let refusal = repaired.refusal { failures[input] = refusal }
        }
    }

    /// The files of an input that can be fixed.
    static func files(of input: String, sources: [String], offline: String? = nil) throws -> [RepairableFile] {
        func files(in path: String) throws -> [RepairableFile] {
            let folder = try SiteFolder(path)
            return try sources.compactMap { try RepairableFile(path: $0, in: folder) }
        }
        switch try CheckInput(input) {
        case .directory(let path): return try files(in: path)
        case .url, .host: return try offline.map(files) ?? []
        case .file: return try sources.compactMap { try RepairableFile(path: $0, in: nil) }
        case .standardInput: return []
        }
    }

    /// Returns why an input cannot be fixed, or `nil` if it can.
    static func refusal(of input: String, offline: String?) -> String? {
        switch try? CheckInput(input) {
        case .url?, .host?:
            offline != nil
                ? nil
                : "\(input) is on the web, where nothing can be fixed: run --fix on the folder that the server serves, such as "
                    + "applinks check public/ --fix"
        case .standardInput?: "standard input cannot be fixed: name the file"
        case .file?, .directory?, nil: nil
        }
    }
}
