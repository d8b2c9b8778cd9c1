@_spi(Bolts) import BoltsSiteCheck

/// The fix of a finding, as text and as JSON.
struct FixReport: Encodable, Sendable {
    struct Change: Encodable, Sendable {
        let file: String
        let replacements: [Replacement]
    }

    struct Replacement: Encodable, Sendable {
        let line: Int
        let column: Int
        let endLine: Int
        let endColumn: Int
        let text: String
    }

    struct File: Encodable, Sendable {
        let path: String
        let text: String
    }

    let kind: String
    /// Whether `--fix` applies the edit; `nil` if the fix is no edit.
    let safe: Bool?
    let changes: [Change]?
    let files: [File]?
    /// Code to paste.
    let code: [String]?
    let proof: String?
    let question: String?
    let answers: [String]?

    /// Returns the fix of a finding, or `nil` if it is not determined yet.
    init?(_ checked: CheckedFinding) {
        guard let fix = checked.fix else { return nil }
        kind = fix.name
        code = checked.finding.code
        var safe: Bool?
        var changes: [Change]?
        var files: [File]?
        var proof: String?
        var question: FixQuestion?
        switch fix {
        case .edit(let found, let safety):
            safe = safety == .safe
            changes = found.map { edits in
                Change(
                    file: edits.file,
                    replacements: edits.elements.map {
                        Replacement(
                            line: $0.start.line,
                            column: $0.start.column,
                            endLine: $0.end.line,
                            endColumn: $0.end.column,
                            text: $0.text
                        )
                    }
                )
            }
        case .file(let found): files = found.map { File(path: $0.path, text: $0.text) }
        case .instruction(let command): proof = command
        case .question(let asked): question = asked
        }
        self.safe = safe
        self.changes = changes
        self.files = files
        self.proof = proof
        self.question = question?.text
        answers = question?.answers
    }

    // MARK: - Text

    /// The lines after the sentence that says what to do.
    ///
    /// - Parameters:
    ///   - checked: The finding.
    ///   - width: The width for wrapping a question, or `nil` for one line.
    /// - Returns: The lines.
    static func lines(_ checked: CheckedFinding, width: Int? = nil) -> [String] {
        guard let fix = checked.fix else { return [] }
        let code = checked.finding.code.map { ["paste:"] + $0.map { "  \($0)" } } ?? []
        switch fix {
        case .edit(_, let safety): return [safety == .safe ? "edit: --fix does that" : "edit: --fix-unsafe does that"]
        case .file(let files):
            return files.flatMap { file in
                ["file: \(file.path)"] + file.text.split(separator: "\n").map { "  \($0)" }
                    + [file.missingPart].compactMap(\.self)
            }
        case .instruction(let proof): return code + ["check with: \(proof)"]
        case .question(let question):
            let answers = question.answers.map { "  \($0)" }
            guard let width else { return ["decide: \(question.text)"] + answers }
            return WrappedText.lines("decide: \(question.text)", width: width, indent: 2)
                + question.answers.flatMap { answer in
                    WrappedText.lines(answer, width: width - 2, indent: 2).map { "  \($0)" }
                }
        }
    }

    /// The fix in one line, for a table cell.
    static func text(_ checked: CheckedFinding) -> String {
        if case .file(let files)? = checked.fix {
            return files.map { "Put this into \($0.path): \($0.text.split(separator: "\n").joined(separator: " "))" }
                .joined(separator: " ")
        }
        return lines(checked).map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
    }
}
