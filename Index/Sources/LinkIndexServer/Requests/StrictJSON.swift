import BoltsBase

/// Checks that all readers read a JSON text alike (RFC 8259, RFC 7493).
///
/// The decoder accepts more: another encoding, a trailing comma, and two members with one name, between which the decoder and a
/// proxy may choose differently.
package struct StrictJSON {
    /// How deeply the text may be nested.
    private static let depthLimit = 64
    /// The maximum length of an escaped name that is compared with those to check.
    private static let nameLimit = 64

    /// The error that a checked member occurs twice.
    private struct RepeatedName: Error {
        let name: String
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var scanner: JSONScanner

    /// - Parameters:
    ///   - bytes: The text. A byte order mark is ignored.
    ///   - names: The names of the members that may occur only once.
    /// - Returns: Whether all readers read the text alike.
    static func isClear(_ bytes: UnsafeBufferPointer<UInt8>, names: Set<String>) -> Bool {
        var text = StrictJSON(bytes)
        return (try? text.check(names)) != nil
    }

    /// - Parameters:
    ///   - bytes: The text. A byte order mark is ignored.
    ///   - names: The names of the members to check.
    /// - Returns: The first of these names that occurs twice, or `nil` if none does or the text is not JSON.
    package static func repeatedName(in bytes: UnsafeBufferPointer<UInt8>, names: Set<String>) -> String? {
        var text = StrictJSON(bytes)
        do {
            try text.check(names)
            return nil
        } catch {
            return (error as? RepeatedName)?.name
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        scanner = JSONScanner(start: start, depthLimit: Self.depthLimit)
    }

    private mutating func check(_ names: Set<String>) throws {
        // The bytes are copied to a constant, because the scanner changes the reader.
        let bytes = bytes
        var seen: Set<String> = []
        if case .object = try scanner.scanValue(in: bytes.span) {
            if !scanner.scanEnd(UInt8(ascii: "}"), in: bytes.span) {
                repeat {
                    let name = name(in: try scanner.scanName(in: bytes.span))
                    guard !names.contains(name) || seen.insert(name).inserted else { throw RepeatedName(name: name) }
                    try skip(try scanner.scanValue(in: bytes.span))
                } while try scanner.scanSeparator(until: UInt8(ascii: "}"), in: bytes.span)
            }
        } else {
            // The decoder reports that the text is not JSON.
            return
        }
        try scanner.scanEndOfText(in: bytes.span)
    }

    /// The text of a name, or an empty one if it is not to be checked.
    private func name(in range: Range<Int>) -> String {
        let content = bytes[range]
        guard content.count <= Self.nameLimit else { return "" }
        return JSONString.decode(content).text
    }

    private mutating func skip(_ value: JSONScanner.Value) throws {
        let bytes = bytes
        switch value {
        case .object:
            if scanner.scanEnd(UInt8(ascii: "}"), in: bytes.span) { return }
            repeat {
                _ = try scanner.scanName(in: bytes.span)
                try skip(try scanner.scanValue(in: bytes.span))
            } while try scanner.scanSeparator(until: UInt8(ascii: "}"), in: bytes.span)
        case .array:
            if scanner.scanEnd(UInt8(ascii: "]"), in: bytes.span) { return }
            repeat {
                try skip(try scanner.scanValue(in: bytes.span))
            } while try scanner.scanSeparator(until: UInt8(ascii: "]"), in: bytes.span)
        default: break
        }
    }
}
