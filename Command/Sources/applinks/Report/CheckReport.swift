import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The findings of a run as JSON, by `Command/Sources/applinks/Help/Schemas/check.schema.json`.
struct CheckReport: JSONReport {
    struct Entry: Encodable, Sendable {
        let rule: String
        let severity: String
        let message: String
        let reason: String
        let fix: String
        let how: FixReport?
        let file: String
        let line: Int?
        let column: Int?
        let pointer: String?
        let element: String?

        init(_ checked: CheckedFinding) {
            let finding = checked.finding
            rule = finding.rule.id
            severity = checked.severity.rawValue
            message = finding.message
            reason = finding.rule.reason
            fix = finding.fix
            how = FixReport(checked)
            file = checked.file
            line = finding.place?.position.line
            column = finding.place?.position.column
            pointer = finding.place?.pointer
            element = finding.element
        }
    }

    /// An app that was read, or part of one.
    struct App: Encodable, Sendable {
        struct Host: Encodable, Sendable {
            let name: String
            let verified: Bool
            let place: String
        }

        struct Gap: Encodable, Sendable {
            let part: String
            let reason: String
            let fix: String
        }

        let platform: String
        let role: String
        let judged: Bool
        let place: String
        let variants: [String]
        let id: String
        let idKnown: String
        let hosts: [Host]
        let schemes: [String]
        let minimumSdk: Int?
        let targetSdk: Int?
        let file: String
        let rank: String
        let age: String?
        let gaps: [Gap]

        init(_ entry: AppInventory.Entry) {
            platform = entry.platform
            role = entry.role.rawValue
            judged = entry.role.isJudged
            place = entry.place
            variants = entry.variants
            id = entry.id.description
            idKnown = entry.id.gap == nil ? "all" : entry.id.isKnownInPart ? "part" : "none"
            hosts = entry.hosts.map { Host(name: $0.name, verified: $0.isVerified, place: $0.place) }
            schemes = entry.schemes
            minimumSdk = entry.minimumSDK
            targetSdk = entry.targetSDK
            file = entry.file
            rank = "\(entry.rank)"
            age = entry.age
            gaps = entry.gaps.map { Gap(part: $0.part, reason: $0.reason, fix: $0.fix) }
        }
    }

    /// A link with an expectation, and its outcome.
    struct Link: Encodable, Sendable {
        struct Part: Encodable, Sendable {
            let devices: [String]
            let status: String
            let app: String?
            let text: String
        }

        let url: String
        let opens: [String]?
        let stays: String?
        let platforms: [String]
        let status: String
        let parts: [Part]
        let fix: String?
        let file: String
        let line: Int?

        init(_ checked: CheckedLink) {
            let (link, result) = (checked.link, checked.result)
            url = link.expectation.url.absoluteString
            switch link.expectation.outcome {
            case .opens(let apps): (opens, stays) = (apps, nil)
            case .stays: (opens, stays) = (nil, "browser")
            }
            platforms = link.expectation.platforms.map(\.rawValue).sorted()
            status = result.status.rawValue
            parts = result.parts.map { part in
                Part(
                    devices: part.devices.map(\.rawValue),
                    status: part.status.rawValue,
                    app: part.app,
                    text: part.text
                )
            }
            fix = result.fix.isEmpty ? nil : result.fix
            file = link.file
            line = link.position?.line
        }
    }

    /// The method of an app that receives a link.
    struct Receivers: Encodable, Sendable {
        struct Moment: Encodable, Sendable {
            let outcome: String
            let text: String
            let file: String?
            let line: Int?

            init(_ moment: LinkReceivers.Moment) {
                outcome = moment.outcome.rawValue
                text = moment.text
                file = moment.place?.file
                line = moment.place?.line
            }
        }

        struct Route: Encodable, Sendable {
            let link: String
            let component: String?
            let cold: Moment
            let warm: Moment
        }

        let platform: String
        let place: String
        let id: String
        let lifeCycle: String
        let decidedBy: [String]
        let routes: [Route]

        init(_ receivers: LinkReceivers) {
            platform = receivers.platform
            place = receivers.place
            id = receivers.id.description
            lifeCycle = receivers.lifeCycle
            decidedBy = receivers.decidedBy
            routes = receivers.routes.map { route in
                Route(
                    link: route.link,
                    component: route.component,
                    cold: Moment(route.cold),
                    warm: Moment(route.warm)
                )
            }
        }
    }

    struct Input: JSONReport {
        let input: String
        /// The apps that were read, or `nil` if none was.
        let apps: [App]?
        let answers: [LinkVerdict.Answer.Document]
        /// The methods of the apps that receive links, or `nil` if no sources were read.
        let receivers: [Receivers]?
        let findings: [Entry]
        /// The outcomes of links with expectations, or `nil` if there are none.
        let links: [Link]?
        let failure: String?
        let sources: [String]
        /// The repeated requests, or `nil` if there were none.
        let retries: [RetriedRequest]?
        /// The fixed findings, if a fix was requested.
        let repairs: [FixedFileReport]?

        /// - Parameters:
        ///   - result: The result of an input.
        ///   - isFixed: Whether a fix was requested.
        init(_ result: CheckResult, isFixed: Bool) {
            input = result.input
            apps = result.apps.isEmpty ? nil : result.apps.map(App.init)
            answers = result.answers.map { answer in
                // A disabled rule has no severity.
                let checked = result.findings.first { $0.finding == answer.finding }
                return .init(answer, severity: checked?.severity, file: checked?.file)
            }
            receivers = result.receivers.isEmpty ? nil : result.receivers.map(Receivers.init)
            findings = result.findings.map(Entry.init)
            links = result.links.isEmpty ? nil : result.links.map(Link.init)
            failure = result.failure
            sources = result.sources
            retries = result.retried.isEmpty ? nil : result.retried
            repairs = isFixed ? result.fixedFiles.map { FixedFileReport($0, in: result) } : nil
        }
    }

    /// The version of the schema.
    let version = 1
    /// Empty: ``CheckReportWriter`` inserts them.
    let inputs: [Input] = []
    let counts: CheckCounts

    init(counts: CheckCounts) { self.counts = counts }

    /// One input as text: a row for each family of devices, the methods that receive links, and the findings, each with its
    /// fix.
    ///
    /// - Parameters:
    ///   - result: The result of an input.
    ///   - namesInput: Whether the input is named above its answers, as is necessary if there are several.
    ///   - showsAll: Whether repetitions are printed too, without a limit on lines.
    /// - Returns: The lines.
    static func lines(_ result: CheckResult, namesInput: Bool = false, showsAll: Bool = false) -> [StyledText] {
        let isNamed = namesInput && !(result.answers.isEmpty && (result.apps.isEmpty || !result.isApp))
        let heading = (isNamed ? [StyledText("\(result.input):")] : []) + (result.isApp ? lines(result.apps) : [])
        // A disabled rule has no finding, and is not named.
        let rules = Set(result.findings.map(\.finding.rule.id))
        let file = { (finding: Finding) in
            result.findings.first { $0.finding == finding }.flatMap { $0.file == finding.file ? nil : $0.file }
        }
        let answers = AnswerTable.rows(
            result.answers,
            naming: rules,
            file: file,
            fix: { answered($0, result) },
            rest: { unproved($0, result) }
        )
        let found = findings(result, showsAll: showsAll)
        let links = result.links.isEmpty ? [] : [StyledText("\(result.input): links: \(result.links.summary)")]
        let room = BoundedLines.maximumCount - links.count
        let shown = BoundedLines(
            parts: [
                .init(name: "answer", blocks: answers.map { .init($0.lines, isUrgent: $0.isOpen) }),
                .init(name: "method list", blocks: result.receivers.map(ReceiverTable.block)),
                .init(name: "finding", blocks: found.blocks, rest: found.rest),
            ],
            room: showsAll ? nil : room
        )
        return heading + shown.lines + links
    }

    /// What may still keep an Android app from opening a link, if only its sources were read and no device was asked.
    private static func unproved(_ answer: LinkVerdict.Answer, _ result: CheckResult) -> String? {
        let first = result.answers.first {
            $0.outcome == .opens && $0.devices.contains { $0.isAndroid }
        }
        guard answer == first, let app = answer.app, case .url? = try? CheckInput(result.input),
            result.claims.deviceReports.isEmpty,
            case let claims = result.claims.android.filter({ $0.package == app }), !claims.isEmpty,
            claims.allSatisfy({ $0.certificates == nil })
        else { return nil }
        return
            "if it does not: 1. another key may sign the build, as Google Play does (Play Console, App signing): add "
            + "--fingerprint SHA256. 2. Android may not have verified the host: adb shell pm get-app-links \(app) > phone.txt, "
            + "and add --device-report phone.txt. 3. Typed links, and redirects without a tap, stay in the browser."
    }

    /// The fix of an answer's finding, unless an earlier answer has the same fix.
    private static func answered(_ finding: Finding, _ result: CheckResult) -> [String] {
        let causes = result.answers.compactMap(\.finding)
        let checked = result.findings.first { $0.finding == finding && $0.severity > .note }
        guard let checked, let fix = checked.fix else { return [] }
        // Only the first answer with this fix states it.
        let same = causes.first { cause in result.findings.contains { $0.finding == cause && $0.fix == fix } }
        return same == finding ? FixReport.lines(checked, width: WrappedText.width - 4) : []
    }

    /// Whether an answer has already asked the question of a finding.
    private static func isAsked(_ checked: CheckedFinding, _ result: CheckResult) -> Bool {
        guard case .question? = checked.fix else { return false }
        let causes = result.answers.compactMap(\.finding)
        return result.findings.contains { $0.fix == checked.fix && causes.contains($0.finding) }
    }

    private static let maximumOtherCount = 5

    /// The apps that were read, one per line, and one more line for items that are only listed.
    static func lines(_ apps: [AppInventory.Entry]) -> [StyledText] {
        let judged = apps.contains { $0.role.isJudged } ? apps.filter(\.role.isJudged) : apps
        let others = apps.count == judged.count ? [] : apps.filter { !$0.role.isJudged }
        let lines = judged.map { StyledText("\($0.line).") }
        guard !others.isEmpty else { return lines }
        let names = others.prefix(maximumOtherCount).map { other in
            let id = other.id.known.map { " \($0.sanitized(limit: 100))" } ?? ""
            return "\(other.platform) \(other.kind)\(id) (\(other.place.sanitized(limit: 100)))"
        }
        let rest = others.count - maximumOtherCount
        let list = names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        return lines + [StyledText("Not judged unless --app-id names it: \(list).")]
    }

    private static func findings(_ result: CheckResult, showsAll: Bool) -> (blocks: [BoundedLines.Block], rest: String?)
    {
        if result.findings.isEmpty, result.failure == nil {
            var line = StyledText("\(result.input): ")
            line.append("no finding", .success)
            if let remark = result.remark { line.append("; \(remark)") }
            return ([.init([line], isUrgent: true)], nil)
        }
        let folded = FoldedFindings(result, showsAll: showsAll)
        var blocks: [BoundedLines.Block] = []
        var lines: [StyledText] = []
        for (index, checked) in folded.shown.enumerated() {
            lines.append(checked.line)
            // The same fix is printed once for consecutive findings.
            let isRepeated = index + 1 < folded.shown.count && folded.shown[index + 1].isLike(checked)
            guard !isRepeated else { continue }
            // An answer has already stated the fix of its cause.
            let isSaid = result.answers.contains { $0.finding == checked.finding }
            if !isSaid { lines += AnswerTable.wrapped("fix: \(checked.finding.fix)") }
            // The fix of a note is printed only with --all.
            if !isSaid, !isAsked(checked, result), showsAll || checked.severity > .note {
                let width = WrappedText.width - 4
                lines += FixReport.lines(checked, width: width).map { StyledText("    \($0.sanitized())") }
            }
            blocks.append(.init(lines, isUrgent: checked.severity > .note))
            lines = []
        }
        return (blocks, folded.remainder)
    }
}
