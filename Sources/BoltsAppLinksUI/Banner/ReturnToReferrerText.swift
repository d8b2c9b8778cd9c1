/// What a banner says, in three parts, so that the sender's word can be told from the app's.
///
/// ```swift
/// let text = ReturnToReferrerText(format: "Touch to return to %@", appName: "Notes")
/// print(text)                                            // Touch to return to Notes
/// print(text.before, "<bdi>", text.appName, "</bdi>")    // the parts, which are not escaped
/// ```
public struct ReturnToReferrerText: Sendable, Hashable, CustomStringConvertible {
    /// The app's words before the name.
    public let before: String

    /// The name of the sending app; empty where the app's words have no place for it.
    public let appName: String

    /// The app's words after the name.
    public let after: String

    /// Puts a name into a sentence.
    ///
    /// This is no `printf`: nothing but the placeholder is read, and whatever the name holds stands as it is.
    ///
    /// - Parameters:
    ///   - format: The sentence, with `%@` or `%1$@` where the name goes, and `%%` for a percent sign.
    ///   - appName: The name, fit to be shown.
    public init(format: String, appName: String) {
        var parts = [""]
        var rest = Substring(format)
        while let sign = rest.firstIndex(of: "%") {
            parts[parts.count - 1] += rest[..<sign]
            rest = rest[sign...]
            if let placeholder = ["%@", "%1$@"].first(where: { rest.hasPrefix($0) }) {
                rest = rest.dropFirst(placeholder.count)
                // A second placeholder has the name again, as words of the sentence.
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
    /// Where it holds letters that run from right to left, the name is set apart by the marks that keep it from turning the
    /// words around it.
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
