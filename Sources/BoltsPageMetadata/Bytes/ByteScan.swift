// Searches for bytes, sixteen at a time. All loads are bounds-checked.

extension Span<UInt8> {
    /// The index of the first `byte` at or after `start`, or `count` if there is none.
    @inline(__always)
    func firstIndex(of byte: UInt8, from start: Int) -> Int {
        let wanted = SIMD16<UInt8>(repeating: byte)
        var index = start
        while index &+ 16 <= count {
            let found = unsafe unsafeBitCast(vector(at: index) .== wanted, to: SIMD2<UInt64>.self)
            if found[0] | found[1] != 0 { return index &+ Self.firstLane(found) }
            index &+= 16
        }
        while index < count, self[index] != byte { index &+= 1 }
        return index
    }

    /// The index of the first of either byte at or after `start`, or `count` if there is none.
    @inline(__always)
    func firstIndex(of byte: UInt8, or other: UInt8, from start: Int) -> Int {
        let wanted = SIMD16<UInt8>(repeating: byte)
        let alsoWanted = SIMD16<UInt8>(repeating: other)
        var index = start
        while index &+ 16 <= count {
            let bytes = vector(at: index)
            let found = unsafe unsafeBitCast((bytes .== wanted) .| (bytes .== alsoWanted), to: SIMD2<UInt64>.self)
            if found[0] | found[1] != 0 { return index &+ Self.firstLane(found) }
            index &+= 16
        }
        while index < count, self[index] != byte, self[index] != other { index &+= 1 }
        return index
    }

    @inline(__always)
    private func vector(at index: Int) -> SIMD16<UInt8> {
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
    }

    /// The index of the first lane that is set in a mask, given as two integers with the first lane in the lowest bits.
    @inline(__always)
    private static func firstLane(_ mask: SIMD2<UInt64>) -> Int {
        mask[0] != 0
            ? mask[0].littleEndian.trailingZeroBitCount &>> 3
            : 8 &+ mask[1].littleEndian.trailingZeroBitCount &>> 3
    }
}
