@_spi(Bolts) import AppFiles
@_spi(Bolts) import BoltsSiteCheck
import Foundation

struct CheckResult: Sendable {
    let input: String
    var findings: [CheckedFinding] = []
    var failure: String? { didSet { isFailureAnswered = isFailureAnswered && failure == oldValue } }
    /// Whether the check ended with an error, so that nothing is known about the input.
    ///
    /// Otherwise `failure` only names an undecided part.
    var isUnchecked = false
    /// Whether an answer states the failure.
    var isFailureAnswered = false
    /// Whether a link certainly fails on some devices, so that what is undecided on others changes nothing about that.
    var isDecidedInPart: Bool {
        isFailureAnswered
            && answers.contains { $0.outcome == .closed && $0.finding?.rule.severity == .error }
            && findings.contains { $0.severity == .error }
    }
    var remark: String?
    /// The answer for the URL, or for links to the site, on each family of devices; empty for single files.
    var answers: [LinkVerdict.Answer] = []
    var links: [CheckedLink] = []
    /// The apps that were read with the input, and their projects' other outputs.
    var apps: [AppInventory.Entry] = []
    /// The methods of the apps that receive links, if the sources were read.
    var receivers: [LinkReceivers] = []
    /// Whether the input is an app or its project, so that its inventory comes first.
    var isApp = false
    var notes: [String] = []
    /// The host of the input, or `nil` if it has none.
    var host: String?
    var hint: String?
    var retried: [RetriedRequest] = []
    /// The files and pages that were checked, for the summary.
    var sources: [String] = []
    /// The fixed and unfixed findings of the input's files; empty unless a fix was requested.
    var fixedFiles: [FixedFile] = []
    var claims = AppClaims()
    /// The edits that were tried with the rest of the site and the app, by finding.
    var tried: [FixKey: Fix] = [:]

    /// The notes on gaps in an app without those whose gap an answer, a finding or the failure states, or asks to close.
    func unstated(_ notes: [String]) -> [String] {
        guard !notes.isEmpty else { return [] }
        let texts = findings.map(\.finding.message) + answers.map(\.text) + [failure].compactMap(\.self)
        let open = answers.filter { $0.outcome == .undecided }.flatMap(\.devices)
        let stated = AppInventory(claims).entries.map { entry in
            let isAsked = open.contains { $0.isAndroid == (entry.platform == "Android") }
            let reasons = Set(entry.gaps.map { String($0.reason.dropFirst()) })
            return (
                start: isAsked ? "\(entry.file): " : nil,
                reasons: reasons.filter { reason in isAsked || texts.contains { $0.contains(reason) } }
            )
        }
        let starts = stated.compactMap(\.start)
        let reasons = Set(stated.flatMap(\.reasons))
        // Only a question about a scheme, or about everything of an app, is also about its own schemes.
        let isOfWeb =
            !isApp && URL(string: input).map { ["http", "https", nil].contains($0.scheme?.lowercased()) } ?? true
        return notes.filter { note in
            !(isOfWeb && note.hasPrefix(AppFileContent.startOfSchemeNotes)) && !starts.contains(where: note.hasPrefix)
                && !reasons.contains(where: note.contains)
        }
    }
}

/// A finding with the severity that applies in this run, and with the path of a local file instead of its URL.
struct CheckedFinding: Sendable {
    let finding: Finding
    let severity: AssociationRule.Severity
    /// The file on this machine or the URL.
    let file: String
    /// The fix, or `nil` until it is determined.
    var fix: Fix?
    /// How many other entries of the file have the same finding, which is printed once.
    var otherEntries = 0

    init(_ finding: Finding, severity: AssociationRule.Severity? = nil, file: String? = nil) {
        self.finding = finding
        self.severity = severity ?? finding.severity
        self.file = file ?? finding.file
    }

    /// The line in the form of compiler messages: `file:line:column: severity: message [rule-id]`.
    var line: StyledText {
        let element = finding.element.map { " (\($0))" } ?? ""
        var line = StyledText("\(position): ")
        line.append("\(severity.rawValue):", severity.style)
        let others =
            otherEntries == 0
            ? "" : " It is the same in \(otherEntries) more \(otherEntries == 1 ? "entry" : "entries")."
        line.append(" \(finding.message)\(element)\(others) ")
        line.append("[\(finding.rule.id)]", .faint)
        return line
    }

    /// The line without its severity: `file:line:column: message [rule-id]`.
    var text: String { "\(position): \(finding.message) [\(finding.rule.id)]" }

    private var position: String { "\(file)\(finding.place.map { ":\($0.position)" } ?? "")" }

    /// Whether two findings look the same except for their places.
    func isLike(_ other: CheckedFinding) -> Bool {
        finding.rule == other.finding.rule && severity == other.severity && finding.fix == other.finding.fix
            && fix?.name == other.fix?.name
    }
}

extension Finding {
    /// The part of the file: the JSON pointer of a value, the tag of a page or the component of an app; empty for the whole
    /// file.
    var part: String {
        // An app's file has lines, but no pointers.
        if let pointer = place?.pointer, !pointer.isEmpty { return pointer }
        return element ?? ""
    }
}

/// The findings of an input that are shown, and the number of the others.
struct FoldedFindings {
    /// The maximum number of findings to show, and of findings of one rule.
    private static let maximumCount = 8
    private static let maximumOfRule = 3

    let shown: [CheckedFinding]
    /// How many findings of a rule are omitted, those of the worst severity first.
    let rest: [(rule: String, count: Int)]

    init(_ result: CheckResult, showsAll: Bool = false) {
        // An answer already states its cause, but not the severity from the settings.
        let answered = Set(result.answers.compactMap(\.finding))
        let findings = result.findings.filter {
            !answered.contains($0.finding) || $0.severity != $0.finding.severity && !Self.isOfLink($0.finding)
        }
        guard !showsAll else {
            shown = findings
            rest = []
            return
        }
        let severities = AssociationRule.Severity.allCases.sorted(by: >)
        let unsaid = findings.filter { !Self.isAnswered($0, result) }
        let held = Self.held(result)
        let sorted = Self.joined(severities.flatMap { severity in unsaid.filter { $0.severity == severity } })
        var counts: [String: Int] = [:]
        var shown: [CheckedFinding] = []
        var omitted: [String] = []
        for checked in sorted {
            let id = checked.finding.rule.id
            counts[id, default: 0] += 1
            // Each link with an unexpected outcome is named, like a failing test.
            let isTest = id.hasPrefix("link-must-")
            if isTest || !held(checked) && counts[id, default: 0] <= Self.maximumOfRule,
                isTest || shown.count < Self.maximumCount
            {
                shown.append(checked)
            } else {
                omitted.append(id)
            }
        }
        self.shown = shown
        rest = omitted.grouped(by: \.self).map { ($0[0], $0.count) }
    }

    /// Notes about an app's file, and files that no site must have, which do not explain why a link opens no app.
    private static let asides: Set<String> = [
        "ios-app-scene-required", "android-app-link-task", "flutter-app-link-double", "android-app-cross-product",
        "webauthn-missing", "change-password-missing", "cross-app-not-deployed",
    ]
    /// Notes about rules that change no link.
    private static let ruleAsides: Set<String> = [
        "aasa-redundant-rule", "aasa-exclude-without-effect", "aasa-variable-unused", "aasa-double-star",
        "aasa-slash-star", "aasa-apps-not-empty", "aasa-details-dictionary", "assetlinks-duplicate-statement",
        "assetlinks-single-fingerprint",
    ]

    /// Which findings have nothing to do with what remains to be done.
    static func held(_ result: CheckResult) -> (CheckedFinding) -> Bool {
        let outcomes = Set(result.answers.map(\.outcome))
        let isOpen = !outcomes.isDisjoint(with: [.closed, .undecided])
        // A whole site is asked about all its rules. For a link, a missing file may be what remains to be done.
        let isLink = if case .url? = try? CheckInput(result.input) { true } else { false }
        // An answer states the same mistake in another place.
        let causes = result.answers.compactMap(\.finding)
        let texts = Set(causes.map { [$0.rule.id, $0.file, $0.message] })
        let hasNoDomain = causes.contains { $0.rule.id.hasPrefix("ios-app-domain-") }
        let isLinkOpen = isLink && (isOpen || outcomes.contains(.notNamed))
        return { checked in
            let (rule, finding) = (checked.finding.rule.id, checked.finding)
            if texts.contains([rule, finding.file, finding.message]), !causes.contains(finding) { return true }
            // Other places of the same mistake are reported once the link is right.
            let isSame = causes.contains { $0.rule.id == rule && $0.file == finding.file && $0 != finding }
            if isLink, isOpen, checked.severity < .error, isSame { return true }
            // If a domain is missing, the configurations usually differ in it.
            if isOpen, hasNoDomain, rule == "ios-app-configuration" { return checked.severity < .error }
            return checked.severity == .note
                && (isOpen && asides.contains(rule) || isLinkOpen && ruleAsides.contains(rule))
        }
    }

    /// The findings, those of rules that quote their text once for all entries of the file.
    private static func joined(_ findings: [CheckedFinding]) -> [CheckedFinding] {
        var joined: [CheckedFinding] = []
        var known: [[String]: (place: Int, entries: Set<Substring>)] = [:]
        for checked in findings {
            if ["aasa-unreachable-rule", "aasa-redundant-rule"].contains(checked.finding.rule.id) {
                let text = checked.finding.message.replacing(#/ at [0-9]+:[0-9]+/#, with: "")
                let key = [checked.finding.rule.id, checked.file, text]
                // The pointer is that of the entry, the list and the rule.
                let entry = checked.finding.part.prefix(
                    upTo: checked.finding.part.lastIndex(of: "/") ?? checked.finding.part.startIndex
                )
                if known[key]?.entries.insert(entry).inserted == true, let place = known[key]?.place {
                    joined[place].otherEntries += 1
                    continue
                }
                if known[key] == nil { known[key] = (joined.count, [entry]) }
            }
            joined.append(checked)
        }
        return joined
    }

    /// Whether an answer already says that the file of a note is missing.
    private static func isAnswered(_ checked: CheckedFinding, _ result: CheckResult) -> Bool {
        let rule = checked.finding.rule.id
        let isApple = rule == "aasa-missing"
        guard checked.severity == .note, isApple || rule == "assetlinks-missing" else { return false }
        return result.answers.contains { answer in
            answer.outcome == .notNamed && answer.devices.contains { isApple ? $0.isApple : $0.isAndroid }
        }
    }

    /// Whether a finding says no more than the answer that it causes.
    static func isOfLink(_ finding: Finding) -> Bool {
        ["link-", "cross-app-", "android-app-", "ios-app-", "device-"].contains { finding.rule.id.hasPrefix($0) }
    }

    /// The omitted findings in one line, or `nil` if there are none.
    var remainder: String? {
        guard !rest.isEmpty else { return nil }
        let named = rest.prefix(4).map { "\($0.count) more of \($0.rule)" }
        let others = rest.dropFirst(4).reduce(0) { $0 + $1.count }
        return named.joined(separator: ", ") + (others > 0 ? ", \(others) more of other rules" : "")
    }
}

extension AssociationRule.Severity {
    fileprivate var style: TextStyle {
        switch self {
        case .error: .error
        case .warning: .warning
        case .note: .note
        }
    }
}

struct CheckCounts: Sendable, Encodable {
    var errors = 0
    var warnings = 0
    var notes = 0
    var failures = 0

    init(_ results: [CheckResult]) {
        for result in results {
            if result.failure != nil, !result.isDecidedInPart { failures += 1 }
            for finding in result.findings {
                switch finding.severity {
                case .error: errors += 1
                case .warning: warnings += 1
                case .note: notes += 1
                }
            }
        }
    }

    mutating func add(_ other: CheckCounts) {
        errors += other.errors
        warnings += other.warnings
        notes += other.notes
        failures += other.failures
    }

    /// How many findings are at least as bad as a severity.
    func count(from severity: AssociationRule.Severity) -> Int {
        switch severity {
        case .error: errors
        case .warning: errors + warnings
        case .note: errors + warnings + notes
        }
    }

    var text: String {
        var parts = [errors.counted("error"), warnings.counted("warning"), notes.counted("note")]
        if failures > 0 { parts.append("\(failures.counted("input")) not checked") }
        return parts.joined(separator: ", ")
    }
}
