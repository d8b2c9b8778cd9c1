import BoltsBase

/// Untrusted text as part of a Markdown document.
enum MarkdownText {
    /// Text without Markdown and HTML, on one line: every character that could be part of either has a backslash (CommonMark,
    /// section 2.4).
    ///
    /// GitHub and GitLab search for URLs, mentions, references, emoji, formulas and commits in the text of the finished page,
    /// where the backslashes are gone, so an invisible space splits them.
    static func plain(_ text: String) -> String {
        let scalars = Array(text.sanitized().unicodeScalars)
        var plain = ""
        var digits = 0
        for (index, scalar) in scalars.enumerated() {
            // Fewer hexadecimal digits than this are not linked as a commit.
            digits = scalar.properties.isASCIIHexDigit ? digits + 1 : 0
            if digits > maximumDigits {
                plain += space
                digits = 1
            }
            if scalar == "$" {
                // A dollar sign is written as a reference, because formulas are recognized before escapes.
                plain += "&#36;"
            } else {
                if "\\`*_[]|#~@<>&!".unicodeScalars.contains(scalar) { plain.unicodeScalars.append("\\") }
                plain.unicodeScalars.append(scalar)
            }
            if isLinked(scalar, scalars[(index + 1)...]) { plain += space }
        }
        return plain
    }

    private static let space = "&#8203;"
    private static let maximumDigits = 6

    /// Whether a service would interpret a character and the text after it.
    private static func isLinked(_ sign: Unicode.Scalar, _ rest: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let next = rest.first else { return false }
        switch sign {
        case ":": return next == "/" || isEmoji(rest)
        case "w", "W": return next == "."
        case "[", "*": return next == "[" || next.properties.isAlphabetic
        case "$": return true
        case "@", "#", "!", "~", "%", "&":
            return next == "\"" || next == "_" || next.properties.isAlphabetic || ("0"..."9").contains(next)
        case "-": return ("0"..."9").contains(next)
        default: return false
        }
    }

    /// Whether a colon and the name of an emoji are closed by another colon; the examined text is longer than the longest name.
    private static func isEmoji(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
        let name = rest.prefix(100).prefix {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789_+-".unicodeScalars.contains($0))
        }
        return !name.isEmpty && rest.dropFirst(name.count).first == ":"
    }

    /// A code span, whose fence is longer than any run of backticks in the text.
    static func code(_ text: String) -> String {
        let text = text.replacingScalars { $0 == "\n" || $0 == "\r" ? " " : nil }
        let longest = text.unicodeScalars.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        let space = longest > 0 || text.isEmpty ? " " : ""
        return fence + space + text + space + fence
    }
}
