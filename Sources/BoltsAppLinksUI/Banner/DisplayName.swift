import BoltsBase

/// A name from another app, made safe to show in a sentence.
///
/// Invisible characters are removed: controls, bidirectional marks, default-ignorable and private-use code points.
/// Joiners and variation selectors stay, because names and emoji are spelled with them. White space collapses to single
/// spaces, and a long name is truncated between two characters.
enum DisplayName {
    /// The maximum number of characters of a name, including the ellipsis of a truncated one.
    static let maximumLength = 64

    /// No script or emoji needs more scalars for a character; a longer character is a pile of combining marks.
    private static let maximumScalarsPerCharacter = 16

    /// Returns the name that can be shown, on one line, or `nil` if nothing of it would be visible.
    static func sanitized(_ text: String) -> String? {
        // Enough scalars for the longest name that is shown, so that a longer text costs no more.
        let scalars = text.unicodeScalars.prefix(maximumLength * maximumScalarsPerCharacter * 2)
        var isTruncated = scalars.endIndex < text.unicodeScalars.endIndex
        var clean = String.UnicodeScalarView()
        var isSpacePending = false
        var isVisible = false
        for scalar in scalars {
            if scalar.properties.isWhitespace {
                isSpacePending = !clean.isEmpty
            } else if scalar.isJoiner || !scalar.isUnsafeInText {
                if isSpacePending { clean.append(" ") }
                isSpacePending = false
                isVisible = isVisible || scalar.isVisibleAlone
                clean.append(scalar)
            }
        }
        guard isVisible else { return nil }

        var name = ""
        var length = 0
        for character in String(clean) {
            if length == maximumLength {
                isTruncated = true
                break
            }
            let scalars = character.unicodeScalars
            if scalars.count > maximumScalarsPerCharacter, let base = scalars.first {
                name.unicodeScalars.append(base)
            } else {
                name.append(character)
            }
            length += 1
        }
        guard isTruncated else { return name }
        return name.prefix(maximumLength - 1) + "…"
    }
}
