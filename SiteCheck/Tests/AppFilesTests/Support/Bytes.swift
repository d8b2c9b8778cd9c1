/// The bytes of a number, the least significant one first.
func little(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

/// The bytes of a number, the most significant one first.
func big(_ value: Int, _ size: Int) -> [UInt8] { little(value, size).reversed() }

/// Bytes with others at an offset.
func patched(_ bytes: [UInt8], at offset: Int, _ patch: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(offset..<offset + patch.count, with: patch)
    return bytes
}

/// Damages bytes at each place: each byte is inverted, set to the largest, to zero and to the next, and the bytes end before it.
///
/// - Parameters:
///   - bytes: The bytes.
///   - step: How far the places are apart.
///   - body: What is done with each damaged copy.
func damage(_ bytes: [UInt8], step: Int = 1, _ body: ([UInt8]) -> Void) {
    for index in stride(from: 0, to: bytes.count, by: step) {
        var copy = bytes
        for value in [~bytes[index], 0xFF, 0, bytes[index] &+ 1] where value != bytes[index] {
            copy[index] = value
            body(copy)
        }
        body(Array(bytes[..<index]))
    }
    // Numbers of 32 bits that are as large as can be.
    for index in stride(from: 0, to: max(0, bytes.count - 4), by: 2 * step) {
        body(patched(bytes, at: index, [0xFF, 0xFF, 0xFF, 0xFF]))
        body(patched(bytes, at: index, [0xFF, 0xFF, 0xFF, 0x7F]))
    }
}
