import BoltsBase

/// A stranger's text as a part of a Markdown document.
enum MarkdownText {
    /// Text that is no Markdown and no HTML, on one line: every sign that could be a part of either has a backslash (CommonMark,
    /// section 2.4).
    static func plain(_ text: String) -> String {
        text.sanitized().replacingScalars { "\\`*_[]|#~@<>&!".unicodeScalars.contains($0) ? "\\\($0)" : nil }
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
