extension [UInt8] {
    /// A copy with a buffer of its own that is as long as the bytes.
    ///
    /// A buffer that is reused has room for the longest value so far. Sharing it would keep that room for each value.
    var unsharedCopy: [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(count)
        copy.append(contentsOf: self)
        return copy
    }
}
