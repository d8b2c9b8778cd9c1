import BoltsPageMetadata

/// Writes tags as HTML.
enum PageMarkup {
    /// Returns one line for each tag.
    static func html(_ tags: [MetaTag]) -> String {
        tags.map { tag in
            let name = tag.attribute == .name ? "name" : "property"
            let content = tag.content.map { " content=\"\(escaped($0))\"" } ?? ""
            return "<meta \(name)=\"\(escaped(tag.property))\"\(content)>\n"
        }.joined()
    }

    /// Returns text as it stands in an attribute, in double quotes, of HTML or XML.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
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
}
