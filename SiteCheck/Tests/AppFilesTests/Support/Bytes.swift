/// The bytes of a number, the least significant one first.
func little(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

/// The bytes of a number, the most significant one first.
func big(_ value: Int, _ size: Int) -> [UInt8] { little(value, size).reversed() }

/// A copy of bytes in which a patch replaces those at an offset.
func patched(_ bytes: [UInt8], at offset: Int, _ patch: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(offset..<offset + patch.count, with: patch)
    return bytes
}

/// Passes on bytes damaged at each place, `step` apart: the byte is inverted, set to the maximum, set to zero or incremented, or
/// the bytes end before it.
func damage(_ bytes: [UInt8], step: Int = 1, _ body: ([UInt8]) -> Void) {
    for index in stride(from: 0, to: bytes.count, by: step) {
        var copy = bytes
        for value in [~bytes[index], 0xFF, 0, bytes[index] &+ 1] where value != bytes[index] {
            copy[index] = value
            body(copy)
        }
        body(Array(bytes[..<index]))
    }
    // These are the largest numbers of 32 bits.
    for index in stride(from: 0, to: max(0, bytes.count - 4), by: 2 * step) {
        body(patched(bytes, at: index, [0xFF, 0xFF, 0xFF, 0xFF]))
        body(patched(bytes, at: index, [0xFF, 0xFF, 0xFF, 0x7F]))
    }
}
