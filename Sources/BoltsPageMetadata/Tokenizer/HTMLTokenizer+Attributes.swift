// Attributes: from the end of a tag's name to its `>`.

extension HTMLTokenizer {
    /// Reads attributes that somebody wants.
    @inline(never)
    mutating func captureAttributes(_ bytes: Span<UInt8>, _ index: inout Int, _ state: inout TokenizerState) {
        readAttributes(bytes, &index, &state, capturing: true)
    }

    /// Finds the end of a tag whose attributes nobody wants.
    @inline(__always)
    mutating func skipAttributes(_ bytes: Span<UInt8>, _ index: inout Int, _ state: inout TokenizerState) {
        readAttributes(bytes, &index, &state, capturing: false)
    }

    /// One source for both: `capturing` is a constant wherever this is inlined.
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
                // Any other byte begins a name, an equals sign too.
                hasAttributes = true
                if capturing { beginAttribute(byte, at: index) }
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
                if capturing { attributeNameComplete(at: index) }
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
                    if capturing { attributeComplete() }
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
                    if capturing { attributeComplete() }
                    state = .beforeAttributeName
                    continue loop
                } else {
                    state = .unquotedValue
                }
                if capturing { beginAttributeValue(at: index) }

            case .doubleQuotedValue, .singleQuotedValue:
                let quote = state == .doubleQuotedValue ? Byte.quote : Byte.apostrophe
                let end = bytes.firstIndex(of: quote, from: index)
                if capturing { attributeValue(bytes, index..<end) }
                index = end
                guard index < count else { break loop }
                if capturing { attributeComplete() }
                index &+= 1
                state = .afterQuotedValue

            case .unquotedValue:
                let start = index
                while index < count {
                    let byte = bytes[index]
                    if byte == Byte.greaterThan || byte.isHTMLSpace { break }
                    index &+= 1
                }
                if capturing { attributeValue(bytes, start..<index) }
                guard index < count else { break loop }
                if capturing { attributeComplete() }
                state = .beforeAttributeName

            case .afterQuotedValue:
                // A space, the end, or the next name without a space: all as before a name.
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

    private mutating func beginAttribute(_ byte: UInt8, at index: Int) {
        attribute = HTMLName()
        attribute.append(byte)
        if Sink.recordsEveryToken {
            recorded.attributeName = recorded.base + index..<recorded.base + index
            recorded.attributeValue = 0..<0
        }
    }

    private mutating func attributeNameComplete(at index: Int) {
        capture.begin(attribute)
        if Sink.recordsEveryToken {
            recorded.attributeName = recorded.attributeName.lowerBound..<recorded.base + index
        }
    }

    private mutating func beginAttributeValue(at index: Int) {
        if Sink.recordsEveryToken { recorded.attributeValue = recorded.base + index..<recorded.base + index }
    }

    private mutating func attributeValue(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        capture.append(bytes, range)
        if Sink.recordsEveryToken {
            recorded.attributeValue = recorded.attributeValue.lowerBound..<recorded.base + range.upperBound
        }
    }

    private mutating func attributeComplete() {
        if Sink.recordsEveryToken {
            sink.record(.attribute(name: recorded.attributeName, value: recorded.attributeValue))
        }
    }
}
