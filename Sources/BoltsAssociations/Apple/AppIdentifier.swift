import BoltsBase

/// An app's identifier in Apple's form: a prefix of ten characters, a dot, and the bundle identifier.
///
/// The prefix is compared case-insensitively, and the bundle identifier case-sensitively.
@_spi(Bolts) public enum AppIdentifier {
    /// Returns the form in which identifiers are compared.
    @_spi(Bolts) public static func canonical(_ identifier: String) -> String {
        guard hasSmallLetter(inPrefixOf: identifier), let dot = identifier.utf8.firstIndex(of: UInt8(ascii: "."))
        else { return identifier }
        let prefix = identifier[..<dot]
        return prefix.unicodeScalars.count == 10 ? prefix.uppercased() + identifier[dot...] : identifier
    }

    /// Whether a lower-case letter is before the first dot, where a prefix of ten characters would end.
    private static func hasSmallLetter(inPrefixOf identifier: String) -> Bool {
        var hasSmallLetter = false
        // Ten characters have at most forty bytes.
        for (index, byte) in identifier.utf8.prefix(41).enumerated() {
            if byte == UInt8(ascii: ".") { return index >= 10 && hasSmallLetter }
            hasSmallLetter = hasSmallLetter || byte.isASCIILetter && !byte.isASCIIUppercase
        }
        return false
    }

    /// Whether an identifier is a bundle identifier, with or without a prefix.
    @_spi(Bolts) public static func isOf(_ bundle: String, _ identifier: String) -> Bool {
        identifier == bundle || isWellFormed(identifier) && identifier.dropFirst(11) == bundle[...]
    }

    /// Whether text is ten letters or digits, a dot and a bundle identifier.
    @_spi(Bolts) public static func isWellFormed(_ text: String) -> Bool {
        let bytes = text.utf8
        let dot = UInt8(ascii: ".")
        guard bytes.prefix(10).allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit }), bytes.dropFirst(10).first == dot
        else { return false }
        var previous = dot
        for byte in bytes.dropFirst(11) {
            guard byte == dot ? previous != dot : isInBundleIdentifier(byte) else { return false }
            previous = byte
        }
        return previous != dot
    }

    private static func isInBundleIdentifier(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
