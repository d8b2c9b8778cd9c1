@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The fixed files of all inputs, before any is written.
struct FixPlan: Sendable {
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
        func addFixes(to result: inout CheckResult, host: String, offline: String?, _ budget: inout FixBudget) {
            var fixes: [FixKey: Fix] = [:]
            do {
                fixes = try self.fixes(of: result, host: host, offline: offline, &budget)
            } catch {
                result.failure = result.failure ?? "\(error)"
            }
            let link: URL? = if case .url(let url)? = try? CheckInput(result.input) { url } else { nil }
            for index in result.findings.indices {
                let checked = result.findings[index]
                let key = FixKey(checked.finding, file: checked.file)
                result.findings[index].fix =
                    fixes[key] ?? result.tried[key]
                    ?? Fix(of: checked.finding, host: result.host, claims: result.claims, link: link)
            }
        }

        /// The fixes of the current findings of an input's files by edits.
        private func fixes(
            of result: CheckResult,
            host: String,
            offline: String?,
            _ budget: inout FixBudget
        ) throws -> [FixKey: Fix] {
            let wanted = result.findings.filter { $0.finding.rule.fixSafety != nil }
            let found = Set(wanted.map { FixKey($0.finding, file: $0.file) })
            guard !found.isEmpty else { return [:] }
            let sources = result.sources.filter { path in wanted.contains { $0.file == path } }
            let files = try FixPlan.files(of: result.input, sources: sources, offline: offline)
            var fixes: [FixKey: Fix] = [:]
            for file in files {
                guard let kind = file.kind else { continue }
                let all = Fix.edits(of: file.original, kind: kind, file: file.path, host: host, budget: &budget) {
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

    let options: FixOptions
    private(set) var files: [String: [FixedFile]] = [:]
    private(set) var failures: [String: String] = [:]
    /// The inputs that have a fixable file, even one that is fixed with an earlier input.
    private(set) var inputs = Set<String>()
    /// The paths of the files without symbolic links.
    private var known = Set<String>()
    var budget = FixBudget()

    init(_ options: FixOptions) { self.options = options }

    /// The changed files, in a fixed order.
    var changed: [FixedFile] {
        files.values.flatMap(\.self).filter(\.isChanged).sorted { $0.path < $1.path }
    }

    /// The content of the changed files, by path without symbolic links.
    var overlay: [String: [UInt8]] {
        Dictionary(changed.map { ($0.resolved, $0.fixes.bytes) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func add(_ fix: FindingFix, of input: String) throws {
        let path = fix.file
        guard let resolved = LocalPath.resolved(path) else { throw InputError("\(path) does not exist any more") }
        for (owner, list) in files {
            guard let index = list.firstIndex(where: { $0.resolved == resolved }) else { continue }
            guard fix.fits(list[index].fixes.bytes) else { throw list[index].changedError }
            files[owner]?[index].fixes.add(fix)
            return
        }
        var file = FixedFile(path: path, resolved: resolved, bytes: try RegularFile.bytes(path))
        guard fix.fits(file.original) else { throw file.changedError }
        file.fixes.add(fix)
        file.isDryRun = options.dryRun
        known.insert(resolved)
        files[input, default: []].append(file)
        inputs.insert(input)
    }

    mutating func add(
        _ input: String,
        sources: [String],
        host: String,
        offline: String?,
        scope: Scope,
        without isHeld: (CheckedFinding) -> Bool
    ) {
        let found: [FixedFile]
        do {
            found = try Self.files(of: input, sources: sources, offline: offline)
        } catch {
            failures[input] = "\(error)"
            return
        }
        if !found.isEmpty { inputs.insert(input) }
        for var file in found {
            guard known.insert(file.resolved).inserted, let kind = file.kind else { continue }
            let path = file.path
            file.fixes = FileFixes(
                of: file.original,
                kind: kind,
                file: path,
                host: host,
                allowsUnsafe: options.fixUnsafe,
                budget: &budget
            ) { findings in
                let offered = findings.filter { $0.severity > .note || !isHeld(CheckedFinding($0, file: path)) }
                return scope.wanted(offered, file: path, input: input)
            }
            file.isDryRun = options.dryRun
            files[input, default: []].append(file)
            if let refusal = file.refusal { failures[input] = refusal }
        }
    }

    /// The files of an input that can be fixed.
    static func files(of input: String, sources: [String], offline: String? = nil) throws -> [FixedFile] {
        func files(in path: String) throws -> [FixedFile] {
            let folder = try SiteFolder(path)
            return try sources.compactMap { try FixedFile(path: $0, in: folder) }
        }
        switch try CheckInput(input) {
        case .directory(let path): return try files(in: path)
        case .url, .host: return try offline.map(files) ?? []
        case .file: return try sources.compactMap { try FixedFile(path: $0, in: nil) }
        case .standardInput, .scheme: return []
        }
    }

    /// Returns why an input cannot be fixed, or `nil` if it can.
    static func refusal(of input: String, offline: String?) -> String? {
        switch try? CheckInput(input) {
        case .url?, .host?:
            offline != nil
                ? nil
                : "\(input) is on the web, where nothing can be fixed: run --fix on the folder that the server serves, such as "
                    + "applinks check public/ --fix, or check at most \(SiteMemory.maximumInputs) URLs with the app's project: --app PATH"
        case .standardInput?: "standard input cannot be fixed: name the file"
        case .scheme?, .file?, .directory?, nil: nil
        }
    }
}
