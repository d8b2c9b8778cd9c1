/// What a stranger wrote, made fit for one line of a message.
package enum DisplayText {
    /// The text in quotes, with controls and marks that turn text around escaped, and cut where it is long.
    ///
    /// - Parameters:
    ///   - text: What a page or another app wrote.
    ///   - limit: The most Unicode scalars to show.
    /// - Returns: One line.
    package static func quoted(_ text: some StringProtocol, limit: Int = 200) -> String {
        var shown = "\""
        // Counted in scalars: one character can be megabytes of combining marks.
        for scalar in text.unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                shown += scalar.escaped(asASCII: true)
            default:
                shown.unicodeScalars.append(scalar)
            }
        }
        shown += text.unicodeScalars.dropFirst(limit).isEmpty ? "\"" : "…\""
        return shown
    }

    /// What an error says of itself, in one line.
    package static func line(of error: any Error) -> String {
        let text = String(describing: error)
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
