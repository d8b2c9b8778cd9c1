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
    init?(_ bytes: Span<UInt8>) {
        let count = bytes.count
        var position = 0
        while position < count, bytes[position] != UInt8(ascii: ":") {
            let byte = bytes[position]
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { return nil }
            position += 1
        }
        guard position > 0, position + 2 < count, bytes[position + 1] == UInt8(ascii: "/"),
            bytes[position + 2] == UInt8(ascii: "/")
        else { return nil }
        scheme = 0..<position
        position += 3
        var hostStart = position
        var colon: Int?
        while position < count {
            let byte = bytes[position]
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
        while position < count, bytes[position] != UInt8(ascii: "?"), bytes[position] != UInt8(ascii: "#") {
            position += 1
        }
        path = pathStart..<position
        if position < count, bytes[position] == UInt8(ascii: "?") {
            let start = position + 1
            while position < count, bytes[position] != UInt8(ascii: "#") { position += 1 }
            query = start..<position
        }
        if position < count { fragment = position + 1..<count }
    }

    /// Whether the scheme is `http` or `https`.
    @inline(__always)
    func isWeb(_ bytes: Span<UInt8>) -> Bool {
        guard scheme.count == 4 || scheme.count == 5 else { return false }
        guard bytes[0] | 0x20 == UInt8(ascii: "h"), bytes[1] | 0x20 == UInt8(ascii: "t"),
            bytes[2] | 0x20 == UInt8(ascii: "t"), bytes[3] | 0x20 == UInt8(ascii: "p")
        else { return false }
        return scheme.count == 4 || bytes[4] | 0x20 == UInt8(ascii: "s")
    }

    /// Whether the host equals a domain, without regard to letter case; `*.` in front covers all its subdomains too.
    func isHost(_ bytes: ArraySlice<UInt8>, coveredBy domain: String) -> Bool {
        var host = bytes[host]
        if host.last == UInt8(ascii: ".") { host.removeLast() }
        let name = domain.utf8.map(\.asciiLowercased)
        let lowered = host.map(\.asciiLowercased)
        guard name.starts(with: "*.".utf8) else { return lowered == name }
        let suffix = name.dropFirst(2)
        if lowered.elementsEqual(suffix) { return true }
        return lowered.count > suffix.count + 1 && lowered.suffix(suffix.count).elementsEqual(suffix)
            && lowered[lowered.count - suffix.count - 1] == UInt8(ascii: ".")
    }
}

extension Span<UInt8> {
    @inline(__always)
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        for index in range where self[index] == byte { return index }
        return nil
    }

    /// Calls a closure with the name and the value of each item of a query, empty items too.
    func forEachQueryItem(in query: Range<Int>, _ body: (_ name: Range<Int>, _ value: Range<Int>) -> Void) {
        var start = query.lowerBound
        while true {
            let end = firstIndex(of: UInt8(ascii: "&"), in: start..<query.upperBound) ?? query.upperBound
            let equals = firstIndex(of: UInt8(ascii: "="), in: start..<end)
            body(start..<(equals ?? end), (equals.map { $0 + 1 } ?? end)..<end)
            guard end < query.upperBound else { return }
            start = end + 1
        }
    }
}

extension PercentCoding {
    /// Decodes each escape; bytes that would not be UTF-8 then stay as they were written.
    static func decodeUTF8(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let span = bytes.span
        guard span.firstIndex(of: UInt8(ascii: "%"), in: 0..<span.count) != nil else { return Array(bytes) }
        let decoded = decode(bytes)
        let all = decoded[...]
        return UTF8Check.firstInvalidByte(in: all.span) == nil ? decoded : Array(bytes)
    }
}

extension WebURLText {
    /// Decodes the escapes of a text; an escape whose bytes would not be UTF-8 remains as written.
    @_spi(Bolts) public static func decoded(_ text: String) -> String {
        String(decoding: PercentCoding.decodeUTF8(Array(text.utf8)[...]), as: UTF8.self)
    }
}
