/// The states of the tokenizer, named as in the HTML Standard.
///
/// States of the standard that differ only in their parse errors or in the text that they emit are merged.
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

    /// After the `>` of a tag; never the state between two calls of `feed`.
    case tagComplete

    // Comments, declarations and CDATA sections.
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

    // RCDATA and RAWTEXT.
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

/// How the text after a start tag is read.
enum ContentModel: UInt8 {
    case data
    /// As text up to the element's end tag; the standard's RCDATA and RAWTEXT.
    case rawText
    case script
    case plaintext
}

/// Whether a script is in `<!--`, and in a `<script>` inside that.
enum ScriptEscape: UInt8 {
    case none
    case escaped
    case doubleEscaped
}
