/// The ISO-2022-JP decoder of the Encoding Standard, for input that arrives in pieces.
///
/// Between escape sequences, bytes that look like ASCII have another meaning, so a page is transcoded before it is
/// tokenized.
struct ISO2022JPTranscoder {
    private enum Mode {
        case ascii
        case roman
        case katakana
        case jis
    }

    private enum Escape {
        case none
        case started
        case dollar
        case parenthesis
    }

    private var mode = Mode.ascii
    private var escape = Escape.none
    private var lead: UInt8?
    /// Whether the last bytes read were an escape sequence; another directly after it is an error.
    private var hasJustSwitched = false

    mutating func transcode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        for index in bytes.indices { read(bytes[index], into: &output) }
    }

    /// Ends the input; an incomplete character or escape sequence is an error.
    mutating func finish(into output: inout [UInt8]) {
        abandonEscape(into: &output)
        if lead != nil { output.appendReplacementCharacter() }
        lead = nil
    }

    private mutating func read(_ byte: UInt8, into output: inout [UInt8]) {
        switch (escape, byte) {
        case (.none, 0x1B):
            if lead != nil { output.appendReplacementCharacter() }
            lead = nil
            escape = .started
        case (.none, _):
            readCharacter(byte, into: &output)
        case (.started, 0x24):
            escape = .dollar
        case (.started, 0x28):
            escape = .parenthesis
        case (.parenthesis, 0x42):
            enter(.ascii, into: &output)
        case (.parenthesis, 0x4A):
            enter(.roman, into: &output)
        case (.parenthesis, 0x49):
            enter(.katakana, into: &output)
        case (.dollar, 0x40), (.dollar, 0x42):
            enter(.jis, into: &output)
        default:
            abandonEscape(into: &output)
            read(byte, into: &output)
        }
    }

    private mutating func enter(_ newMode: Mode, into output: inout [UInt8]) {
        if hasJustSwitched { output.appendReplacementCharacter() }
        hasJustSwitched = true
        escape = .none
        mode = newMode
    }

    /// Ends an invalid escape sequence: its escape is an error, and its other bytes are text.
    private mutating func abandonEscape(into output: inout [UInt8]) {
        let rest: UInt8? =
            switch escape {
            case .none, .started: nil
            case .dollar: 0x24
            case .parenthesis: 0x28
            }
        if escape == .none { return }
        escape = .none
        hasJustSwitched = false
        output.appendReplacementCharacter()
        if let rest { readCharacter(rest, into: &output) }
    }

    private mutating func readCharacter(_ byte: UInt8, into output: inout [UInt8]) {
        hasJustSwitched = false
        switch (mode, byte) {
        case (.ascii, 0x0E), (.ascii, 0x0F), (.roman, 0x0E), (.roman, 0x0F):
            output.appendReplacementCharacter()
        case (.roman, 0x5C):
            output.append(codePoint: 0xA5)
        case (.roman, 0x7E):
            output.append(codePoint: 0x203E)
        case (.ascii, 0..<0x80), (.roman, 0..<0x80):
            output.append(byte)
        case (.katakana, 0x21...0x5F):
            output.append(codePoint: 0xFF61 - 0x21 + UInt32(byte))
        case (.jis, 0x21...0x7E):
            guard let lead else {
                self.lead = byte
                return
            }
            self.lead = nil
            let pointer = (Int(lead) - 0x21) * 94 + Int(byte) - 0x21
            if let codePoint = EncodingTables.jis0208[pointer] {
                output.append(codePoint: codePoint)
            } else {
                output.appendReplacementCharacter()
            }
        default:
            lead = nil
            output.appendReplacementCharacter()
        }
    }
}
