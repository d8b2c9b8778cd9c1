/// The form in which Apple compares path patterns and the paths of URLs.
@_spi(Bolts) public enum PathNormalization {
    /// Normalizes a path or a path pattern.
    ///
    /// An empty path becomes `/`; one character remains unchanged. Otherwise each run of stars or of slashes becomes one, and
    /// each end that has neither a slash nor a star gets a slash.
    @_spi(Bolts) public static func normalize(_ path: some Collection<UInt8>) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        let star = UInt8(ascii: "*")
        guard let first = path.first else { return [slash] }
        if path.count == 1 || isSingleScalar(path, first) { return Array(path) }
        var normalized: [UInt8] = []
        normalized.reserveCapacity(path.count + 2)
        if first != slash, first != star { normalized.append(slash) }
        var previous: UInt8 = 0
        for byte in path {
            if byte == previous, byte == slash || byte == star { continue }
            normalized.append(byte)
            previous = byte
        }
        if previous != slash, previous != star { normalized.append(slash) }
        return normalized
    }

    /// Whether a path is one character of several bytes.
    private static func isSingleScalar(_ path: some Collection<UInt8>, _ first: UInt8) -> Bool {
        guard first >= 0xC2, path.count <= 4 else { return false }
        return path.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
    }
}
