import BoltsBase

/// The application ids of Android apps.
@_spi(Bolts) public enum AndroidApplicationID {
    /// Whether text has at least two segments of letters, digits and underscores, each starting with a letter.
    @_spi(Bolts) public static func isValid(_ text: String) -> Bool {
        let segments = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return segments.count >= 2
            && segments.allSatisfy { segment in
                (segment.first?.isASCIILetter ?? false)
                    && segment.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
            }
    }
}
