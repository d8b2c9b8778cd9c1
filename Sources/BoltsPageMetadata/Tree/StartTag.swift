/// A start tag as the tree sees it.
struct StartTag {
    let name: HTMLName
    let isSelfClosing: Bool
    /// Whether it has the attribute that changes what the tree does with it; see `AttributeCapture.isTelling(for:)`.
    let hasSignificantAttribute: Bool
}

/// What a start tag means for the tokenizer and for whoever collects metas.
enum StartTagEffect {
    case none
    /// A `meta` element; one in a template has no place in the document.
    case meta(DocumentPosition?)
    /// The metas from the ordinal on are no longer in the document.
    case framesetReplacesBody(fromOrdinal: Int)
    case rawText
    case script
    case plaintext
}
