@_spi(Bolts) import BoltsSiteCheck

/// The fixed and remaining findings of a file, as text and as JSON.
enum FixedFileReport {
    /// A file as JSON, with the change as a patch in a dry run; `result` is that of checking the fixed file.
    static func document(_ file: FixedFile, in result: CheckResult) -> JSONObject {
        [
            "file": file.path,
            "written": !file.isDryRun && file.isChanged,
            "fixed": file.fixes.fixed.map { fixed -> JSONObject in
                [
                    "rule": fixed.finding.rule.id, "message": fixed.finding.message, "line": fixed.position?.line,
                    "column": fixed.position?.column, "safe": fixed.safety == .safe,
                ]
            },
            "left": left(file, in: result).map { finding, reason -> JSONObject in
                [
                    "rule": finding.rule.id, "line": finding.place?.position.line,
                    "column": finding.place?.position.column, "reason": name(reason),
                ]
            },
            "difference": file.isDryRun && file.isChanged ? String(decoding: file.difference, as: UTF8.self) : nil,
        ]
    }

    /// The remaining findings of a file: those that its own fixes leave, and those that an edit based on the link or the app would
    /// fix.
    private static func left(_ file: FixedFile, in result: CheckResult) -> [LeftFinding] {
        let path = file.path
        let edited = result.findings.filter { checked in
            guard checked.file == path, case .edit(_, .unsafe, _)? = checked.fix else { return false }
            return true
        }
        let keys = Set(edited.map { FixKey($0.finding, file: path) })
        let own = file.fixes.left.filter { left in
            left.reason != .needsPerson || !keys.contains(FixKey(left.finding, file: path))
        }
        let known = Set(own.map { FixKey($0.finding, file: path) })
        return own
            + edited.filter { !known.contains(FixKey($0.finding, file: path)) }.map { ($0.finding, .needsUnsafe) }
    }

    private typealias LeftFinding = (finding: Finding, reason: FileFixes.Reason)

    private static func name(_ reason: FileFixes.Reason) -> String {
        switch reason {
        case .needsPerson: "person"
        case .needsUnsafe: "unsafe"
        case .refused: "refused"
        case .notTried: "not-tried"
        }
    }

    // MARK: - Text

    private static let maximumLines = 20

    /// The fixed findings of a file, one line each.
    static func fixed(_ file: FixedFile, showsAll: Bool) -> [StyledText] {
        let fixed = file.fixes.fixed
        guard !fixed.isEmpty else { return [] }
        var heading = StyledText("\(file.path): ")
        heading.append("\(file.isDryRun ? "would fix" : "fixed") \(fixed.count.counted("finding"))", .success)
        var lines = [heading]
        for item in fixed.prefix(showsAll ? fixed.count : maximumLines) {
            var line = StyledText("    \(item.position.map { "\($0): " } ?? "")\(item.finding.message) ")
            line.append("[\(item.finding.rule.id)]", .faint)
            if item.safety == .unsafe { line.append(" (unsafe)") }
            lines.append(line)
        }
        if !showsAll, fixed.count > maximumLines {
            lines.append(StyledText("    and \(fixed.count - maximumLines) more; --all prints them"))
        }
        return lines
    }

    /// The remaining findings of a file, one line for each reason.
    static func lines(left file: FixedFile, in result: CheckResult) -> [StyledText] {
        let left = Self.left(file, in: result)
        let reasons: [(FileFixes.Reason, String)] = [
            (.needsUnsafe, "--fix-unsafe fixes"),
            (.needsPerson, "needs your decision"),
            (.refused, "every fix that was tried breaks something else"),
            (
                .notTried,
                "not tried, because the run reached its maximum of tries\(file.isChanged ? ": run the command again" : "")"
            ),
        ]
        return reasons.compactMap { reason, text in
            // A note asks for nothing.
            let rules = left.filter { own in
                own.reason == reason && (reason != .needsPerson || own.finding.severity > .note)
            }.map(\.finding.rule.id)
            guard !rules.isEmpty else { return nil }
            let groups = rules.grouped(by: \.self)
            let shown = groups.prefix(6).map { $0.count > 1 ? "\($0.count) of \($0[0])" : $0[0] }
            let more = groups.count > 6 ? ", and \(groups.count - 6) more rules" : ""
            return StyledText("\(file.path): left, \(text): \(shown.joined(separator: ", "))\(more)")
        }
    }
}
