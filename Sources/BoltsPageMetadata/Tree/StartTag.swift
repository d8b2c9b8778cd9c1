/// A start tag with the properties that tree construction needs.
struct StartTag {
    let name: HTMLName
    let isSelfClosing: Bool
    let hasAttributes: Bool
    /// Whether it has an attribute on which its handling depends; see `AttributeCapture.hasSignificantAttribute(for:)`.
    let hasSignificantAttribute: Bool
}

/// The effect of a start tag on the tokenizer and on the collected metas.
enum StartTagEffect {
    case none
    /// A `meta` element; one in a template has no position in the document.
    case meta(DocumentPosition?)
    /// A `link` element in the document, if links are reported.
    case link(DocumentPosition)
    /// A `base` element in the document, if links are reported.
    case base(DocumentPosition)
    /// An `a` or `area` element in the document, if hyperlinks are reported.
    case hyperlink(DocumentPosition)
    /// The elements from the ordinal on are no longer in the document.
    case framesetReplacesBody(fromOrdinal: Int)
    case rawText
    case script
    case plaintext
}
