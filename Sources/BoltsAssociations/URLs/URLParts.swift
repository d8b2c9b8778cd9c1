import BoltsBase

/// The parts of an absolute URL as ranges of its bytes, split by RFC 3986 without decoding or checking anything.
struct URLParts {
    var scheme: Range<Int>
    var host: Range<Int>
    var port: Range<Int>?
    var hasUserInfo = false
    var path: Range<Int>
    var query: Range<Int>?
    var fragment: Range<Int>?

    /// Splits a URL, or returns `nil` if it has no scheme or no authority.
    @inline(__always)
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        let count = bytes.count
        var position = 0
        while position < count, unsafe bytes[position] != UInt8(ascii: ":") {
            let byte = unsafe bytes[position]
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { return nil }
            position += 1
        }
        guard position > 0, position + 2 < count, unsafe bytes[position + 1] == UInt8(ascii: "/"),
            unsafe bytes[position + 2] == UInt8(ascii: "/")
        else { return nil }
        scheme = 0..<position
        position += 3
        var hostStart = position
        var colon: Int?
        while position < count {
            let byte = unsafe bytes[position]
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
            if byte == UInt8(ascii: "@") {
                hostStart = position + 1
                colon = nil
                hasUserInfo = true
            } else if byte == UInt8(ascii: ":") {
                colon = position
            } else if byte == UInt8(ascii: "]") {
                colon = nil
            }
            position += 1
        }
        host = hostStart..<(colon ?? position)
        port = colon.map { $0 + 1..<position }
        let pathStart = position
        while position < count, unsafe bytes[position] != UInt8(ascii: "?"), unsafe bytes[position] != UInt8(ascii: "#")
        {
            position += 1
        }
        path = pathStart..<position
        if position < count, unsafe bytes[position] == UInt8(ascii: "?") {
            let start = position + 1
            while position < count, unsafe bytes[position] != UInt8(ascii: "#") { position += 1 }
            query = start..<position
        }
        if position < count { fragment = position + 1..<count }
    }

    /// Whether the scheme is `http` or `https`.
    @inline(__always)
    func isWeb(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard scheme.count == 4 || scheme.count == 5 else { return false }
        let word: StaticString = "https"
        for offset in 0..<scheme.count where unsafe bytes[offset] | 0x20 != word.utf8Start[offset] { return false }
        return true
    }

    /// Whether the host equals a domain, without regard to letter case; `*.` in front covers all its subdomains too.
    func isHost(_ bytes: UnsafeBufferPointer<UInt8>, coveredBy domain: String) -> Bool {
        var host = unsafe bytes[host]
        if unsafe host.last == UInt8(ascii: ".") { unsafe host.removeLast() }
        let name = domain.utf8.map(\.asciiLowercased)
        let lowered = unsafe host.map(\.asciiLowercased)
        guard name.starts(with: "*.".utf8) else { return lowered == name }
        let suffix = name.dropFirst(2)
        if lowered.elementsEqual(suffix) { return true }
        return lowered.count > suffix.count + 1 && lowered.suffix(suffix.count).elementsEqual(suffix)
            && lowered[lowered.count - suffix.count - 1] == UInt8(ascii: ".")
    }
}

extension PercentCoding {
    /// Decodes each escape; bytes that would not be UTF-8 then stay as they were written.
    static func decodeUTF8(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence) -> [UInt8] {
        guard unsafe bytes.contains(UInt8(ascii: "%")) else { return unsafe Array(bytes) }
        let decoded = unsafe decode(bytes)
        let isValid = unsafe decoded.withUnsafeBufferPointer { unsafe UTF8Check.firstInvalidByte(in: $0) == nil }
        return unsafe isValid ? decoded : Array(bytes)
    }
}

extension WebURLText {
    /// Decodes each escape of a text, which stays as it was written if the bytes would not be UTF-8.
    @_spi(Bolts) public static func decoded(_ text: String) -> String {
        var text = text
        return text.withUTF8 { unsafe String(decoding: PercentCoding.decodeUTF8($0[...]), as: UTF8.self) }
    }
}
