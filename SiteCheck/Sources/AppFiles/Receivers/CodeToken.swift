/// A word, a mark or a text of a program.
struct CodeToken: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// A name or a keyword.
        case word
        /// One byte that is neither of a word nor of a text.
        case mark
        /// A text, of which the content is not looked at.
        case text
    }

    let kind: Kind
    /// Where it begins and ends in the file.
    let start: Int
    let end: Int
    /// The line, from 1.
    let line: Int
}
