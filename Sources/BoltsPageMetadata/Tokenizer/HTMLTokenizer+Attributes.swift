// Attributes: from the end of a tag's name to its `>`.

extension HTMLTokenizer {
    /// Reads attributes that the handler needs.
    @inline(never)
    mutating func captureAttributes(_ bytes: Span<UInt8>, _ index: inout Int, _ state: inout TokenizerState) {
        readAttributes(bytes, &index, &state, capturing: true)
    }

    /// Reads attributes that the handler does not need.
    @inline(__always)
    mutating func skipAttributes(_ bytes: Span<UInt8>, _ index: inout Int, _ state: inout TokenizerState) {
        readAttributes(bytes, &index, &state, capturing: false)
    }

    /// Reads attributes; `capturing` is a constant where this is inlined.
    @inline(__always)
    private mutating func readAttributes(
        _ bytes: Span<UInt8>,
        _ position: inout Int,
        _ resumedState: inout TokenizerState,
        capturing: Bool
    ) {
        let count = bytes.count
        var index = position
        var state = resumedState
        loop: while index < count {
            switch state {
            case .beforeAttributeName:
                let byte = bytes[index]
                if byte.isHTMLSpace {
                    index &+= 1
                    continue loop
                }
                if byte == Byte.slash {
                    index &+= 1
                    state = .selfClosingStartTag
                    continue loop
                }
                if byte == Byte.greaterThan {
                    index &+= 1
                    state = .tagComplete
                    break loop
                }
                // Any other byte begins a name, even an equals sign.
                hasAttributes = true
                if capturing { beginAttribute(byte) }
                index &+= 1
                state = .attributeName
                fallthrough

            case .attributeName:
                while index < count {
                    let byte = bytes[index]
                    if byte == Byte.equals || byte == Byte.greaterThan || byte == Byte.slash || byte.isHTMLSpace {
                        break
                    }
                    if capturing { attribute.append(byte) }
                    index &+= 1
                }
                guard index < count else { break loop }
                if capturing { handler.attribute(attribute) }
                guard bytes[index] == Byte.equals else {
                    state = .afterAttributeName
                    continue loop
                }
                index &+= 1
                state = .beforeAttributeValue

            case .afterAttributeName:
                let byte = bytes[index]
                if byte.isHTMLSpace {
                    index &+= 1
                } else if byte == Byte.equals {
                    index &+= 1
                    state = .beforeAttributeValue
                } else {
                    state = .beforeAttributeName
                }

            case .beforeAttributeValue:
                let byte = bytes[index]
                if byte == Byte.quote {
                    index &+= 1
                    state = .doubleQuotedValue
                } else if byte == Byte.apostrophe {
                    index &+= 1
                    state = .singleQuotedValue
                } else if byte.isHTMLSpace {
                    index &+= 1
                    continue loop
                } else if byte == Byte.greaterThan {
                    state = .beforeAttributeName
                    continue loop
                } else {
                    state = .unquotedValue
                }

            case .doubleQuotedValue, .singleQuotedValue:
                let quote = state == .doubleQuotedValue ? Byte.quote : Byte.apostrophe
                let end = bytes.firstIndex(of: quote, from: index)
                if capturing { handler.attributeValue(bytes, index..<end) }
                index = end
                guard index < count else { break loop }
                index &+= 1
                state = .afterQuotedValue

            case .unquotedValue:
                let start = index
                while index < count {
                    let byte = bytes[index]
                    if byte == Byte.greaterThan || byte.isHTMLSpace { break }
                    index &+= 1
                }
                if capturing { handler.attributeValue(bytes, start..<index) }
                guard index < count else { break loop }
                state = .beforeAttributeName

            case .afterQuotedValue:
                // A space, the end, or the next name without a space are all handled as before a name.
                state = .beforeAttributeName

            case .selfClosingStartTag:
                guard bytes[index] == Byte.greaterThan else {
                    state = .beforeAttributeName
                    continue loop
                }
                index &+= 1
                isSelfClosing = true
                state = .tagComplete
                break loop

            default:
                break loop
            }
        }
        position = index
        resumedState = state
    }

    private mutating func beginAttribute(_ byte: UInt8) {
        attribute = HTMLName()
        attribute.append(byte)
    }
}
