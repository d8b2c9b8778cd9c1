/// The text of a banner in three parts, which separate the referrer's name from the app's own words.
///
/// ```swift
/// let text = referrer.text()
/// print(text)                                            // Touch to return to Notes
/// print(text.before, "<bdi>", text.appName, "</bdi>")    // the parts are not escaped
/// ```
public struct ReturnToReferrerText: Sendable, Hashable, CustomStringConvertible {
    /// The words before the name.
    public let before: String

    /// The name of the referring app, or an empty string if the format has no placeholder.
    public let appName: String

    /// The words after the name.
    public let after: String

    /// Creates a text from a format, with `%@` or `%1$@` for the name and `%%` for a percent sign.
    ///
    /// Only the placeholders are replaced. Nothing in the name is interpreted.
    package init(format: String, appName: String) {
        var parts = [""]
        var rest = Substring(format)
        while let sign = rest.firstIndex(of: "%") {
            parts[parts.count - 1] += rest[..<sign]
            rest = rest[sign...]
            if let placeholder = ["%@", "%1$@"].first(where: { rest.hasPrefix($0) }) {
                rest = rest.dropFirst(placeholder.count)
                // A second placeholder repeats the name as part of the sentence.
                if parts.count == 1 { parts.append("") } else { parts[1] += appName }
            } else {
                parts[parts.count - 1] += "%"
                rest = rest.dropFirst(rest.hasPrefix("%%") ? 2 : 1)
            }
        }
        parts[parts.count - 1] += rest
        self.before = parts[0]
        self.appName = parts.count > 1 ? appName : ""
        self.after = parts.count > 1 ? parts[1] : ""
    }

    /// The whole sentence.
    ///
    /// If it contains right-to-left letters, the name is between directional isolates, so that the order of the words around it
    /// does not change.
    public var description: String {
        guard [before, appName, after].contains(where: Self.hasRightToLeftLetters) else {
            return before + appName + after
        }
        return before + "\u{2068}" + appName + "\u{2069}" + after
    }

    private static func hasRightToLeftLetters(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
            default: false
            }
        }
    }
}
