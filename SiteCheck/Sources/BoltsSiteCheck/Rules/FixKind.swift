/// How a violation of a rule is fixed.
@_spi(Bolts)
public enum FixKind: Sendable, Hashable {
    /// By an edit of a data file; if no edit passes the trial, a question is asked.
    case edit(FixSafety)
    /// By the whole text of a missing file.
    case file
    /// By an action on a server, in an app's code or on a device, with a command that verifies it.
    case instruction(proof: String)
    /// By a question that only a person can answer.
    case question(FixQuestion)

    /// The name of the kind in reports.
    public var name: String {
        switch self {
        case .edit: "edit"
        case .file: "file"
        case .instruction: "instruction"
        case .question: "question"
        }
    }
}

/// A question to a person.
@_spi(Bolts)
public struct FixQuestion: Sendable, Hashable {
    /// The question, as one sentence.
    public let text: String
    /// The possible answers, each with where to look or what to do next.
    public let answers: [String]

    init(_ text: String, _ answers: String...) {
        self.text = text
        self.answers = answers
    }

    init(_ text: String, answers: [String]) {
        self.text = text
        self.answers = answers
    }
}
