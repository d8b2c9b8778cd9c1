@_spi(Bolts) import AppFiles
import ArgumentParser
import BoltsAppLinks
import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// `applinks check`: finds problems of a site's links.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say whether a link opens an app, or why not.",
        discussion: """
            Name what to check: a URL, a host, a folder as it is served at the root of a site, a file, or an app's project or \
            package. https:// may be left out where no file has that name. Universal links, Android App Links, Windows' \
            web-to-app links and App Links tags are checked together.

            The answer comes first, one line for each family of devices: which app may open the link and by which rule, or why \
            none does and what to change. For a host or a folder the answer is about links that its rules allow. Then each \
            finding is one line, file:line:column: severity: message [rule-id], and a line that says what to do. --all also \
            prints findings that repeat others.

            --app PATH reads the app, and both sides decide whether the link opens it. Without --app, the project in this \
            folder is read if it and the site name each other. A project or a package alone is checked with the sites that it \
            names. --list-apps prints only the apps that were read, and --app-only asks no site. Samples, libraries and tests \
            are judged only if --app-id names them.

            --for sign-in asks where people sign in: whether apps offer the passwords and passkeys of the host.

            A file .applinks.yaml, in this folder or above it up to the repository's root, says what is checked, the severity \
            of rules, and which findings are accepted. --print-config shows which settings are used.

            Each finding is fixed by an edit that was tried, by the whole text of a missing file, by an instruction with the \
            command that shows that it is done, or by the answer to a question. --fix makes the edits that do not change which \
            links open which app, in the files of a folder, in one file, or in those of the project that --app names. \
            --fix-unsafe makes the others too, and --dry-run prints the changes as a patch. Accepted findings are not fixed. A \
            URL is fixed in the folder of --offline.

            A list 'links:' in .applinks.yaml is a test suite: a URL each, and the app that opens it or 'stays: browser'. Each \
            link that does something else is an error, and where a manifest that decides was not read the run ends with 2. \
            --expect browser or --expect APP asks the same of the URLs of the command line; an app is named by its id.

            --write-baseline accepts today's findings, and --baseline leaves them out of later runs.

            EXAMPLES
              applinks check https://example.com/recipes/42
              applinks check https://example.com/recipes/42 --app ~/code/recipes
              applinks check https://example.com/oauth/callback --expect browser
              applinks check app-release.apk --fingerprint 14:6D:E9:…
              applinks check example.com --apple-cdn
              applinks check public/ --host example.com --require aasa,assetlinks
              applinks check --offline public/ https://example.com/recipes/42
              applinks check --from hosts.txt --format json > findings.json
              applinks check - --stdin-filename assetlinks.json < draft.json
              applinks check public/ --host example.com --format sarif > findings.sarif
              applinks check public/ --fix --dry-run > fixes.patch
              applinks check public/ --fix

            EXIT STATUS
              0   no finding as bad as --fail-on
              1   findings as bad as --fail-on
              2   an input could not be checked or fixed, or lacks what --require names
              64  the command line was wrong
              74  a file that was asked for could not be written
            """
    )

    enum Format: String, OutputFormat {
        case text, json, sarif, github, html, junit, gitlab, markdown
    }

    /// A format and the file that it is written to.
    struct Output: ExpressibleByArgument {
        let format: Format
        let path: String

        init?(argument: String) {
            let parts = argument.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let format = Format(rawValue: String(parts[0])), format != .text else { return nil }
            self.format = format
            path = String(parts[1])
        }
    }

    enum FailOn: String, ExpressibleByArgument, CaseIterable {
        case error, warning, note, never

        var severity: AssociationRule.Severity? { AssociationRule.Severity(rawValue: rawValue) }
    }

    @Argument(help: ArgumentHelp("What to check.", valueName: "url|host|file|folder|app|-"))
    var inputs: [String] = []

    @OptionGroup var list: ListOptions

    @OptionGroup(title: "The question")
    var purpose: PurposeOptions

    @Option(help: ArgumentHelp("What the file on standard input ('-') is called.", valueName: "name"))
    var stdinFilename: String?

    @Option(help: ArgumentHelp("Read the site from this folder instead of from the web.", valueName: "folder"))
    var offline: String?

    @OptionGroup
    var form: FormatOptions<Format>

    @Option(
        help: ArgumentHelp(
            "Write the findings to a file too, such as sarif=findings.sarif. May be repeated.",
            valueName: "format=file"
        )
    )
    var output: [Output] = []

    @Option(help: ArgumentHelp("Leave out the findings of this file, so that only new ones count.", valueName: "file"))
    var baseline: String?

    @Option(help: ArgumentHelp("Write the findings to this file, as a baseline for later runs.", valueName: "file"))
    var writeBaseline: String?

    @Option(help: "The lowest severity that makes the exit status 1.")
    var failOn: FailOn = .error

    @Option(help: ArgumentHelp("Fail without these: al, aasa, assetlinks, separated by commas.", valueName: "parts"))
    var require: String?

    @Option(help: ArgumentHelp("Do not report this rule. May be repeated.", valueName: "rule-id"))
    var disable: [String] = []

    @Option(
        help: ArgumentHelp(
            "Fail unless the URL opens this app, or with 'browser' unless it stays in the browser.",
            valueName: "browser|app"
        )
    )
    var expect: String?

    @Flag(help: "Also print findings that repeat others.")
    var all = false

    @Flag(help: "Count the findings by rule and by site in place of printing each: as text, Markdown or JSON.")
    var summary = false

    @Flag(help: "Check files and folders again whenever they change, and print what is new and what is gone.")
    var watch = false

    @OptionGroup(title: "Fixing files")
    var repair: RepairOptions

    @Option(help: ArgumentHelp("How many inputs to check at the same time.", valueName: "count"))
    var concurrency = 8

    @Option(help: ArgumentHelp("Read the decisions of the project from this file.", valueName: "file"))
    var config: String?

    @Flag(help: "Do not look for .applinks.yaml in this folder and above it.")
    var noConfig = false

    @Flag(
        help:
            "Let links, .applinks.yaml and lists lead out of the repository, and with --allow-private to hosts with private addresses."
    )
    var allowOutside = false

    /// The folder that a server for agents may read: nothing outside is, whatever its settings name.
    @Option(help: .private)
    var settingsWithin: String?

    @Flag(help: "Print the configuration that is used, and check nothing.")
    var printConfig = false

    @OptionGroup(title: "Reading apps")
    var apps: AppOptions

    @Flag(help: "Do not read the project in the current folder (read by default without --app).")
    var noProject = false

    @Flag(help: "Judge an app by its own files: ask no site, and judge none.")
    var appOnly = false

    @Flag(help: "Print the apps that were read and what is not known about them; check nothing.")
    var listApps = false

    @OptionGroup(title: "Asking many servers")
    var polite: PoliteOptions

    @OptionGroup(title: "Finding a site's files")
    var site: SiteOptions

    @OptionGroup(title: "Reading pages")
    var pages: PageOptions

    var format: Format { form.chosen }

    func validate() throws {
        guard (1...64).contains(concurrency) else {
            throw ValidationError("--concurrency takes a number from 1 to 64.")
        }
        guard inputs.count(where: { $0 == "-" }) < 2 else {
            throw ValidationError("Standard input can be read once: name - once.")
        }
        if list.from == "-", inputs.contains("-") {
            throw ValidationError("Standard input cannot be both a file to check and the list of inputs.")
        }
        if stdinFilename != nil, !inputs.contains("-") {
            throw ValidationError("--stdin-filename names what is read from standard input: name - as an input.")
        }
        if purpose.purpose == .signIn, let problem = apps.signInProblem { throw ValidationError(problem) }
        if printConfig, format != .text {
            throw ValidationError("--print-config prints the file as it is: leave --format \(format.rawValue) out.")
        }
        if config != nil, noConfig { throw ValidationError("--config and --no-config exclude each other.") }
        if listApps, format != .text { throw ValidationError("--list-apps prints text: use --app-only --format json.") }
        try AssociationRule.check(disabled: disable)
        _ = try requiredParts()
        try validateFiles()
        if !allowOutside { try validateLinks() }
        try WebAddress.refuseUserInfo(of: inputs)
        if summary, ![.text, .json, .markdown].contains(format) {
            throw ValidationError("--summary has the formats text, json and markdown, not \(format.rawValue).")
        }
        try validateWatch()
        try validateExpectation()
        guard repair.isAsked else { return }
        if summary { throw ValidationError("--fix fixes files of this machine: leave --summary out.") }
        if purpose.purpose == .signIn {
            throw ValidationError("--fix fixes what a check of links finds: leave --for sign-in out.")
        }
        if repair.dryRun, format != .text, format != .json {
            throw ValidationError(
                "--dry-run prints a patch, or JSON with --format json: leave --format \(format.rawValue) out."
            )
        }
    }

    func requiredParts() throws -> Set<RequiredPart> {
        let names = require?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        return try Set(
            names.map { name in
                guard let part = RequiredPart(rawValue: name.trimmingCharacters(in: .whitespaces)) else {
                    throw ValidationError("--require takes al, aasa and assetlinks, separated by commas, not \(name).")
                }
                return part
            }
        )
    }

    func run() async throws {
        Terminal.endsWithoutOutput = output.isEmpty && writeBaseline == nil
        var decisions: CheckDecisions
        var accepted: Baseline?
        do {
            if printConfig {
                let text = try configuration()?.text ?? "# no \(CheckConfiguration.fileName) here or above"
                return Terminal.print(text.split(separator: "\n").map(String.init))
            }
            accepted = try acceptedFindings()
            decisions = try self.decisions()
        } catch let error as ValidationError {
            throw error
        } catch {
            try fail(error, of: self.inputs)
        }
        for note in decisions.notes { Terminal.complain(note) }
        if listApps { return try printApps(decisions) }
        if watch { return try await watch(decisions, accepting: accepted) }
        let (configuration, inputs) = (decisions.configuration, decisions.inputs)
        var uses = CheckConfiguration.Uses()
        var checked = CheckedFiles(disabled: Set(disable), purpose: purpose.purpose)
        let today = Self.today
        let scope = RepairPlan.Scope(
            disabled: Set(disable),
            configuration: configuration,
            baseline: accepted,
            today: today
        )
        let plan = try await fix(inputs, decisions.checkers, scope)
        let overlay = repair.dryRun ? plan.overlay : [:]
        // The files of apps were read before they were edited.
        if repair.isAsked, !plan.changed.isEmpty, isReadTwice {
            decisions = try FileOverlay.$files.withValue(overlay) { try self.decisions() }
        }
        let checkers = decisions.checkers
        // No result is kept: text is printed as its input is done, a document keeps what it says in its spool.
        var documents = documents()
        // A loop over the dictionary itself would copy each document before it is added to.
        let formats = Array(documents.keys)
        var accepting: [FindingKey] = []
        let acceptingPaths = writeBaseline.map { BaselinePaths(baseline: $0, configuration: configuration?.path) }
        var fixed = (findings: 0, files: 0)
        var repaired = Set<String>()
        var survey = SummaryReport()
        var counts = CheckCounts([])
        var budget = RepairBudget()
        let progress = Progress(total: inputs.count)
        // So many results wait for a slow host at most, that no other host waits for it.
        try await inOrder(inputs, concurrency: concurrency, lead: 512) { input in
            await FileOverlay.$files.withValue(overlay) {
                var result = await checkers.checker(of: input).check(input)
                // What was fixed was tried before.
                if !repair.isAsked, !summary, let again = siteRepair(input, scope) {
                    do {
                        result.tried = try await again.edits(of: result)
                    } catch {
                        result.failure = result.failure ?? "\(error)"
                    }
                }
                return result
            }
        } each: { _, result in
            // The findings take the place of the line, which is shown again after them.
            progress.finish()
            defer { progress.advance() }
            var result = result
            checked.add(result)
            configuration?.apply(to: &result, today: today, &uses)
            let found = result.findings
            let known = accepted?.apply(to: &result) ?? []
            // What the earlier baseline accepts belongs to the new one, too; what was found before an input failed is not all of it.
            if let acceptingPaths {
                accepting += (result.failure == nil ? found : known).map(acceptingPaths.key)
            }
            // An input that is named twice is reported once.
            if repair.isAsked, repaired.insert(result.input).inserted {
                result.repairs = plan.files[result.input] ?? []
            }
            result.failure = result.failure ?? plan.failures[result.input]
            if !summary {
                let host = host(of: result.input, checkers.checker(of: result.input).options)
                FileOverlay.$files.withValue(overlay) {
                    scope.addFixes(to: &result, host: host, offline: offline, &budget)
                }
            }
            for format in formats { try documents[format]?.add(result) }
            for file in result.repairs where file.isChanged {
                fixed = (fixed.findings + file.repair.fixed.count, fixed.files + 1)
            }
            counts.add(CheckCounts([result]))
            if summary { survey.add(result) }
            if format == .text, !summary {
                let changed = result.repairs.flatMap { RepairReport.fixed($0, showsAll: all) }
                let left = result.repairs.flatMap(RepairReport.left)
                let found = CheckReport.lines(result, namesInput: inputs.count > 1, showsAll: all)
                // What a dry run prints is the patch.
                if repair.dryRun {
                    Terminal.note(changed + found + left)
                } else {
                    Terminal.print(changed + found + left)
                }
            }
            if let failure = result.failure { Terminal.complain(failure) }
            if !summary { for note in result.notes + [result.hint].compactMap(\.self) { Terminal.complain(note) } }
            Terminal.note(RetriedRequest.lines(result.retried))
        }
        progress.finish()
        var hasFailed = false
        // One file that cannot be written keeps no other from being written.
        func attempt(_ body: () throws -> Void) {
            do {
                try body()
            } catch {
                Terminal.complain("\(error)")
                hasFailed = true
            }
        }
        if repair.dryRun, format == .text {
            let folder = PatchFolder(of: plan.changed.map(\.file.resolved))
            if !plan.changed.isEmpty, let note = folder.note { Terminal.complain(note) }
            Terminal.print(patch: plan.changed.flatMap { $0.difference(in: folder) })
        }
        attempt {
            if summary {
                try show(survey.sorted)
            } else if let document = documents[format] {
                try show(document, counts)
            } else {
                let word = repair.dryRun ? "would fix" : "fixed"
                let change =
                    "\(word) \(fixed.findings.counted("finding")) in \(fixed.files.counted("file"))"
                Terminal.note([repair.isAsked ? "\(change); left: \(counts.text)" : counts.text])
            }
        }
        for one in output {
            attempt { if let document = documents[one.format] { try write(document, counts, to: one.path) } }
        }
        attempt {
            guard let writeBaseline else { return }
            var all = accepting.map { Baseline.Accepted(key: $0, purpose: purpose.purpose) }
            if let accepted, let acceptingPaths { all += accepted.unchecked(checked, for: acceptingPaths) }
            let bytes = try Baseline.bytes(of: all, for: writeBaseline)
            _ = try FolderWriter.write(bytes, to: WrittenPlace(writeBaseline), named: writeBaseline)
        }
        if let configuration { Terminal.note(configuration.lines(uses, checked)) }
        if let accepted { Terminal.note(accepted.lines(checked)) }
        if hasFailed || Terminal.hasLostOutput { throw ExitCode(74) }
        if counts.failures > 0 { throw ExitCode(2) }
        if writeBaseline != nil { return }
        if let severity = failOn.severity, counts.count(from: severity) > 0 { throw ExitCode(1) }
    }

    /// Prints the apps of the inputs and of `--app`, one a line.
    private func printApps(_ decisions: CheckDecisions) throws {
        var entries = decisions.checkers.checker(of: "").apps.inventory.entries
        for input in decisions.inputs {
            do {
                switch try CheckInput(input) {
                case .file(let path), .directory(let path):
                    let content = try AppFileReader().claims(atPath: path)
                    let found = content.inventory.entries
                    guard !found.isEmpty else { throw InputError("\(path) has no app that can be read") }
                    entries += found
                    for note in content.notes { Terminal.complain(note) }
                case .url, .host, .standardInput: continue
                }
            } catch {
                try fail(error, of: [input])
            }
        }
        Terminal.print(entries.map { StyledText("\($0.line).") })
        if entries.contains(where: { $0.role.isJudged && $0.gaps.contains { $0.part == "hosts" } }) {
            throw ExitCode(2)
        }
    }

    /// Fixes the files of the inputs and, unless it is a dry run, writes them.
    private func fix(
        _ inputs: [String],
        _ checkers: CheckersBySite,
        _ scope: RepairPlan.Scope
    ) async throws -> RepairPlan {
        var plan = RepairPlan()
        guard repair.isAsked else { return plan }
        do {
            let refusals = inputs.lazy.compactMap { RepairPlan.refusal(of: $0, offline: offline) }
            if let refusal = refusals.first { throw InputError(refusal) }
            for input in inputs {
                let checker = checkers.checker(of: input)
                let found = await checker.check(input)
                // What cannot be checked is reported with the results; the others are fixed.
                guard found.failure == nil || !found.sources.isEmpty else { continue }
                plan.add(
                    input,
                    sources: found.sources,
                    host: host(of: input, checker.options),
                    offline: offline,
                    repair,
                    scope: scope
                )
                if let again = siteRepair(input, scope) {
                    let edits = try await again.edits(
                        over: plan.overlay,
                        allowsUnsafe: repair.fixUnsafe,
                        &plan.budget
                    )
                    for edit in edits { try plan.add(edit, of: input, isDryRun: repair.dryRun) }
                }
                if !plan.inputs.contains(input), plan.failures[input] == nil {
                    Terminal.note(["\(input): no association file that can be fixed"])
                }
            }
            guard !repair.dryRun else { return plan }
            try RepairWriter.check(plan.changed)
            for (index, file) in plan.changed.enumerated() {
                do {
                    try RepairWriter.write(file)
                } catch {
                    // No result names them any more.
                    let before = index == 0 ? "" : "; fixed before it: \(index.counted("file"))"
                    throw InputError("\(error)\(before)")
                }
            }
        } catch {
            try fail(error, of: inputs)
        }
        return plan
    }

    /// Whether what the command line names can be read a second time.
    private var isReadTwice: Bool { list.from != "-" && !apps.deviceReport.contains("-") && !inputs.contains("-") }

    /// What tries edits of the files of an input and of the apps that are named, or `nil` for an input of the web.
    private func siteRepair(_ input: String, _ scope: RepairPlan.Scope) -> SiteRepair? {
        guard isReadTwice, purpose.purpose == .links else { return nil }
        var paths = apps.app + [offline].compactMap(\.self)
        switch try? CheckInput(input) {
        case .file(let path)?, .directory(let path)?: paths.append(path)
        case .url?, .host?: guard offline != nil else { return nil }
        case .standardInput?, nil: return nil
        }
        return SiteRepair(input: input, scope: scope, roots: paths.compactMap(LocalPath.resolved)) { overlay in
            await FileOverlay.$files.withValue(overlay) {
                guard let decisions = try? decisions() else { return nil }
                return await decisions.checkers.checker(of: input).check(input)
            }
        }
    }

    /// The host that serves the files of an input, or a name that stands for it.
    private func host(of input: String, _ site: SiteOptions) -> String {
        if case .directory(let path)? = try? CheckInput(input), let host = try? site.host(ofDirectory: path) {
            return host
        }
        if case .url(let url)? = try? CheckInput(input) { return site.host(of: url) }
        return site.host ?? "example.invalid"
    }
}
