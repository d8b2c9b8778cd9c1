/// A word, a text or a mark of a C# file, with the place where it stands.
struct CSharpToken {
    /// A part of an interpolated string.
    enum Part: Hashable {
        case text(String)
        /// What stands between braces.
        case hole(String)
    }

    enum Kind: Hashable {
        /// A name, a keyword or a number.
        case word(String)
        /// A literal string.
        case text(String)
        /// An interpolated string.
        case template([Part])
        case symbol(UInt8)
    }

    let kind: Kind
    /// The line, from 1 on.
    let line: Int
    /// Where it stands in the file, in bytes.
    let range: Range<Int>
    /// Which `#if` nobody can decide that the token depends on, as an index of the file's conditions.
    let condition: Int?

    func isSymbol(_ symbol: Unicode.Scalar) -> Bool { kind == .symbol(UInt8(truncatingIfNeeded: symbol.value)) }
}
