/// A byte order mark, which takes precedence over all other declarations of the encoding.
struct ByteOrderMark {
    let encoding: WebEncoding
    /// How many bytes the mark has.
    let count: Int

    /// - Returns: `nil` if the bytes do not begin with a mark.
    init?(beginningOf bytes: [UInt8]) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            (encoding, count) = (.utf8, 3)
        } else if bytes.starts(with: [0xFF, 0xFE]) {
            (encoding, count) = (.utf16LE, 2)
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            (encoding, count) = (.utf16BE, 2)
        } else {
            return nil
        }
    }
}
