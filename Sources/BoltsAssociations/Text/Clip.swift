/// Shortens what a stranger wrote before it goes into a message.
enum Clip {
    private static let limit = 80

    /// Returns at most 80 characters of a text, with control characters replaced.
    static func clip(_ text: String) -> String {
        var result = ""
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < limit else { return result + "…" }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: result.unicodeScalars.append("\u{FFFD}")
            default: result.unicodeScalars.append(scalar)
            }
            count += 1
        }
        return result
    }

    /// Returns a clipped text in double quotes.
    static func quoted(_ text: String) -> String { "\"\(clip(text))\"" }
}
