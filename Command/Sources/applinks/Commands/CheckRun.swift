import ArgumentParser
@_spi(Bolts) import BoltsSiteCheck

/// A run of `applinks check`: the findings so far, and where they are reported.
///
/// No result is kept: text is printed when its input is done, and a document keeps its content in its spool.
struct CheckRun {
    private let command: CheckCommand
    private let inputs: [String]
    private let configuration: CheckConfiguration?
    private let checkers: CheckersBySite
    private var accepted: Baseline?
    private let acceptingPaths: BaselinePaths?
    private let scope: FixPlan.Scope
    private let plan: FixPlan

    private var documents: [CheckCommand.Format: any ResultDocument]
    private var survey = SummaryReport()
    private var counts = CheckCounts([])
    private var uses = CheckConfiguration.Uses()
    private var checked: CheckedFiles
    private var accepting: [FindingKey] = []
    private var reported = Set<String>()
    private var fixed = (findings: 0, files: 0)
    private var budget = FixBudget()
    private var hasFailed = false
    /// The notes of the whole run, until the first answer.
    private var notes: [String]

    init(
        _ command: CheckCommand,
        _ decisions: CheckDecisions,
        _ checkers: CheckersBySite,
        accepting accepted: Baseline?,
        _ scope: FixPlan.Scope,
        _ plan: FixPlan
    ) {
        self.command = command
        self.checkers = checkers
        self.accepted = accepted
        self.scope = scope
        self.plan = plan
        inputs = decisions.inputs
        notes = decisions.notes
        configuration = decisions.configuration
        acceptingPaths = command.writeBaseline.map {
            BaselinePaths(baseline: $0, configuration: decisions.configuration?.path)
        }
        documents = command.documents()
        checked = CheckedFiles(disabled: Set(command.disable), purpose: command.purpose.purpose)
    }

    // MARK: - Each input

    mutating func take(_ found: CheckResult) throws {
        let result = judged(found)
        // A loop over the dictionary itself would copy each document before it is added to.
        for format in Array(documents.keys) { try documents[format]?.add(result) }
        for file in result.fixedFiles where file.isChanged {
            fixed = (fixed.findings + file.fixes.fixed.count, fixed.files + 1)
        }
        counts.add(CheckCounts([result]))
        let printsAnswer = command.format == .text && !command.summary
        for note in printsAnswer ? result.unstated(notes) : notes { Terminal.complain(note) }
        notes = []
        if command.summary { survey.add(result) } else if command.format == .text { show(result) }
        // The hint what to type comes before the reason why the typed input has no answer.
        if result.failure != nil, !command.summary, let hint = result.hint { Terminal.complain(hint) }
        if let failure = result.failure, !(printsAnswer && result.isFailureAnswered) {
            Terminal.complain(failure)
        }
        if !command.summary {
            for note in result.notes + [result.failure == nil ? result.hint : nil].compactMap(\.self) {
                Terminal.complain(note)
            }
        }
        Terminal.note(RetriedRequest.lines(result.retried))
    }

    /// The result without accepted findings, and with fixes for the other findings.
    private mutating func judged(_ found: CheckResult) -> CheckResult {
        var result = found
        checked.add(result)
        configuration?.apply(to: &result, today: scope.today, &uses)
        let all = result.findings
        let known = accepted?.apply(to: &result) ?? []
        // The new baseline includes findings that the earlier one accepts. If the input failed, its findings are incomplete, so
        // only those are added.
        if let acceptingPaths {
            accepting += (result.failure == nil ? all : known).map(acceptingPaths.key)
        }
        // An input that is named twice is reported once.
        if command.fixing.isAsked, reported.insert(result.input).inserted {
            result.fixedFiles = plan.files[result.input] ?? []
        }
        result.failure = result.failure ?? plan.failures[result.input]
        if !command.summary {
            let host = command.host(of: result.input, checkers.checker(of: result.input).options)
            scope.addFixes(to: &result, host: host, offline: command.offline, &budget)
        }
        return result
    }

    private func show(_ result: CheckResult) {
        let changed = result.fixedFiles.flatMap { FixedFileReport.fixed($0, showsAll: command.all) }
        let left = result.fixedFiles.flatMap { FixedFileReport.lines(left: $0, in: result) }
        let isChanged = result.fixedFiles.contains(where: \.isChanged)
        let lines = CheckReport.lines(result, namesInput: inputs.count > 1, showsAll: command.all)
        // A dry run prints the patch instead of writing files.
        if command.fixing.dryRun {
            Terminal.note(changed + (isChanged ? [StyledText("with these changes:")] : []) + lines + left)
        } else {
            Terminal.print(changed + lines + left)
        }
    }

    // MARK: - The end

    /// Prints and writes the common results of all inputs.
    mutating func finish() throws {
        if command.fixing.dryRun, command.format == .text { showPatch() }
        attempt { run in try run.showEnd() }
        for one in command.output {
            attempt { run in
                if let document = run.documents[one.format] {
                    try run.command.write(document, run.counts, to: one.path)
                }
            }
        }
        attempt { run in try run.keepBaseline() }
        if let configuration { Terminal.note(configuration.lines(uses, checked)) }
        if let accepted { Terminal.note(accepted.lines(checked)) }
        if hasFailed || Terminal.hasLostOutput { throw ExitCode(74) }
        if counts.failures > 0 { throw ExitCode(2) }
        if command.writeBaseline != nil { return }
        if let severity = command.failOn.severity, counts.count(from: severity) > 0 { throw ExitCode(1) }
    }

    /// A file that cannot be written does not prevent the others from being written.
    private mutating func attempt(_ body: (CheckRun) throws -> Void) {
        do {
            try body(self)
        } catch {
            Terminal.complain("\(error)")
            hasFailed = true
        }
    }

    private func showPatch() {
        let folder = PatchFolder(of: plan.changed.map(\.resolved))
        if !plan.changed.isEmpty, let note = folder.note { Terminal.complain(note) }
        Terminal.print(patch: plan.changed.flatMap { $0.difference(in: folder) })
    }

    private func showEnd() throws {
        if command.summary { return try command.show(survey.sorted) }
        if let document = documents[command.format] { return try command.show(document, counts) }
        let word = command.fixing.dryRun ? "would fix" : "fixed"
        let change = "\(word) \(fixed.findings.counted("finding")) in \(fixed.files.counted("file"))"
        Terminal.note([command.fixing.isAsked ? "\(change); left: \(counts.text)" : counts.text])
    }

    private func keepBaseline() throws {
        guard let path = command.writeBaseline else { return }
        var all = accepting.map { Baseline.Accepted(key: $0, purpose: command.purpose.purpose) }
        if let accepted, let acceptingPaths { all += accepted.unchecked(checked, for: acceptingPaths) }
        let bytes = try Baseline.bytes(of: all, for: path)
        _ = try FolderWriter.write(bytes, to: WrittenPlace(path), named: path)
    }
}
