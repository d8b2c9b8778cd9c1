/// Receives the `meta` elements of a document as they are read.
protocol MetaSink: Sendable {
    /// Whether the tokenizer should pause after the tag that it has just read.
    var wantsPause: Bool { get }

    /// A decoder of the page's encoding if that is one in which ASCII bytes can be part of other characters, as far as
    /// the encoding is known by now.
    var multiByteDecoder: MultiByteDecoder? { get }

    /// Receives a `meta` element.
    ///
    /// - Parameters:
    ///   - attributes: Its attributes.
    ///   - position: Its position among the document's metas, or `nil` if it is not in the document.
    mutating func meta(_ attributes: borrowing AttributeCapture, position: DocumentPosition?)

    /// Removes the metas from an ordinal on, because a frameset replaced the body.
    mutating func revokeMetas(from ordinal: Int)
}

extension MetaSink {
    var multiByteDecoder: MultiByteDecoder? { nil }
}
