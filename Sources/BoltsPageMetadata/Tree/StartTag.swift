/// A start tag as tree construction sees it.
struct StartTag {
    let name: HTMLName
    let isSelfClosing: Bool
    let hasAttributes: Bool
    /// Whether it has an attribute that changes what becomes of it; see `AttributeCapture.hasSignificantAttribute(for:)`.
    let hasSignificantAttribute: Bool
}

/// What a start tag means for the tokenizer and for whoever collects metas.
enum StartTagEffect {
    case none
    /// A `meta` element; one in a template has no position in the document.
    case meta(DocumentPosition?)
    /// The metas from the ordinal on are no longer in the document.
    case framesetReplacesBody(fromOrdinal: Int)
    case rawText
    case script
    case plaintext
}
