import BoltsBase

// Comments, declarations and CDATA sections, and what the standard treats as bogus comments.

extension HTMLTokenizer {
    @inline(never)
    mutating func readComment(_ bytes: Span<UInt8>, _ index: inout Int, _ state: inout TokenizerState) {
        let byte = bytes[index]
        switch state {
        case .markupDeclarationOpen:
            if byte == Byte.dash {
                index &+= 1
                state = .markupDeclarationDash
            } else if byte == Byte.openBracket && handler.isInForeignContent {
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
        guard byte.asciiLowercased == word.withUTF8Buffer({ unsafe $0[matchedCount] }) else {
            state = .bogusComment
            return
        }
        index &+= 1
        matchedCount += 1
        if matchedCount == word.utf8CodeUnitCount {
            handler.doctype()
            // A DOCTYPE ends at the first `>`, even in quotes, as a bogus comment does.
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
        case (.commentStart, Byte.greaterThan): state = .data
        case (.commentStartDash, Byte.dash): state = .commentEnd
        case (.commentStartDash, Byte.greaterThan): state = .data
        case (.comment, Byte.dash): state = .commentEndDash
        case (.commentEndDash, Byte.dash): state = .commentEnd
        case (.commentEnd, Byte.greaterThan): state = .data
        case (.commentEnd, Byte.exclamation): state = .commentEndBang
        case (.commentEnd, Byte.dash): state = .commentEnd
        case (.commentEndBang, Byte.dash): state = .commentEndDash
        case (.commentEndBang, Byte.greaterThan): state = .data
        default: state = .comment
        }
    }
}

// MARK: - CDATA sections, which exist only in svg and math

extension HTMLTokenizer {
    private mutating func readCDATAOpen(_ byte: UInt8, _ index: inout Int, _ state: inout TokenizerState) {
        let opener: StaticString = "[CDATA["
        guard byte == opener.withUTF8Buffer({ unsafe $0[matchedCount] }) else {
            state = .bogusComment
            return
        }
        index &+= 1
        matchedCount += 1
        if matchedCount == opener.utf8CodeUnitCount {
            cdataDecoder = handler.multiByteDecoder
            state = .cdataSection
        }
    }

    private mutating func readCDATASection(_ bytes: Span<UInt8>, _ index: inout Int, _ state: inout TokenizerState) {
        if cdataDecoder == nil {
            // Text in svg and math also keeps a frameset from replacing the body.
            if state == .cdataSection, !handler.watchesForeignText {
                index = bytes.firstIndex(of: Byte.closeBracket, from: index)
            }
            guard index < bytes.count else { return }
            readCDATAText(bytes[index], &state)
            index &+= 1
            return
        }
        // Here `]` can be the second byte of a character. The other bytes of markup are below any second byte.
        var text: [UInt8] = []
        while index < bytes.count, state != .data {
            text.removeAll(keepingCapacity: true)
            cdataDecoder?.decode(bytes[index], into: &text)
            for byte in text { readCDATAText(byte, &state) }
            index &+= 1
        }
    }

    private mutating func readCDATAText(_ byte: UInt8, _ state: inout TokenizerState) {
        switch (state, byte) {
        case (.cdataSection, Byte.closeBracket):
            state = .cdataSectionBracket
        case (.cdataSectionBracket, Byte.closeBracket):
            state = .cdataSectionEnd
        case (.cdataSectionEnd, Byte.greaterThan):
            state = .data
        case (.cdataSectionEnd, Byte.closeBracket):
            handler.visibleForeignText()
        default:
            if state != .cdataSection || !byte.isHTMLSpace && byte != 0 { handler.visibleForeignText() }
            state = .cdataSection
        }
    }
}
