/// A word, a mark or a text of a program.
struct CodeToken: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// A name or a keyword.
        case word
        /// One byte that is part of neither a word nor a text.
        case mark
        /// A text, whose content is not examined.
        case text
    }

    let kind: Kind
    /// The beginning and the end of the token in the file.
    let start: Int
    let end: Int
    /// The line, from 1.
    let line: Int
}
