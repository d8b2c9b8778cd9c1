import BoltsBase

/// A stranger's text as a part of a Markdown document.
enum MarkdownText {
    /// Text that is no Markdown and no HTML, on one line: every sign that could be a part of either has a backslash (CommonMark,
    /// section 2.4).
    ///
    /// GitHub and GitLab look for URLs, mentions and references in the text of the finished page, where no backslash is left: an invisible
    /// space parts what they look for.
    static func plain(_ text: String) -> String {
        let scalars = Array(text.sanitized().unicodeScalars)
        var plain = ""
        for (index, scalar) in scalars.enumerated() {
            if "\\`*_[]|#~@<>&!".unicodeScalars.contains(scalar) { plain.unicodeScalars.append("\\") }
            plain.unicodeScalars.append(scalar)
            if isLinked(scalar, scalars[(index + 1)...]) { plain += "&#8203;" }
        }
        return plain
    }

    /// Whether a service would make a link of a sign and what follows it.
    private static func isLinked(_ sign: Unicode.Scalar, _ rest: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let next = rest.first else { return false }
        switch sign {
        case ":": return next == "/"
        case "w", "W": return next == "."
        case "@", "#", "!", "~", "%", "$", "&":
            return next == "\"" || next == "_" || next.properties.isAlphabetic || ("0"..."9").contains(next)
        case "-": return ("0"..."9").contains(next)
        default: return false
        }
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
