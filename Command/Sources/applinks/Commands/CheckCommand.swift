@_spi(Bolts) import AppFiles
import ArgumentParser
import BoltsAppLinks
import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say whether a link opens an app, or why not.",
        discussion: """
            Name the input: a URL, a host, a folder as it is served at the root of a site, a file, or an app's project or \
            package. https:// may be left out where no file has that name. Universal links, Android App Links, Windows' \
            web-to-app links and App Links tags are checked together.

            The answer comes first, a row for each family of devices: which app may open the link and by which rule, \
            or why none does and what to change. For a host or a folder the answer is about links that its rules \
            allow. Then each finding is one line, file:line:column: severity: message [rule-id], and below it what to \
            do. The output has at most 25 lines for each input; --all prints the rest too, and findings that repeat others.

            --app PATH reads the app: then the site and the app together decide whether the link opens it. Without \
            --app, the project in this folder is read if it and the site name each other. A project or a package alone \
            is checked with the sites that it names. --list-apps prints only the apps that were read, and --app-only \
            asks no site. Samples, libraries and tests are judged only if --app-id names them.

            --for sign-in asks where people sign in: whether apps offer the passwords and passkeys of the host.

            A file .applinks.yaml, in this folder or above it up to the repository's root, says what is checked, the severity \
            of rules, and which findings are accepted. --print-config shows which settings are used.

            Each finding has one of four kinds of fixes: an edit that was tried, the whole text of a missing file, an \
            instruction with a command that shows that it was followed, or a question to answer. --fix makes the edits \
            that do not change which links open which app: in the files of a folder, in one file, or in the files of \
            the project that --app names. --fix-unsafe makes the others too, and --dry-run prints the changes as a \
            patch. Accepted findings are not fixed. For a URL, the files in the folder of --offline and those \
            of the app are fixed.

            A list 'links:' in .applinks.yaml is a test suite: each entry has a URL, and the app that opens it or \
            'stays: browser'. Each link that does something else is an error. If the answer depends on a manifest that \
            was not read, the run exits with 2. --expect browser or --expect APP states the same for the URLs of the \
            command line; name an app by its id.

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

    @Argument(help: ArgumentHelp("The inputs to check.", valueName: "url|host|file|folder|app|-"))
    var inputs: [String] = []

    @OptionGroup var list: ListOptions

    @OptionGroup(title: "The question")
    var purpose: PurposeOptions

    @Option(help: ArgumentHelp("The name of the file on standard input ('-').", valueName: "name"))
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

    @Flag(help: "Count the findings by rule and by site in place of printing each: as text or JSON.")
    var summary = false

    @Flag(help: "Check files and folders again whenever they change, and print what is new and what is gone.")
    var watch = false

    @OptionGroup(title: "Fixing files")
    var fixing: FixOptions

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

    /// The folder that a server for agents may read; nothing outside is read, whatever its settings name.
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
    var polite: RateOptions

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
            throw ValidationError("--stdin-filename is for standard input: name - as an input.")
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
        if summary, ![.text, .json].contains(format) {
            throw ValidationError("--summary has the formats text and json, not \(format.rawValue).")
        }
        try validateWatch()
        try validateExpectation()
        guard fixing.isAsked else { return }
        if summary { throw ValidationError("--fix fixes files of this machine: leave --summary out.") }
        if fixing.dryRun, format != .text, format != .json {
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
        guard let start = try start() else { return }
        var decisions = start.decisions
        if listApps || watch { for note in decisions.notes { Terminal.complain(note) } }
        if listApps { return try printApps(decisions) }
        if watch { return try await watch(decisions, accepting: start.accepted) }
        let scope = FixPlan.Scope(
            disabled: Set(disable),
            configuration: decisions.configuration,
            baseline: start.accepted,
            today: Self.today
        )
        let inputs = decisions.inputs
        let memory = inputs.count <= SiteMemory.maximumInputs ? SiteMemory() : nil
        let plan = try await SiteMemory.$current.withValue(memory) { [checkers = decisions.checkers] in
            try await fix(inputs, checkers, scope)
        }
        let overlay = fixing.dryRun ? plan.overlay : [:]
        // The files of apps were read before they were edited.
        if fixing.isAsked, !plan.changed.isEmpty, isReadTwice {
            decisions = try FileOverlay.$files.withValue(overlay) { try self.decisions() }
        }
        let checkers = decisions.checkers
        var run = CheckRun(self, start.decisions, checkers, accepting: start.accepted, scope, plan)
        let progress = Progress(total: inputs.count)
        // The maximum number of results that wait for a slow host, so that no other host waits for it.
        try await inOrder(inputs, concurrency: concurrency, lead: 512) { input in
            await SiteMemory.$current.withValue(memory) {
                await FileOverlay.$files.withValue(overlay) { await checked(input, checkers, scope, overlay) }
            }
        } each: { _, result in
            // The findings replace the line, which is shown again after them.
            progress.finish()
            defer { progress.advance() }
            try FileOverlay.$files.withValue(overlay) { try run.take(result) }
        }
        progress.finish()
        try run.finish()
    }

    /// The result of an input, with the edits that were tried.
    private func checked(
        _ input: String,
        _ checkers: CheckersBySite,
        _ scope: FixPlan.Scope,
        _ overlay: [String: [UInt8]]
    ) async -> CheckResult {
        var result = await checkers.checker(of: input).check(input)
        // With --fix-unsafe, these edits were tried before.
        guard !fixing.fixUnsafe, !summary, let again = siteFixes(input, scope) else { return result }
        do {
            result.tried = try await again.fixes(of: result, over: overlay)
        } catch {
            result.failure = result.failure ?? "\(error)"
        }
        return result
    }

    /// The start of a run, or `nil` if it only prints the configuration.
    private func start() throws -> (decisions: CheckDecisions, accepted: Baseline?)? {
        do {
            if printConfig {
                let text = try configuration()?.text ?? "# no \(CheckConfiguration.fileName) here or above"
                Terminal.print(text.split(separator: "\n").map(String.init))
                return nil
            }
            let accepted = try acceptedFindings()
            return (try decisions(), accepted)
        } catch let error as ValidationError {
            throw error
        } catch {
            try fail(error, of: self.inputs)
        }
    }
}
