/// A question to a person.
@_spi(Bolts)
public struct FixQuestion: Sendable, Hashable {
    /// The question, as one sentence.
    public let text: String
    /// The possible answers, each with where to look or what to do next.
    public let answers: [String]

    /// Reads a question and its answers, which are divided by slashes.
    init(row: String) {
        let parts = row.split(separator: "? ", maxSplits: 1)
        text = parts[0] + "?"
        answers = parts[1].split(separator: " / ").map(String.init)
    }

    init(_ text: String, _ answers: String...) {
        self.text = text
        self.answers = answers
    }
}
