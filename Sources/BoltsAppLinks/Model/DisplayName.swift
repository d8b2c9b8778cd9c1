import BoltsPageFetching

/// The name that a stranger gives itself, made fit to stand in a sentence of one's own.
///
/// What cannot be seen goes: controls, marks that turn text around, everything that Unicode has renderers ignore, and
/// private characters. What joins letters and picks an emoji's look stays, since names are written with it. White space
/// becomes single spaces, and a long name is cut between two characters.
package enum DisplayName {
    /// The most characters of a name, the mark that it was cut included.
    package static let maximumLength = 64

    /// A character of more scalars than any script or emoji needs is a pile of marks: only what it stands on is shown.
    private static let maximumScalarsOfACharacter = 16

    /// Makes a name fit to be shown.
    ///
    /// - Parameter text: The sender's word.
    /// - Returns: At most ``maximumLength`` characters on one line, or `nil` where nothing of it would be seen.
    package static func shown(_ text: String) -> String? {
        // Enough scalars for the longest name there can be; whatever is behind them costs nothing.
        let scalars = text.unicodeScalars.prefix(maximumLength * maximumScalarsOfACharacter * 2)
        var isCut = scalars.endIndex < text.unicodeScalars.endIndex
        var clean = String.UnicodeScalarView()
        var isSpacePending = false
        var isAnythingSeen = false
        for scalar in scalars {
            if scalar.properties.isWhitespace {
                isSpacePending = !clean.isEmpty
            } else if scalar.isJoiner || !scalar.isUnsafeInText {
                if isSpacePending { clean.append(" ") }
                isSpacePending = false
                isAnythingSeen = isAnythingSeen || isSeen(scalar)
                clean.append(scalar)
            }
        }
        guard isAnythingSeen else { return nil }

        var name = ""
        var length = 0
        for character in String(clean) {
            if length == maximumLength {
                isCut = true
                break
            }
            let scalars = character.unicodeScalars
            if scalars.count > maximumScalarsOfACharacter, let base = scalars.first {
                name.unicodeScalars.append(base)
            } else {
                name.append(character)
            }
            length += 1
        }
        guard isCut else { return name }
        return name.prefix(maximumLength - 1) + "…"
    }

    /// Whether a scalar leaves ink by itself.
    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format: false
        default: true
        }
    }
}
