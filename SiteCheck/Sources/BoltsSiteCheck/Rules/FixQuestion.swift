/// A question to a person.
@_spi(Bolts)
public struct FixQuestion: Sendable, Hashable {
    /// The question, as one sentence.
    public let text: String
    /// The possible answers, each with where to look or what to do next.
    public private(set) var answers: [String]

    /// Reads a question and its answers, which are divided by slashes.
    init(row: String) {
        let parts = row.split(separator: "? ", maxSplits: 1)
        text = parts[0] + "?"
        answers = parts[1].split(separator: " / ").map(String.init)
    }

    /// The question with the answers that begin with one of some words.
    func only(_ words: Set<String>) -> FixQuestion {
        var question = self
        question.answers.removeAll { answer in !words.contains { answer.hasPrefix("\($0): ") } }
        return question
    }

    init(_ text: String, _ answers: [String]) {
        self.text = text
        self.answers = answers
    }
}
