import BoltsPageMetadata

/// Writes text and tags as HTML.
enum HTMLText {
    /// Returns `meta` elements, one on each line, in ASCII.
    static func markup(_ tags: [MetaTag]) -> String {
        tags.map { tag in
            let content = tag.content.map { " content=\"\(escaped($0))\"" } ?? ""
            return "<meta \(tag.attribute == .name ? "name" : "property")=\"\(escaped(tag.property))\"\(content)>\n"
        }.joined()
    }

    /// Returns text escaped for both element content and quoted attribute values.
    ///
    /// The result is ASCII, so it means the same in almost every encoding of a page. Controls, which HTML does not allow,
    /// become U+FFFD.
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
