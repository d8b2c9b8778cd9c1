extension StringProtocol {
    /// Returns the text on one line, safe to show: invisible characters, line ends and characters that change the text
    /// direction are escaped.
    ///
    /// - Parameter limit: The maximum number of Unicode scalars in the result. A longer text is truncated and ends with `…`.
    /// - Returns: One line. Sanitizing it again changes nothing.
    public func sanitized(limit: Int = .max) -> String {
        var line = ""
        // Scalars are counted, because one character can be megabytes of combining marks.
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
    ///
    /// - Parameter limit: The maximum number of Unicode scalars between the quotation marks.
    /// - Returns: One line.
    public func quoted(limit: Int = 200) -> String { "\"\(sanitized(limit: limit))\"" }
}

extension Unicode.Scalar {
    /// Whether the scalar is invisible, ends a line, or changes the layout of the text around it.
    public var isUnsafeInText: Bool {
        switch value {
        case 0x20...0x7E: return false
        // These two are invisible, although Unicode classifies them as a mark and a symbol.
        case 0x034F, 0x2800: return true
        default: break
        }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return true
        default:
            // Variation selectors change the appearance of the character before them.
            return properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
        }
    }

    /// Whether the scalar joins letters or the parts of an emoji: it is invisible, but needed in names.
    package var isJoiner: Bool { value == 0x200C || value == 0x200D }

    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    /// Whether the scalar is a control character or ends a line.
    public var isControlOrLineEnd: Bool { isControl || value == 0x2028 || value == 0x2029 }

    /// Whether the scalar is visible without another one before it, unlike a combining mark.
    package var isVisibleAlone: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format: false
        default: true
        }
    }
}
