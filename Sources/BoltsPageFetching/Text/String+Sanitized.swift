extension StringProtocol {
    /// Returns the text on one line, safe to show in a message, a log or a terminal.
    ///
    /// Control characters, line breaks, bidirectional marks and every other character that is invisible, private or not
    /// assigned are written as escapes, such as `\u{202E}`. Sanitizing twice changes nothing more. It runs in time
    /// proportional to `limit`.
    ///
    /// ```swift
    /// let text = "app\u{202E}gnp.exe\n"
    /// print(text.sanitized())          // app\u{202E}gnp.exe\n
    /// print(text.sanitized(limit: 3))  // app…
    /// ```
    ///
    /// - Parameter limit: How many Unicode scalars the result may have. A longer text is truncated and ends with `…`.
    /// - Returns: One line.
    public func sanitized(limit: Int = .max) -> String {
        var line = ""
        // Scalars, because one character can be megabytes of combining marks.
        var count = 0
        for scalar in unicodeScalars {
            let isUnsafe = scalar.isUnsafeInText
            let escaped = isUnsafe ? scalar.escaped(asASCII: true) : ""
            count += isUnsafe ? escaped.utf8.count : 1
            guard count <= limit else { return line + "…" }
            if isUnsafe {
                line += escaped
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    /// Returns ``sanitized(limit:)`` between quotation marks.
    package func quoted(limit: Int = 200) -> String { "\"\(sanitized(limit: limit))\"" }
}

extension Unicode.Scalar {
    /// Whether the scalar is invisible or changes how the text around it is laid out.
    package var isUnsafeInText: Bool {
        switch value {
        case 0x20...0x7E: return false
        // Invisible, although Unicode calls them a mark and a symbol.
        case 0x034F, 0x2800: return true
        default: break
        }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            return true
        default:
            // Variation selectors change the appearance of the character before them.
            return properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
        }
    }

    /// Whether the scalar joins letters or the parts of an emoji: it is invisible, but needed in names.
    package var isJoiner: Bool { value == 0x200C || value == 0x200D }
}
