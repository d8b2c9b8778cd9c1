import BoltsBase

// Raw text, in which tags are text: titles, styles and so on, and scripts.

extension HTMLTokenizer {
    @inline(__always)
    mutating func readRawText(_ bytes: Span<UInt8>, _ index: inout Int, _ state: inout TokenizerState) {
        if state == .rawText {
            index = bytes.firstIndex(of: Byte.lessThan, from: index)
            guard index < bytes.count else { return }
            index &+= 1
            state = .rawTextLessThan
        } else if bytes[index] == Byte.slash {
            index &+= 1
            beginTag(isEndTag: true)
            state = .rawTextEndTagName
        } else {
            state = .rawText
        }
    }

    /// Reads the name after `</`, which ends the text only if it is the name of the element that the text is in.
    mutating func readRawEndTagName(_ bytes: Span<UInt8>, _ index: inout Int, _ state: inout TokenizerState) {
        while index < bytes.count, bytes[index].isASCIILetter {
            name.append(bytes[index])
            index &+= 1
        }
        guard index < bytes.count else { return }
        let byte = bytes[index]
        guard byte == Byte.greaterThan || byte == Byte.slash || byte.isHTMLSpace, name == rawTextName, !name.isEmpty
        else {
            state = state == .rawTextEndTagName ? .rawText : .script
            return
        }
        endsRawText = true
        tagNameComplete()
        state = .beforeAttributeName
    }

    @inline(never)
    mutating func readScript(_ bytes: Span<UInt8>, _ index: inout Int, _ state: inout TokenizerState) {
        switch state {
        case .script:
            readScriptText(bytes, &index, &state)
        case .scriptLessThan:
            readScriptLessThan(bytes[index], &index, &state)
        case .scriptEscapeStart:
            state = .script
            if bytes[index] == Byte.dash {
                index &+= 1
                state = .scriptEscapeStartDash
            }
        case .scriptEscapeStartDash:
            if bytes[index] == Byte.dash {
                index &+= 1
                scriptEscape = .escaped
                scriptDashes = 2
            }
            state = .script
        default:
            readDoubleEscapeName(bytes[index], &index, &state)
        }
    }

    private mutating func readScriptText(_ bytes: Span<UInt8>, _ index: inout Int, _ state: inout TokenizerState) {
        if scriptEscape == .none {
            index = bytes.firstIndex(of: Byte.lessThan, from: index)
        } else if scriptDashes == 0 {
            index = bytes.firstIndex(of: Byte.lessThan, or: Byte.dash, from: index)
        }
        guard index < bytes.count else { return }
        let byte = bytes[index]
        if byte == Byte.lessThan {
            scriptDashes = 0
            state = .scriptLessThan
        } else if byte == Byte.dash {
            scriptDashes = min(scriptDashes + 1, 2)
        } else {
            if byte == Byte.greaterThan && scriptDashes == 2 { scriptEscape = .none }
            scriptDashes = 0
        }
        index &+= 1
    }

    private mutating func readScriptLessThan(_ byte: UInt8, _ index: inout Int, _ state: inout TokenizerState) {
        state = .script
        if byte == Byte.slash {
            index &+= 1
            beginTag(isEndTag: true)
            state = scriptEscape == .doubleEscaped ? .scriptDoubleEscapeEnd : .scriptEndTagName
        } else if byte == Byte.exclamation && scriptEscape == .none {
            index &+= 1
            state = .scriptEscapeStart
        } else if byte.isASCIILetter && scriptEscape == .escaped {
            name = HTMLName()
            state = .scriptDoubleEscapeStart
        }
    }

    /// Reads the name after `<` or `</` in an escaped script; only `script` begins or ends double escaping.
    private mutating func readDoubleEscapeName(_ byte: UInt8, _ index: inout Int, _ state: inout TokenizerState) {
        if byte.isASCIILetter {
            name.append(byte)
            index &+= 1
            return
        }
        if byte == Byte.greaterThan || byte == Byte.slash || byte.isHTMLSpace {
            if name.matches(NameKeys.script) {
                scriptEscape = state == .scriptDoubleEscapeStart ? .doubleEscaped : .escaped
            }
            index &+= 1
        }
        state = .script
    }
}
