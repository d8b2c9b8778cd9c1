/// How what breaks a rule is fixed.
@_spi(Bolts)
public enum FixKind: Sendable, Hashable {
    /// By an edit of a file of data; a finding without one that passes the trial is a question.
    case edit(FixSafety)
    /// By the whole text of a file that is missing.
    case file
    /// By something to do on a server, in an app's code or on a device, with the command that shows that it is done.
    case instruction(proof: String)
    /// By what only a person knows.
    case question(FixQuestion)

    /// What the reports call it.
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
    /// What can be answered, each with where to look or what to do then.
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
