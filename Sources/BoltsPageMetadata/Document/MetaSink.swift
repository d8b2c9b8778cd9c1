/// Receives the `meta` elements of a document as they are read, and its links, base and hyperlinks if they are wanted.
protocol MetaSink: Sendable {
    /// Whether the tokenizer should pause after the tag that it has just read.
    var wantsPause: Bool { get }

    /// A decoder of the page's encoding if ASCII bytes can be part of other characters in it, as far as the encoding is known.
    var multiByteDecoder: MultiByteDecoder? { get }

    /// Receives a `meta` element and its position among the document's metas, or `nil` if it is not in the document.
    mutating func meta(_ attributes: borrowing AttributeCapture, position: DocumentPosition?)

    /// Receives a `link` element and its position among the document's metas, links and bases.
    mutating func link(_ attributes: borrowing AttributeCapture, position: DocumentPosition)

    /// Receives a `base` element and its position among the document's metas, links and bases.
    mutating func base(_ attributes: borrowing AttributeCapture, position: DocumentPosition)

    /// Receives an `a` or `area` element and its position among the document's reported elements.
    mutating func hyperlink(_ attributes: borrowing AttributeCapture, position: DocumentPosition)

    /// Removes the elements with this ordinal and higher ones, because a frameset replaced the body.
    mutating func revokeMetas(from ordinal: Int)
}

extension MetaSink {
    var multiByteDecoder: MultiByteDecoder? { nil }

    mutating func link(_ attributes: borrowing AttributeCapture, position: DocumentPosition) {}

    mutating func base(_ attributes: borrowing AttributeCapture, position: DocumentPosition) {}

    mutating func hyperlink(_ attributes: borrowing AttributeCapture, position: DocumentPosition) {}
}
