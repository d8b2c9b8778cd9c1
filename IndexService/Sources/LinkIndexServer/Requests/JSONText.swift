import BoltsBase

/// Whether the text of a request is JSON that every reader reads alike (RFC 8259, RFC 7493).
///
/// The decoder accepts more: another encoding, a comma behind the last element, and two members with one name, of which it and a
/// proxy that looks into the text may choose different ones.
struct JSONText {
    /// How deeply the text may be nested.
    private static let depthLimit = 64
    /// How long a name with escapes may be that is one of those that count.
    private static let nameLimit = 64

    /// A member that counts is there twice.
    private struct RepeatedName: Error {}

    private let bytes: UnsafeBufferPointer<UInt8>
    private var scanner: JSONScanner

    /// - Parameters:
    ///   - bytes: The text. A mark of its encoding before it is ignored.
    ///   - names: The names of the members that count, each of which may be there once.
    /// - Returns: Whether it is.
    static func isClear(_ bytes: UnsafeBufferPointer<UInt8>, names: Set<String>) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var text = JSONText(
            bytes: bytes,
            scanner: JSONScanner(bytes, start: start, depthLimit: depthLimit)
        )
        return (try? text.check(names)) != nil
    }

    private mutating func check(_ names: Set<String>) throws {
        var seen: Set<String> = []
        if case .object = try scanner.scanValue() {
            if !scanner.scanEnd(UInt8(ascii: "}")) {
                repeat {
                    let name = name(in: try scanner.scanName())
                    guard !names.contains(name) || seen.insert(name).inserted else { throw RepeatedName() }
                    try skip(try scanner.scanValue())
                } while try scanner.scanSeparator(until: UInt8(ascii: "}"))
            }
        } else {
            // The decoder says what is wrong with it.
            return
        }
        try scanner.scanEndOfText()
    }

    /// The text of a name, or an empty one if it is none that counts.
    private func name(in range: Range<Int>) -> String {
        let content = bytes[range]
        guard content.count <= Self.nameLimit else { return "" }
        return JSONString.decode(content).text
    }

    private mutating func skip(_ value: JSONScanner.Value) throws {
        switch value {
        case .object:
            if scanner.scanEnd(UInt8(ascii: "}")) { return }
            repeat {
                _ = try scanner.scanName()
                try skip(try scanner.scanValue())
            } while try scanner.scanSeparator(until: UInt8(ascii: "}"))
        case .array:
            if scanner.scanEnd(UInt8(ascii: "]")) { return }
            repeat { try skip(try scanner.scanValue()) } while try scanner.scanSeparator(until: UInt8(ascii: "]"))
        default: break
        }
    }
}
