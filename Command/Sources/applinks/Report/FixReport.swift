@_spi(Bolts) import BoltsSiteCheck

/// The fix of a finding, as text and as JSON.
enum FixReport {
    /// The fix of a finding as JSON, or `nil` if it is not determined yet.
    static func document(_ checked: CheckedFinding) -> JSONObject? {
        guard let fix = checked.fix else { return nil }
        let (kind, code) = (fix.name, checked.finding.code)
        switch fix {
        case .edit(let files, let safety, let left):
            return [
                "kind": kind, "code": code, "safe": safety == .safe,
                "changes": files.map { change($0, beside: files[0]) },
                "then": left.isEmpty ? nil : left.map { CheckedFinding($0).text },
            ]
        case .file(let files, let proof):
            return [
                "kind": kind, "code": code, "files": files.map { ["path": $0.path, "text": $0.text] }, "proof": proof,
            ]
        case .instruction(let proof):
            return ["kind": kind, "code": code, "proof": proof]
        case .question(let question):
            return ["kind": kind, "code": code, "question": question.text, "answers": question.answers]
        }
    }

    /// What edits fix, if it stood behind the finding of the first ones.
    private static func cause(_ edits: PlacedEdits, beside first: PlacedEdits) -> String? {
        edits.finding == first.finding ? nil : CheckedFinding(edits.finding, file: edits.file).text
    }

    private static func change(_ edits: PlacedEdits, beside first: PlacedEdits) -> JSONObject {
        [
            "file": edits.file,
            "cause": cause(edits, beside: first),
            "replacements": edits.elements.map { edit -> JSONObject in
                [
                    "line": edit.start.line, "column": edit.start.column, "endLine": edit.end.line,
                    "endColumn": edit.end.column, "text": edit.text,
                ]
            },
        ]
    }

    // MARK: - Text

    /// The lines after the sentence that says what to do, wrapped to a width if there is one.
    static func lines(_ checked: CheckedFinding, width: Int? = nil) -> [String] {
        guard let fix = checked.fix else { return [] }
        let code = checked.finding.code.map { ["paste:"] + $0.map { "  \($0)" } } ?? []
        switch fix {
        case .edit(let files, let safety, let left):
            let causes = files.map { cause($0, beside: files[0]) }
            let lines =
                causes.compactMap(\.self).distinct().map { "and fixes: \($0)" }
                + left.map { "then: \(CheckedFinding($0).text)" }
            let others = zip(files, causes).dropFirst().filter { $1 == nil }.map(\.0)
            let more = others.map { ", and edits \($0.file)\($0.elements.first.map { ":\($0.start.line)" } ?? "")" }
            return [(safety == .safe ? "edit: --fix does that" : "edit: --fix-unsafe does that") + more.joined()]
                + (width.map { width in lines.flatMap { WrappedText.lines($0, width: width, indent: 2) } } ?? lines)
        case .file(let files, let proof):
            return files.flatMap { file in
                ["file: \(file.path)"] + file.text.split(separator: "\n").map { "  \($0)" }
                    + [file.otherPaths, file.missingPart].compactMap(\.self)
            } + [proof.map { "check with: \($0)" }].compactMap(\.self)
        case .instruction(let proof): return code + ["check with: \(proof)"]
        case .question(let question):
            let answers = question.answers.map { "  \($0)" }
            guard let width else { return code + ["decide: \(question.text)"] + answers }
            return code + WrappedText.lines("decide: \(question.text)", width: width, indent: 2)
                + question.answers.flatMap { answer in
                    WrappedText.lines(answer, width: width - 2, indent: 2).map { "  \($0)" }
                }
        }
    }

    /// The fix in one line, for a table cell.
    static func text(_ checked: CheckedFinding) -> String {
        if case .file(let files, _)? = checked.fix {
            return files.map { "Put this into \($0.path): \($0.text.split(separator: "\n").joined(separator: " "))" }
                .joined(separator: " ")
        }
        return lines(checked).map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
    }
}
