/// Writes text into HTML.
enum HTMLText {
    /// Escapes text for the inside of an element and for a quoted attribute alike.
    ///
    /// What is written is ASCII, and so means the same in nearly every encoding that a page may have. A control that HTML
    /// cannot hold becomes U+FFFD, as a browser would have it.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The text, in which nothing begins a tag, ends a value or is a reference of the text's own.
    static func escaped(_ text: String) -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
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
