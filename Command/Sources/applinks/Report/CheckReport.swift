import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The findings of a run, as JSON by `Command/Sources/applinks/Help/Schemas/check.schema.json`, and as text.
enum CheckReport {
    /// A run without its inputs, which ``CheckReportWriter`` inserts.
    static func document(_ counts: CheckCounts) -> JSONObject {
        ["version": 1, "inputs": [] as [String], "counts": counts]
    }

    /// An input as JSON; `isFixed` if a fix was requested.
    static func document(_ result: CheckResult, isFixed: Bool) -> JSONObject {
        [
            "input": result.input,
            "apps": result.apps.isEmpty ? nil : result.apps.map(app),
            "answers": result.answers.map { answer in
                // A disabled rule has no severity.
                let checked = result.findings.first { $0.finding == answer.finding }
                return LinkVerdict.Answer.Document(answer, severity: checked?.severity, file: checked?.file)
            },
            "receivers": receivers(result.receivers),
            "findings": result.findings.map(finding),
            "links": result.links.isEmpty ? nil : result.links.map(link),
            "failure": result.failure,
            "sources": result.sources,
            "retries": result.retried.isEmpty ? nil : result.retried,
            "repairs": isFixed ? result.fixedFiles.map { FixedFileReport.document($0, in: result) } : nil,
        ]
    }

    private static func finding(_ checked: CheckedFinding) -> JSONObject {
        let (finding, place) = (checked.finding, checked.finding.place)
        return [
            "rule": finding.rule.id,
            "severity": checked.severity.rawValue,
            "message": finding.message,
            "reason": finding.rule.reason,
            "fix": finding.fix,
            "how": FixReport.document(checked),
            "file": checked.file,
            "line": place?.position.line,
            "column": place?.position.column,
            "pointer": place?.pointer,
            "element": finding.element,
        ]
    }

    private static func app(_ entry: AppInventory.Entry) -> JSONObject {
        [
            "platform": entry.platform,
            "role": entry.role.rawValue,
            "judged": entry.role.isJudged,
            "place": entry.place,
            "variants": entry.variants,
            "id": entry.id.description,
            "idKnown": entry.id.gap == nil ? "all" : entry.id.isKnownInPart ? "part" : "none",
            "hosts": entry.hosts.map { host -> JSONObject in
                ["name": host.name, "verified": host.isVerified, "place": host.place]
            },
            "schemes": entry.schemes,
            "minimumSdk": entry.minimumSDK,
            "targetSdk": entry.targetSDK,
            "file": entry.file,
            "rank": "\(entry.rank)",
            "age": entry.age,
            "gaps": entry.gaps.map { ["part": $0.part.rawValue, "reason": $0.reason, "fix": $0.fix] },
        ]
    }

    private static func link(_ checked: CheckedLink) -> JSONObject {
        let (link, result) = (checked.link, checked.result)
        let apps: [String]? = if case .opens(let apps) = link.expectation.outcome { apps } else { nil }
        return [
            "url": link.expectation.url.absoluteString,
            "opens": apps,
            "stays": apps == nil ? "browser" : nil,
            "platforms": link.expectation.platforms.map(\.rawValue).sorted(),
            "status": result.status.rawValue,
            "parts": result.parts.map { part -> JSONObject in
                [
                    "devices": part.devices.map(\.rawValue), "status": part.status.rawValue, "app": part.app,
                    "text": part.text,
                ]
            },
            "fix": result.fix.isEmpty ? nil : result.fix,
            "file": link.file,
            "line": link.position?.line,
        ]
    }

    /// The methods of apps that receive a link, or `nil` if no sources were read.
    static func receivers(_ receivers: [LinkReceivers]) -> [JSONObject]? {
        receivers.isEmpty
            ? nil
            : receivers.map { app in
                [
                    "platform": app.platform,
                    "place": app.place,
                    "id": app.id.description,
                    "lifeCycle": app.lifeCycle,
                    "decidedBy": app.decidedBy,
                    "routes": app.routes.map { route -> JSONObject in
                        [
                            "link": route.link, "component": route.component, "cold": moment(route.cold),
                            "warm": moment(route.warm),
                        ]
                    },
                ]
            }
    }

    private static func moment(_ moment: LinkReceivers.Moment) -> JSONObject {
        [
            "outcome": moment.outcome.rawValue, "text": moment.text, "file": moment.place?.file,
            "line": moment.place?.line,
        ]
    }

    /// One input as text: a row for each family of devices, the methods that receive links, and the findings, each with its fix.
    ///
    /// `namesInput` names the input above its answers; `showsAll` prints repetitions too, without a limit on lines.
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
            isComplete: true
        )
        let found = findings(result, showsAll: showsAll)
        let lost = lost(result)
        let isLost = { (finding: Finding?) in finding.map(lost.contains) ?? false }
        // Without an answer, the list is what is asked for.
        let named = result.answers.isEmpty ? [] : Set(found.blocks.compactMap(\.finding))
        let others = others(result)
        let isAnswered = !result.answers.contains { $0.outcome == .closed || $0.outcome == .undecided }
        let links = result.links.isEmpty ? [] : [StyledText("\(result.input): links: \(result.links.summary)")]
        let room = BoundedLines.maximumCount - links.count
        let shown = BoundedLines(
            parts: [
                .init(
                    name: "answer",
                    blocks: zip(answers, result.answers).flatMap { row, answer in
                        let own = BoundedLines.Block(row.lines, isUrgent: row.isOpen, headCount: row.headCount)
                        guard answer.finding?.isOfUnknownApp == true else { return [own] }
                        return [own] + found.blocks.filter { isLost($0.finding) }.map(\.block)
                    }
                ),
                .init(
                    name: "method list",
                    blocks: result.receivers.map { app in
                        ReceiverTable.block(
                            app,
                            isOther: others.contains(app),
                            isAnswered: isAnswered,
                            omitsSchemes: !result.isApp && !showsAll,
                            beside: named
                        )
                    }
                ),
                .init(
                    name: "finding",
                    blocks: found.blocks.filter { !isLost($0.finding) }.map(\.block),
                    rest: found.rest
                ),
            ],
            room: showsAll ? nil : room
        )
        return heading + shown.lines + links
    }

    /// The methods of apps that no answer is about, beside those of an answer's app on the same platform.
    private static func others(_ result: CheckResult) -> Set<LinkReceivers> {
        let apps = Set(result.answers.compactMap(\.app).map { SourceText($0) })
        let platforms = Set(result.receivers.filter { apps.contains($0.id) }.map(\.platform))
        return Set(result.receivers.filter { platforms.contains($0.platform) && !apps.contains($0.id) })
    }

    /// The findings that an app for Apple's devices loses the link, whatever its id is, if only that is open.
    private static func lost(_ result: CheckResult) -> [Finding] {
        guard result.answers.count(where: { $0.finding?.isOfUnknownApp == true }) == 1 else { return [] }
        return result.receivers.filter { $0.platform == "Apple" }.flatMap(\.findings).filter { $0.severity > .note }
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

    /// The findings, each with the last one of its block.
    private static func findings(
        _ result: CheckResult,
        showsAll: Bool
    ) -> (blocks: [(finding: Finding?, block: BoundedLines.Block)], rest: String?) {
        if result.findings.isEmpty, result.failure == nil {
            var line = StyledText("\(result.input): ")
            line.append("no finding", .success)
            if let remark = result.remark { line.append("; \(remark)") }
            return ([(nil, .init([line], isUrgent: true))], nil)
        }
        let folded = FoldedFindings(result, showsAll: showsAll)
        var blocks: [(finding: Finding?, block: BoundedLines.Block)] = []
        var lines: [StyledText] = []
        var headCount = 0
        var hidesCode = false
        for (index, checked) in folded.shown.enumerated() {
            lines.append(checked.line)
            // The same fix is printed once for consecutive findings.
            let isRepeated = index + 1 < folded.shown.count && folded.shown[index + 1].isLike(checked)
            guard !isRepeated else { continue }
            // An answer has already stated the fix of its cause.
            let isSaid = result.answers.contains { $0.finding == checked.finding }
            if !isSaid { lines += AnswerTable.wrapped("fix: \(checked.finding.fix)") }
            // The code to paste may not fit.
            headCount = lines.count
            if !isSaid, !isAsked(checked, result) {
                let more = FixReport.lines(checked, width: WrappedText.width - 4)
                // The fix of a note is printed only with --all.
                if showsAll || checked.severity > .note {
                    lines += more.map { StyledText("    \($0.sanitized())") }
                } else if more.first == "paste:" {
                    hidesCode = true
                }
            }
            blocks.append(
                (checked.finding, .init(lines, isUrgent: checked.severity > .note, headCount: headCount))
            )
            lines = []
        }
        let rest = [folded.remainder, hidesCode ? "the code to paste" : nil].compactMap(\.self)
        return (blocks, rest.isEmpty ? nil : rest.joined(separator: ", "))
    }
}
