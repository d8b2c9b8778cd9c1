/// The tokenizer of the HTML Standard, over raw bytes that arrive in pieces of any size.
///
/// It reads every encoding in which ASCII bytes mean ASCII, which is all of the Web's but UTF-16 and ISO-2022-JP, and
/// so never decodes the page. Between two pieces it keeps a state, a name and the few values that matter, and none of
/// the page's text. Every byte is looked at a bounded number of times.
struct HTMLTokenizer<Sink: TokenSink>: ~Copyable, Sendable {
    var sink: Sink
    var state: TokenizerState = .data
    var tree: TreeBuilder
    var capture: AttributeCapture

    // The tag being read.
    var name = HTMLName()
    var isEndTag = false
    var isSelfClosing = false
    var hasAttributes = false
    /// Whether attributes of the tag being read are wanted.
    var isCapturing = false
    /// Whether the tag being read ended a raw text, whose start tag the tree never tracked.
    var endsRawText = false
    /// The name of the attribute being read.
    var attribute = HTMLName()

    // Raw text and scripts.
    /// The element whose end tag ends the raw text.
    var rawTextName = HTMLName()
    var contentModel: ContentModel = .data
    var scriptEscape: ScriptEscape = .none
    /// How many of the dashes of `-->` a script has just had.
    var scriptDashes: UInt8 = 0
    /// How many bytes of `DOCTYPE` or `[CDATA[` have been read.
    var matchedCount = 0
    /// Decodes a CDATA section, where `]` may be the second byte of a character.
    var cdataDecoder: MultiByteDecoder?

    // Only kept when every token is recorded: offsets from the beginning of the input.
    var recorded = RecordedOffsets()

    init(sink: Sink, isScriptingEnabled: Bool, maximumValueBytes: Int) {
        self.sink = sink
        tree = TreeBuilder(isScriptingEnabled: isScriptingEnabled)
        capture = AttributeCapture(maximumValueBytes: maximumValueBytes)
    }

    /// Reads bytes, and stops early only when the sink wants a pause.
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
                if tree.watchesText { tree.text(bytes, index..<next) }
                index = next
                guard index < count else { break loop }
                if !Sink.recordsEveryToken, let next = readWholeTag(bytes, &index) {
                    state = next
                    if isCapturing, sink.wantsPause { break loop }
                    continue loop
                }
                beginMarkup(at: index)
                index &+= 1
                state = .tagOpen

            case .tagOpen:
                let byte = bytes[index]
                if byte.isASCIILetter {
                    beginTag(at: index, isEndTag: false)
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
                    if tree.watchesText { tree.visibleText() }
                    state = .data
                }

            case .endTagOpen:
                let byte = bytes[index]
                if byte.isASCIILetter {
                    beginTag(at: index, isEndTag: true)
                    state = .tagName
                } else if byte == Byte.greaterThan {
                    index &+= 1
                    endMarkup(at: index)
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
                tagNameComplete(at: index)
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
                    state = finishTag(at: index)
                    if isCapturing, sink.wantsPause { break loop }
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
                if state == .tagComplete { state = finishTag(at: index) }

            case .script, .scriptLessThan, .scriptEscapeStart, .scriptEscapeStartDash, .scriptDoubleEscapeStart,
                .scriptDoubleEscapeEnd:
                readScript(bytes, &index, &state)

            case .plaintext:
                index = count
            }
        }
        self.state = state
        recorded.base += index
        return index
    }
}

// MARK: - Tags

extension HTMLTokenizer {
    @inline(__always)
    mutating func beginTag(at index: Int, isEndTag: Bool) {
        name = HTMLName()
        self.isEndTag = isEndTag
        isSelfClosing = false
        hasAttributes = false
        endsRawText = false
        if Sink.recordsEveryToken { recorded.name = recorded.base + index..<recorded.base + index }
    }

    /// The name is known: from here on attributes are either captured or skipped.
    @inline(__always)
    mutating func tagNameComplete(at index: Int) {
        if Sink.recordsEveryToken { recorded.name = recorded.name.lowerBound..<recorded.base + index }
        isCapturing = Sink.recordsEveryToken || (!isEndTag && tree.needsAttributes(of: name))
        if isCapturing { capture.reset() }
    }

    /// Hands the tag to the tree and answers how to go on.
    @inline(__always)
    mutating func finishTag(at index: Int) -> TokenizerState {
        if Sink.recordsEveryToken {
            let isSelfClosing = isSelfClosing && !isEndTag
            let tag = RecordedToken.tag(name: recorded.name, isEndTag: isEndTag, isSelfClosing: isSelfClosing)
            record(tag, endingAt: index)
            contentModel = .data
            return .data
        }
        if isEndTag {
            if !endsRawText { tree.endTag(name) }
            return .data
        }
        let tag = StartTag(
            name: name,
            isSelfClosing: isSelfClosing,
            hasAttributes: hasAttributes,
            hasSignificantAttribute: hasSignificantAttribute
        )
        switch tree.startTag(tag) {
        case .none:
            return .data
        case .meta(let place):
            sink.meta(capture, place: place)
            return .data
        case .framesetReplacesBody(let ordinal):
            sink.revokeMetas(from: ordinal)
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

    /// Whether the tag has the attribute that changes what the tree does with it.
    @inline(__always)
    private var hasSignificantAttribute: Bool {
        isCapturing && !name.matches(NameKeys.meta) && capture.hasSignificantAttribute(for: name)
    }
}

// MARK: - Recording, for tests

/// Offsets that only a recording tokenizer keeps, counted from the beginning of the input.
struct RecordedOffsets {
    /// The offset of the first byte of the piece being read.
    var base = 0
    /// Where the last token ended, and so where the text now being read began.
    var textStart = 0
    /// Where the construct now being read began.
    var markupStart = 0
    var name = 0..<0
    var attributeName = 0..<0
    var attributeValue = 0..<0
}

extension HTMLTokenizer {
    @inline(__always)
    mutating func beginMarkup(at index: Int) {
        if Sink.recordsEveryToken { recorded.markupStart = recorded.base + index }
    }

    /// The construct that began at the last `beginMarkup` has ended; it is no text.
    @inline(__always)
    mutating func endMarkup(at index: Int) {
        if Sink.recordsEveryToken {
            if recorded.textStart < recorded.markupStart {
                sink.record(.text(recorded.textStart..<recorded.markupStart, contentModel))
            }
            recorded.textStart = recorded.base + index
        }
    }

    @inline(__always)
    mutating func record(_ token: RecordedToken, endingAt index: Int) {
        if Sink.recordsEveryToken {
            endMarkup(at: index)
            sink.record(token)
        }
    }

    /// The input has ended, which only matters to a sink that records: an unfinished tag is nothing.
    mutating func finishRecording() {
        recorded.markupStart = min(recorded.markupStart, recorded.base)
        switch state {
        case .tagName, .beforeAttributeName, .attributeName, .afterAttributeName, .beforeAttributeValue,
            .doubleQuotedValue, .singleQuotedValue, .unquotedValue, .afterQuotedValue, .selfClosingStartTag:
            endMarkup(at: 0)
        case .markupDeclarationOpen, .markupDeclarationDash, .doctypeOpen, .cdataOpen, .bogusComment:
            record(.declaration(recorded.markupStart..<recorded.base), endingAt: 0)
        case .commentStart, .commentStartDash, .comment, .commentEndDash, .commentEnd, .commentEndBang:
            recordComment(endingAt: 0, closedBy: unfinishedCommentEnd)
        default:
            recorded.markupStart = recorded.base
            endMarkup(at: 0)
        }
    }
}
