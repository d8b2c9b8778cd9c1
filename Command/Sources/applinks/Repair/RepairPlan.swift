@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The fixed files of all inputs, before anything is written.
struct RepairPlan: Sendable {
    /// Which findings are to be fixed: those that neither the command line, the configuration nor the baseline accepts.
    struct Scope: Sendable {
        let disabled: Set<String>
        let configuration: CheckConfiguration?
        let baseline: Baseline?
        let today: String

        /// Returns the findings of a file that count, by the decisions on the input that it belongs to.
        func wanted(_ findings: [Finding], file: String, input: String) -> [Finding] {
            var result = CheckResult(input: input)
            result.findings = findings.filter { !disabled.contains($0.rule.id) }.map { CheckedFinding($0, file: file) }
            var uses = CheckConfiguration.Uses()
            configuration?.apply(to: &result, today: today, &uses)
            var baseline = baseline
            baseline?.applyAnywhere(to: &result)
            return result.findings.map(\.finding)
        }

        /// Returns the fixes of the findings that an input's files have now.
        ///
        /// - Parameters:
        ///   - result: The findings.
        ///   - host: The host that serves the files.
        ///   - offline: The folder that a URL's files were read from, or `nil`.
        /// - Returns: The fixes.
        func fixes(of result: CheckResult, host: String, offline: String?) -> [FoundFix] {
            let found = Set(result.findings.map { FixKey($0.finding, file: $0.file) })
            // A file that cannot be read any more has no fix.
            let files = (try? RepairPlan.files(of: result.input, sources: result.sources, offline: offline)) ?? []
            return files.flatMap { file in
                FoundFix.all(in: file.bytes, kind: file.kind, file: file.path, host: host) { findings in
                    findings.filter { found.contains(FixKey($0, file: file.path)) }
                }
            }
        }
    }

    /// The files of each input, by the input.
    private(set) var files: [String: [RepairedFile]] = [:]
    /// Why an input cannot be fixed, by the input.
    private(set) var failures: [String: String] = [:]
    /// The inputs that have a file that can be fixed, also one that is fixed with an earlier input.
    private(set) var inputs = Set<String>()
    /// The paths by which inputs name each file, by its path without symbolic links.
    private var names: [String: Set<String>] = [:]

    /// The files that change, in a fixed order.
    var changed: [RepairedFile] {
        files.values.flatMap(\.self).filter(\.isChanged).sorted { $0.file.path < $1.file.path }
    }

    /// The content of the files that change, by all their paths.
    var replacements: [String: [UInt8]] {
        var replacements: [String: [UInt8]] = [:]
        for file in changed {
            for name in names[file.file.resolved] ?? [] { replacements[name] = file.repair.bytes }
        }
        return replacements
    }

    /// Fixes the files of an input.
    ///
    /// - Parameters:
    ///   - input: The argument.
    ///   - sources: The files that were read for it.
    ///   - host: The host that serves them.
    ///   - options: What is asked for.
    ///   - scope: Which findings are to be fixed.
    mutating func add(_ input: String, sources: [String], host: String, _ options: RepairOptions, scope: Scope) {
        let found: [RepairableFile]
        do {
            found = try Self.files(of: input, sources: sources)
        } catch {
            failures[input] = "\(error)"
            return
        }
        if !found.isEmpty { inputs.insert(input) }
        for file in found {
            let isKnown = names[file.resolved] != nil
            names[file.resolved, default: []].insert(file.path)
            if isKnown { continue }
            let repair = FileRepair(
                of: file.bytes,
                kind: file.kind,
                file: file.path,
                host: host,
                allowsUnsafe: options.fixUnsafe
            ) { scope.wanted($0, file: file.path, input: input) }
            files[input, default: []].append(RepairedFile(file: file, repair: repair, isDryRun: options.dryRun))
        }
    }

    /// The files of an input that can be fixed.
    ///
    /// - Parameters:
    ///   - input: The argument.
    ///   - sources: The files that were read for it.
    ///   - offline: The folder that a URL's files were read from, or `nil` if they were fetched.
    /// - Returns: The files.
    /// - Throws: ``InputError`` if a file cannot be read.
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

    /// Says why an input cannot be fixed, or `nil` if it can.
    static func refusal(of input: String) -> String? {
        switch try? CheckInput(input) {
        case .url?, .host?:
            "\(input) is on the web, where nothing can be fixed: run --fix on the folder that the server serves, such as "
                + "applinks check public/ --fix"
        case .standardInput?: "standard input cannot be fixed: name the file"
        case .file?, .directory?, nil: nil
        }
    }
}
