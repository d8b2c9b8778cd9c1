extension StringProtocol {
    /// Returns the text on one line, as ``SanitizedText`` writes it.
    ///
    /// - Parameter limit: How many Unicode scalars the result may have.
    /// - Returns: One line.
    package func sanitized(limit: Int = .max) -> String {
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
