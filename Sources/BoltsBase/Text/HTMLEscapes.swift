extension StringProtocol {
    /// Returns the text escaped for an element or a quoted attribute of UTF-8 HTML or XML.
    ///
    /// Invisible characters remain: sanitize untrusted text first.
    ///
    /// - Returns: The text, in which references replace white space that an attribute would lose.
    public func htmlEscaped() -> String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\u{A}", "\u{D}", "\u{9}": result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns the text escaped for both element content and quoted attribute values of HTML in any encoding.
    ///
    /// - Returns: ASCII, which means the same in almost every encoding of a page. Controls, which HTML forbids, become U+FFFD.
    public func htmlEscapedAsASCII() -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x20, 0x21, 0x23...0x25, 0x28...0x3B, 0x3D, 0x3F...0x7E:
                escaped.append(UInt8(truncatingIfNeeded: scalar.value))
            case 0x22: escaped += "&quot;".utf8
            case 0x26: escaped += "&amp;".utf8
            case 0x3C: escaped += "&lt;".utf8
            case 0x3E: escaped += "&gt;".utf8
            case 0x00...0x1F, 0x7F...0x9F: escaped += "&#xFFFD;".utf8
            default: escaped += "&#x\(String(scalar.value, radix: 16, uppercase: true));".utf8
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
