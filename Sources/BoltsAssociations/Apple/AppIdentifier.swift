import BoltsBase

/// An app's identifier in Apple's form: a prefix of ten characters, a dot, and the bundle identifier.
///
/// The prefix is compared case-insensitively, and the bundle identifier case-sensitively.
package enum AppIdentifier {
    /// Returns the form in which identifiers are compared.
    package static func canonical(_ identifier: String) -> String {
        let bytes = identifier.utf8
        guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { return identifier }
        let prefix = identifier[..<dot]
        guard prefix.unicodeScalars.count == 10,
            prefix.utf8.contains(where: { !$0.isASCIIUppercase && $0.isASCIILetter })
        else { return identifier }
        return prefix.uppercased() + identifier[dot...]
    }

    /// Whether text is ten letters or digits, a dot and a bundle identifier.
    package static func isWellFormed(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count > 11, bytes[10] == UInt8(ascii: "."),
            bytes[..<10].allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit })
        else { return false }
        return bytes[11...].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy {
                    $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                }
        }
    }
}
