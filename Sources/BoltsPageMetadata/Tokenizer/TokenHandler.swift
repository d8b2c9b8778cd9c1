/// What the tokenizer reports to, and what tells it how to read on.
protocol TokenHandler: Sendable {
    /// Whether the tokenizer should stop behind the tag it has just reported. Asked only if its attributes were wanted.
    var wantsPause: Bool { get }

    /// Whether text between tags is wanted.
    var watchesText: Bool { get }

    /// Whether the current element is svg or math, where CDATA sections exist.
    var isInForeignContent: Bool { get }

    /// Whether text of CDATA sections is wanted.
    var watchesForeignText: Bool { get }

    /// A decoder of the page's encoding if that is one in which ASCII bytes can be part of other characters.
    var multiByteDecoder: MultiByteDecoder? { get }

    /// Takes text between two tags, in pieces, while ``watchesText``.
    mutating func text(_ bytes: Span<UInt8>, _ range: Range<Int>)

    /// Takes a `<` that begins no tag, while ``watchesText``.
    mutating func visibleText()

    /// Takes text other than white space of a CDATA section.
    mutating func visibleForeignText()

    /// Takes a DOCTYPE.
    mutating func doctype()

    /// Whether the attributes of a start tag are wanted.
    mutating func wantsAttributes(of name: HTMLName) -> Bool

    /// Takes the name of an attribute of the tag being read.
    mutating func attribute(_ name: HTMLName)

    /// Takes bytes of the value of the last attribute.
    mutating func attributeValue(_ bytes: Span<UInt8>, _ range: Range<Int>)

    /// Takes a start tag.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - isSelfClosing: Whether it ends with `/>`.
    ///   - hasAttributes: Whether it has attributes.
    ///   - hasCapturedAttributes: Whether they were wanted, and reported before.
    /// - Returns: How the text behind it is read.
    mutating func startTag(
        _ name: HTMLName,
        isSelfClosing: Bool,
        hasAttributes: Bool,
        hasCapturedAttributes: Bool
    ) -> ContentModel

    /// Takes an end tag.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - endsRawText: Whether it ended text that its start tag had made raw.
    mutating func endTag(_ name: HTMLName, endsRawText: Bool)
}
