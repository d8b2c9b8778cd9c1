internal import BoltsBase

/// Writes JSON (RFC 8259), value after value.
struct JSONStreamWriter {
    private var bytes: [UInt8] = []
    private let escapes: JSONString.Escapes
    /// Whether the next value or key needs a comma before it.
    private var needsComma = false

    /// - Parameter isForScripts: Whether the text may be in an HTML script. False for readers such as Perfetto, which show escapes
    ///   without decoding them.
    init(isForScripts: Bool = true) { escapes = isForScripts ? [.invisible, .markup] : .invisible }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func object(_ body: (inout JSONStreamWriter) -> Void) { nest("{", "}", body) }

    mutating func array(_ body: (inout JSONStreamWriter) -> Void) { nest("[", "]", body) }

    private mutating func nest(_ open: String, _ close: String, _ body: (inout JSONStreamWriter) -> Void) {
        separate()
        bytes += open.utf8
        needsComma = false
        body(&self)
        bytes += close.utf8
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    mutating func key(_ key: String) {
        separate()
        JSONString.append(key, to: &bytes, escaping: escapes)
        bytes += ":".utf8
        needsComma = false
    }

    mutating func value(_ value: String) {
        separate()
        JSONString.append(value, to: &bytes, escaping: escapes)
    }

    mutating func value(_ value: some BinaryInteger) {
        separate()
        bytes += String(value).utf8
    }

    mutating func value(_ value: Bool) {
        separate()
        bytes += (value ? "true" : "false").utf8
    }

    /// Writes a number of thousandths, such as microseconds with three decimals.
    mutating func value(thousandths value: UInt64) {
        separate()
        let rest = String(value % 1_000)
        let zeros = String(repeating: "0", count: 3 - rest.count)
        bytes += "\(value / 1_000).\(zeros)\(rest)".utf8
    }
}
