@_spi(Bolts) import BoltsAssociations

/// The text of an answer for people: the errors, and the examined statements.
///
/// Programs must not parse it.
struct StatementDebugText {
    private let answer: StatementAnswer

    /// The maximum numbers of errors and statements to list.
    static let maximumCount = 50

    init(_ answer: StatementAnswer) { self.answer = answer }

    var text: String {
        var lines = ["********************* ERRORS *********************"]
        if answer.errors.isEmpty { lines.append("None!") }
        for error in answer.errors.prefix(Self.maximumCount) { lines.append("* Error: \(error)") }
        lines.append("********************* INFO MESSAGES *********************")
        lines += answer.query.notes.map { "* Info: \($0)" }
        if answer.statements.isEmpty, answer.isTruncated {
            lines.append("* Info: The statements that match your query are too many to list here")
            return lines.joined(separator: "\n") + "\n"
        }
        if answer.statements.isEmpty {
            lines.append("* Info: No statements were found that match your query")
            return lines.joined(separator: "\n") + "\n"
        }
        lines.append("* Info: The following statements were considered when processing the request:\n")
        for statement in answer.statements.prefix(Self.maximumCount) {
            lines += [
                "---", "Source: \(answer.query.source.sentence)", "Relation: \(statement.relation)",
                "Target: \(statement.target.sentence)", "Where this statement came from:",
                "  Origin of the statement: \(answer.query.source.sentence)",
                "  Include directives followed (in order):", "    \(statement.include ?? "<None>")",
                "Matches source query: Yes", "Matches relation query: Yes",
            ]
            if answer.query.method == .check { lines.append("Matches target query: Yes") }
            lines.append("")
        }
        let rest = answer.statements.count - Self.maximumCount
        if answer.isTruncated {
            lines.append("More statements match.")
        } else if rest > 0 {
            lines.append("\(rest) more statements match.")
        }
        lines.append("--- End of statement list. ---")
        return lines.joined(separator: "\n") + "\n\n\n\n"
    }
}
