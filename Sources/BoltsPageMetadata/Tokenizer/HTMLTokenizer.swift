import BoltsBase

/// The tokenizer of the HTML Standard, for bytes that arrive in chunks of any size.
///
/// It reads every encoding in which markup is ASCII, which are all of the Web's except UTF-16 and ISO-2022-JP, without
/// decoding the page. Between two chunks it keeps a state and a name, and none of the page's text. Every byte is read a
/// bounded number of times.
struct HTMLTokenizer<Handler: TokenHandler>: ~Copyable, Sendable {
    var handler: Handler
    var state: TokenizerState = .data

    // The current tag.
    var name = HTMLName()
    var isEndTag = false
    var isSelfClosing = false
    var hasAttributes = false
    /// Whether the handler wants the attributes of the tag being read.
    var isCapturing = false
    /// Whether the tag being read ends raw text.
    var endsRawText = false
    /// The name of the attribute being read.
    var attribute = HTMLName()

    // Raw text and scripts.
    /// The element whose end tag ends the raw text.
    var rawTextName = HTMLName()
    var scriptEscape: ScriptEscape = .none
    /// How many dashes of `-->` the last bytes of the script are.
    var scriptDashes: UInt8 = 0
    /// How many bytes of `DOCTYPE` or `[CDATA[` have been read.
    var matchedCount = 0
    /// Decodes a CDATA section, where `]` may be the second byte of a character.
    var cdataDecoder: MultiByteDecoder?

    init(handler: Handler) {
        self.handler = handler
    }

    /// Reads bytes, and stops early only if the handler requests a pause.
    ///
    /// - Returns: How many bytes were read.
    mutating func feed(_ bytes: Span<UInt8>) -> Int {
        let count = bytes.count
        var index = 0
        var state = self.state
        loop: while index < count {
            switch state {
            case .data:
                let next = bytes.firstIndex(of: Byte.lessThan, from: index)
                if handler.watchesText { handler.text(bytes, index..<next) }
                index = next
                guard index < count else { break loop }
                if let next = readWholeTag(bytes, &index) {
                    state = next
                    if isCapturing, handler.wantsPause { break loop }
                    continue loop
                }
                index &+= 1
                state = .tagOpen

            case .tagOpen:
                let byte = bytes[index]
                if byte.isASCIILetter {
                    beginTag(isEndTag: false)
                    state = .tagName
                } else if byte == Byte.slash {
                    index &+= 1
                    state = .endTagOpen
                } else if byte == Byte.exclamation {
                    index &+= 1
                    state = .markupDeclarationOpen
                } else if byte == Byte.question {
                    state = .bogusComment
                } else {
                    if handler.watchesText { handler.visibleText() }
                    state = .data
                }

            case .endTagOpen:
                let byte = bytes[index]
                if byte.isASCIILetter {
                    beginTag(isEndTag: true)
                    state = .tagName
                } else if byte == Byte.greaterThan {
                    index &+= 1
                    state = .data
                } else {
                    state = .bogusComment
                }

            case .tagName:
                var name = self.name
                while index < count {
                    let byte = bytes[index]
                    if byte == Byte.greaterThan || byte == Byte.slash || byte.isHTMLSpace { break }
                    name.append(byte)
                    index &+= 1
                }
                self.name = name
                guard index < count else { break loop }
                tagNameComplete()
                state = .beforeAttributeName
                fallthrough

            case .beforeAttributeName, .attributeName, .afterAttributeName, .beforeAttributeValue,
                .doubleQuotedValue, .singleQuotedValue, .unquotedValue, .afterQuotedValue, .selfClosingStartTag:
                if isCapturing {
                    captureAttributes(bytes, &index, &state)
                } else {
                    skipAttributes(bytes, &index, &state)
                }
                if state == .tagComplete {
                    state = finishTag()
                    if isCapturing, handler.wantsPause { break loop }
                }

            case .tagComplete:
                // `finishTag` has always replaced it.
                state = .data

            case .markupDeclarationOpen, .markupDeclarationDash, .doctypeOpen, .cdataOpen, .bogusComment, .commentStart,
                .commentStartDash, .comment, .commentEndDash, .commentEnd, .commentEndBang, .cdataSection,
                .cdataSectionBracket, .cdataSectionEnd:
                readComment(bytes, &index, &state)

            case .rawText, .rawTextLessThan:
                readRawText(bytes, &index, &state)

            case .rawTextEndTagName, .scriptEndTagName:
                readRawEndTagName(bytes, &index, &state)
                if state == .tagComplete { state = finishTag() }

            case .script, .scriptLessThan, .scriptEscapeStart, .scriptEscapeStartDash, .scriptDoubleEscapeStart,
                .scriptDoubleEscapeEnd:
                readScript(bytes, &index, &state)

            case .plaintext:
                index = count
            }
        }
        self.state = state
        return index
    }
}

// MARK: - Tags

extension HTMLTokenizer {
    @inline(__always)
    mutating func beginTag(isEndTag: Bool) {
        name = HTMLName()
        self.isEndTag = isEndTag
        isSelfClosing = false
        hasAttributes = false
        endsRawText = false
    }

    /// Decides, once the name is known, whether attributes are captured or skipped.
    @inline(__always)
    mutating func tagNameComplete() {
        isCapturing = !isEndTag && handler.wantsAttributes(of: name)
    }

    /// Reports the tag.
    ///
    /// - Returns: The next state.
    @inline(__always)
    mutating func finishTag() -> TokenizerState {
        if isEndTag {
            handler.endTag(name, endsRawText: endsRawText)
            return .data
        }
        let model = handler.startTag(
            name,
            isSelfClosing: isSelfClosing,
            hasAttributes: hasAttributes,
            hasCapturedAttributes: isCapturing
        )
        switch model {
        case .data:
            return .data
        case .rawText:
            rawTextName = name
            return .rawText
        case .script:
            rawTextName = name
            scriptEscape = .none
            scriptDashes = 0
            return .script
        case .plaintext:
            return .plaintext
        }
    }
}
