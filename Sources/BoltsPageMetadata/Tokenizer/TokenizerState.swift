/// Where the tokenizer stands between two bytes.
///
/// The names are those of the HTML Standard. Where two of its states differ only in the parse errors they report, or
/// in the text they emit, they are one here.
enum TokenizerState: UInt8 {
    // Ordinary markup.
    case data
    case tagOpen
    case endTagOpen
    case tagName
    case selfClosingStartTag

    // Attributes.
    case beforeAttributeName
    case attributeName
    case afterAttributeName
    case beforeAttributeValue
    case doubleQuotedValue
    case singleQuotedValue
    case unquotedValue
    case afterQuotedValue

    /// The `>` of a tag has been read. Never left standing at the end of a `feed`.
    case tagComplete

    // What begins with `<!`, `<?` or `</` and is no tag.
    case markupDeclarationOpen
    case markupDeclarationDash
    /// Inside the word `DOCTYPE`.
    case doctypeOpen
    case cdataOpen
    case bogusComment
    case commentStart
    case commentStartDash
    case comment
    case commentEndDash
    case commentEnd
    case commentEndBang
    case cdataSection
    case cdataSectionBracket
    case cdataSectionEnd

    // RCDATA and RAWTEXT: nothing but their own end tag ends them.
    case rawText
    case rawTextLessThan
    case rawTextEndTagName

    // Scripts.
    case script
    case scriptLessThan
    case scriptEndTagName
    case scriptEscapeStart
    case scriptEscapeStartDash
    case scriptDoubleEscapeStart
    case scriptDoubleEscapeEnd

    case plaintext
}

/// What the text between tags means.
enum ContentModel: UInt8 {
    case data
    case rcdata
    case rawText
    case script
    case plaintext
    case cdata
}

/// How deep a script is in `<!--` and, inside that, in a `<script>` of its own.
enum ScriptEscape: UInt8 {
    case none
    case escaped
    case doubleEscaped
}
