/// Receives the tokens, and determines how the tokenizer continues.
protocol TokenHandler: Sendable {
    /// Whether the tokenizer should pause after the tag that it has just reported; read only if its attributes were
    /// needed.
    var wantsPause: Bool { get }

    /// Whether text between tags is needed.
    var watchesText: Bool { get }

    /// Whether the current element is svg or math, where CDATA sections exist.
    var isInForeignContent: Bool { get }

    /// Whether text of CDATA sections is needed.
    var watchesForeignText: Bool { get }

    /// A decoder of the page's encoding if that is one in which ASCII bytes can be part of other characters.
    var multiByteDecoder: MultiByteDecoder? { get }

    /// Receives text between two tags, in chunks, while ``watchesText``.
    mutating func text(_ bytes: Span<UInt8>, _ range: Range<Int>)

    /// Receives a `<` that does not begin a tag, while ``watchesText``.
    mutating func visibleText()

    /// Receives text other than white space of a CDATA section.
    mutating func visibleForeignText()

    mutating func doctype()

    /// Whether the attributes of a start tag are needed.
    mutating func wantsAttributes(of name: HTMLName) -> Bool

    /// Receives the name of an attribute of the current tag.
    mutating func attribute(_ name: HTMLName)

    /// Receives bytes of the value of the last attribute.
    mutating func attributeValue(_ bytes: Span<UInt8>, _ range: Range<Int>)

    /// Receives a start tag.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - isSelfClosing: Whether it ends with `/>`.
    ///   - hasAttributes: Whether it has attributes.
    ///   - hasCapturedAttributes: Whether they were needed, and reported before.
    /// - Returns: How the text after it is read.
    mutating func startTag(
        _ name: HTMLName,
        isSelfClosing: Bool,
        hasAttributes: Bool,
        hasCapturedAttributes: Bool
    ) -> ContentModel

    /// Receives an end tag.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - endsRawText: Whether it ended text that its start tag had made raw.
    mutating func endTag(_ name: HTMLName, endsRawText: Bool)
}
