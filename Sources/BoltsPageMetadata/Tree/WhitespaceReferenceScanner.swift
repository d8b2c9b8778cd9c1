/// Distinguishes character references to white space, such as `&#32;` and `&Tab;`, from other text, byte by byte.
///
/// White space, unlike other text, does not begin the body or prevent a frameset from replacing it.
struct WhitespaceReferenceScanner {
    private enum State {
        case none
        case ampersand
        case hash
        case hexadecimal
        case number(UInt32, radix: UInt32)
        case name(StaticString, matched: Int)
    }

    enum Verdict {
        /// The byte is not part of a reference.
        case text
        /// The byte is part of a reference that may be white space.
        case space
        /// The text is not only white space.
        case visible
    }

    private var state = State.none

    mutating func read(_ byte: UInt8) -> Verdict {
        switch state {
        case .none:
            guard byte == Byte.ampersand else { return .text }
            state = .ampersand
        case .ampersand:
            switch byte {
            case Byte.hash: state = .hash
            case UInt8(ascii: "T"): state = .name("Tab;", matched: 1)
            case UInt8(ascii: "N"): state = .name("NewLine;", matched: 1)
            default: return .visible
            }
        case .hash where byte | 0x20 == UInt8(ascii: "x"):
            state = .hexadecimal
        case .hash:
            return readDigit(byte, of: 0, radix: 10) ? .space : .visible
        case .hexadecimal:
            return readDigit(byte, of: 0, radix: 16) ? .space : .visible
        case .number(let value, let radix):
            if readDigit(byte, of: value, radix: radix) { return .space }
            // A numeric reference may end without a semicolon.
            guard end() == .space else { return .visible }
            return byte == Byte.semicolon ? .space : read(byte)
        case .name(let name, let matched):
            guard byte == name.withUTF8Buffer({ unsafe $0[matched] }) else { return .visible }
            state = matched + 1 == name.utf8CodeUnitCount ? .none : .name(name, matched: matched + 1)
        }
        return .space
    }

    mutating func end() -> Verdict {
        defer { state = .none }
        switch state {
        case .none: return .text
        case .number(let value, _): return UInt8(exactly: value)?.isHTMLSpace ?? false ? .space : .visible
        default: return .visible
        }
    }

    private mutating func readDigit(_ byte: UInt8, of value: UInt32, radix: UInt32) -> Bool {
        guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix else { return false }
        state = .number(min(value * radix + UInt32(digit), 0x11_0000), radix: radix)
        return true
    }
}
