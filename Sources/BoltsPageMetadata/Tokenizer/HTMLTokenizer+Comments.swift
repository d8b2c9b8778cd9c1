// What begins with `<!` or `<?`, and end tags that are none: comments, declarations, CDATA sections.

extension HTMLTokenizer {
    @inline(never)
    mutating func readComment(_ bytes: Span<UInt8>, _ index: inout Int, _ state: inout TokenizerState) {
        let byte = bytes[index]
        switch state {
        case .markupDeclarationOpen:
            if byte == Byte.dash {
                index &+= 1
                state = .markupDeclarationDash
            } else if byte == Byte.openBracket && tree.isInForeignContent {
                index &+= 1
                matchedCount = 1
                state = .cdataOpen
            } else {
                matchedCount = 0
                state = .doctypeOpen
            }
        case .markupDeclarationDash:
            if byte == Byte.dash {
                index &+= 1
                state = .commentStart
            } else {
                state = .bogusComment
            }
        case .doctypeOpen:
            readDoctypeOpen(byte, &index, &state)
        case .cdataOpen:
            readCDATAOpen(byte, &index, &state)
        case .bogusComment:
            index = bytes.firstIndex(of: Byte.greaterThan, from: index)
            guard index < bytes.count else { return }
            record(.declaration(recorded.markupStart..<recorded.base + index), endingAt: index + 1)
            index &+= 1
            state = .data
        case .cdataSection, .cdataSectionBracket, .cdataSectionEnd:
            readCDATASection(bytes, &index, &state)
        default:
            readCommentText(bytes, &index, &state)
        }
    }

    private mutating func readDoctypeOpen(_ byte: UInt8, _ index: inout Int, _ state: inout TokenizerState) {
        let word: StaticString = "doctype"
        guard byte.asciiLowercased == word.withUTF8Buffer({ $0[matchedCount] }) else {
            state = .bogusComment
            return
        }
        index &+= 1
        matchedCount += 1
        if matchedCount == word.utf8CodeUnitCount {
            tree.doctype()
            // Like a bogus comment it ends at the first `>`, inside its quotes as well.
            state = .bogusComment
        }
    }

    private mutating func readCommentText(_ bytes: Span<UInt8>, _ index: inout Int, _ state: inout TokenizerState) {
        if state == .comment {
            index = bytes.firstIndex(of: Byte.dash, from: index)
            guard index < bytes.count else { return }
        }
        let byte = bytes[index]
        index &+= 1
        switch (state, byte) {
        case (.commentStart, Byte.dash): state = .commentStartDash
        case (.commentStart, Byte.greaterThan): close(&state, index, by: 1)
        case (.commentStartDash, Byte.dash): state = .commentEnd
        case (.commentStartDash, Byte.greaterThan): close(&state, index, by: 2)
        case (.comment, Byte.dash): state = .commentEndDash
        case (.commentEndDash, Byte.dash): state = .commentEnd
        case (.commentEnd, Byte.greaterThan): close(&state, index, by: 3)
        case (.commentEnd, Byte.exclamation): state = .commentEndBang
        case (.commentEnd, Byte.dash): state = .commentEnd
        case (.commentEndBang, Byte.dash): state = .commentEndDash
        case (.commentEndBang, Byte.greaterThan): close(&state, index, by: 4)
        default: state = .comment
        }
    }

    private mutating func close(_ state: inout TokenizerState, _ index: Int, by closer: Int) {
        recordComment(endingAt: index, closedBy: closer)
        state = .data
    }

    /// How many bytes of a comment that the input cut short belong to an end that never came.
    var unfinishedCommentEnd: Int {
        switch state {
        case .commentStartDash, .commentEndDash: 1
        case .commentEnd: 2
        case .commentEndBang: 3
        default: 0
        }
    }

    mutating func recordComment(endingAt index: Int, closedBy closer: Int) {
        if Sink.recordsEveryToken {
            let start = recorded.markupStart + 4
            record(.comment(start..<max(start, recorded.base + index - closer)), endingAt: index)
        }
    }
}

// MARK: - CDATA sections, which only svg and math have

extension HTMLTokenizer {
    private mutating func readCDATAOpen(_ byte: UInt8, _ index: inout Int, _ state: inout TokenizerState) {
        let opener: StaticString = "[CDATA["
        guard byte == opener.withUTF8Buffer({ $0[matchedCount] }) else {
            state = .bogusComment
            return
        }
        index &+= 1
        matchedCount += 1
        if matchedCount == opener.utf8CodeUnitCount {
            endMarkup(at: index)
            contentModel = .cdata
            cdataDecoder = sink.multiByteDecoder
            state = .cdataSection
        }
    }

    private mutating func readCDATASection(_ bytes: Span<UInt8>, _ index: inout Int, _ state: inout TokenizerState) {
        if cdataDecoder == nil {
            // Text in svg and math too keeps a frameset from taking the place of the body.
            if state == .cdataSection, !tree.canBecomeFrameset {
                index = bytes.firstIndex(of: Byte.closeBracket, from: index)
            }
            guard index < bytes.count else { return }
            readCDATAText(bytes[index], at: index, &state)
            index &+= 1
            return
        }
        // Everywhere else the bytes that mean something are below those that can follow a lead byte.
        var text: [UInt8] = []
        while index < bytes.count, state != .data {
            text.removeAll(keepingCapacity: true)
            cdataDecoder?.decode(bytes[index], into: &text)
            for byte in text { readCDATAText(byte, at: index, &state) }
            index &+= 1
        }
    }

    private mutating func readCDATAText(_ byte: UInt8, at index: Int, _ state: inout TokenizerState) {
        switch (state, byte) {
        case (.cdataSection, Byte.closeBracket):
            state = .cdataSectionBracket
        case (.cdataSectionBracket, Byte.closeBracket):
            state = .cdataSectionEnd
        case (.cdataSectionEnd, Byte.greaterThan):
            if Sink.recordsEveryToken {
                recorded.markupStart = recorded.base + index - 2
                endMarkup(at: index + 1)
            }
            contentModel = .data
            state = .data
        case (.cdataSectionEnd, Byte.closeBracket):
            tree.forbidFrameset()
        default:
            if state != .cdataSection || !byte.isHTMLSpace && byte != 0 { tree.forbidFrameset() }
            state = .cdataSection
        }
    }
}
