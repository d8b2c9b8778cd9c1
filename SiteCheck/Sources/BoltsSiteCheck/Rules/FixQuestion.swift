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
