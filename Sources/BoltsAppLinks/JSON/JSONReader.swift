import BoltsBase

/// Reads JSON (RFC 8259) from bytes, to a bounded depth, in one pass.
///
/// Foundation's reader is not used, so that every platform reads the same values, integers stay exact, and truncated text is
/// distinguished from text that is not JSON. It is lenient in two points, so that a sender's mistake does not lose the link: a lone
/// surrogate and bytes that are not UTF-8 become U+FFFD. Of two members with the same name, the last one counts. A number that fits
/// neither an `Int64` nor a `Double` is kept as text.
package struct JSONReader {
    private let bytes: [UInt8]
    private let depthLimit: Int
    /// Whether an object had two members with the same name.
    package private(set) var hasRepeatedNames = false
    /// Whether a string contained invalid UTF-8 or a lone surrogate, which was replaced.
    package private(set) var hasReplacements = false

    /// Creates a reader of arrays and objects that are nested at most `depthLimit` deep, and never more than 512.
    package init(_ bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    /// Reads the text, which must be a single value.
    package mutating func readDocument() throws(JSONTextError) -> AppLinkValue {
        let text = bytes[...]
        var scanner = JSONScanner(depthLimit: depthLimit)
        do throws(JSONScanner.Fault) {
            let value = try readValue(&scanner, text)
            try scanner.scanEndOfText(in: text.span)
            return value
        } catch {
            throw JSONTextError(error)
        }
    }

    private mutating func readValue(
        _ scanner: inout JSONScanner,
        _ text: ArraySlice<UInt8>
    ) throws(JSONScanner.Fault) -> AppLinkValue {
        switch try scanner.scanValue(in: text.span) {
        case .object:
            var members: [String: AppLinkValue] = [:]
            guard !scanner.scanEnd(UInt8(ascii: "}"), in: text.span) else { return .object(members) }
            repeat {
                let name = decode(text[try scanner.scanName(in: text.span)])
                let value = try readValue(&scanner, text)
                if members.updateValue(value, forKey: name) != nil { hasRepeatedNames = true }
            } while try scanner.scanSeparator(until: UInt8(ascii: "}"), in: text.span)
            return .object(members)
        case .array:
            var elements: [AppLinkValue] = []
            guard !scanner.scanEnd(UInt8(ascii: "]"), in: text.span) else { return .array(elements) }
            repeat {
                elements.append(try readValue(&scanner, text))
            } while try scanner.scanSeparator(until: UInt8(ascii: "]"), in: text.span)
            return .array(elements)
        case .string(let content): return .string(decode(text[content]))
        case .number(let range, let isWhole):
            return Self.number(String(decoding: text[range], as: UTF8.self), isWhole: isWhole)
        case .bool(let bool): return .bool(bool)
        case .null: return .null
        }
    }

    private mutating func decode(_ content: some RandomAccessCollection<UInt8>) -> String {
        let (text, isRepaired) = JSONString.decode(content)
        if isRepaired { hasReplacements = true }
        return text
    }

    private static func number(_ text: String, isWhole: Bool) -> AppLinkValue {
        if isWhole, text != "-0" { return Int64(text).map(AppLinkValue.integer) ?? .decimal(text) }
        guard let number = Double(text), number.isFinite, !number.isZero || isZero(text) else { return .decimal(text) }
        return .number(number)
    }

    /// Whether a number has only zeros before its exponent.
    private static func isZero(_ text: String) -> Bool {
        text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy { !(0x31...0x39).contains($0) }
    }
}

extension JSONTextError {
    fileprivate init(_ fault: JSONScanner.Fault) {
        let code: Code =
            switch fault.kind {
            case .truncated: .truncated
            case .tooDeep: .tooDeep
            default: .malformed
            }
        self.init(code, at: fault.offset)
    }
}

extension AppLinkValue {
    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - jsonText: The text: a single value, which white space may surround.
    ///   - depthLimit: How deeply arrays and objects may be nested, at most 512.
    /// - Throws: ``JSONTextError``, with the byte at which reading failed.
    public init(jsonText: String, depthLimit: Int = 32) throws(JSONTextError) {
        var reader = JSONReader(Array(jsonText.utf8), depthLimit: depthLimit)
        self = try reader.readDocument()
    }
}
