/// Writes JSON (RFC 8259), value after value.
struct JSONText {
    private(set) var text = ""
    /// Whether the text may stand in an HTML script.
    private let isForScripts: Bool
    /// Whether the next value or key needs a comma before it.
    private var needsComma = false

    /// - Parameter isForScripts: False for readers that show escapes as they are, as Perfetto does.
    init(isForScripts: Bool = true) { self.isForScripts = isForScripts }

    mutating func object(_ body: (inout JSONText) -> Void) { nest("{", "}", body) }

    mutating func array(_ body: (inout JSONText) -> Void) { nest("[", "]", body) }

    private mutating func nest(_ open: String, _ close: String, _ body: (inout JSONText) -> Void) {
        separate()
        text += open
        needsComma = false
        body(&self)
        text += close
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { text += "," }
        needsComma = true
    }

    mutating func key(_ key: String) {
        separate()
        quote(key)
        text += ":"
        needsComma = false
    }

    mutating func value(_ value: String) {
        separate()
        quote(value)
    }

    mutating func value(_ value: some BinaryInteger) {
        separate()
        text += String(value)
    }

    mutating func value(_ value: Bool) {
        separate()
        text += value ? "true" : "false"
    }

    /// Writes a number of thousandths, such as microseconds with three decimals.
    mutating func value(thousandths value: UInt64) {
        separate()
        let rest = String(value % 1_000)
        text += String(value / 1_000) + "." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    /// Writes a string.
    ///
    /// Characters that are not shown are escaped, so that they cannot reorder or hide other text where JSON is read.
    private mutating func quote(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "<", ">", "&":
                if isForScripts { escape(scalar) } else { text.unicodeScalars.append(scalar) }
            case _ where scalar.isHidden: escape(scalar)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
}
