/// The parts of a path as written.
@_spi(Bolts) public enum FilePath: Sendable {
    /// The folder of a path; empty for a name alone, and without a trailing slash unless it is the root.
    ///
    /// Foundation's `deletingLastPathComponent` ends the process on a path of one character.
    @_spi(Bolts) public static func folder(of path: String) -> String {
        let slash = UInt8(ascii: "/")
        var bytes = Array(path.utf8)[...]
        func dropSlashes() { while bytes.count > 1, bytes.last == slash { bytes.removeLast() } }
        dropSlashes()
        guard let last = bytes.lastIndex(of: slash) else { return "" }
        bytes = bytes[...last]
        dropSlashes()
        return String(decoding: bytes, as: UTF8.self)
    }
}
