extension [UInt8] {
    /// Appends a code point in UTF-8; a surrogate is replaced by U+FFFD.
    mutating func append(codePoint: UInt32) {
        if codePoint < 0x80 {
            append(UInt8(codePoint))
        } else if let scalar = Unicode.Scalar(codePoint) {
            append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        } else {
            appendReplacementCharacter()
        }
    }

    /// Appends U+FFFD in UTF-8, which stands for an error in the input.
    mutating func appendReplacementCharacter() {
        append(contentsOf: UTF8.encodedReplacementCharacter)
    }

    /// A copy with its own buffer, which is as long as the bytes.
    ///
    /// A buffer that is reused has room for the longest value so far. Sharing it would keep that room for each value.
    var unsharedCopy: [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(count)
        copy.append(contentsOf: self)
        return copy
    }
}
