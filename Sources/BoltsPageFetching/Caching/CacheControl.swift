/// The directives of a `Cache-Control` field (RFC 9111, 5.2).
///
/// Unknown directives are skipped, as the RFC requires. If a directive is repeated, the shorter time counts. A
/// `no-cache` or `private` that names fields applies to the whole response. A field with an open quotation mark is read as if
/// it had none, so that no directive is hidden in a quotation without an end.
struct CacheControl {
    private(set) var isNoStore = false
    private(set) var isNoCache = false
    private(set) var isPrivate = false
    /// Whether no cache may use the response once it is stale.
    private(set) var isMustRevalidate = false
    /// Whether no shared cache may use the response once it is stale.
    private(set) var isProxyRevalidate = false
    /// Whether a cache that implements the status may store the response despite `no-store` (RFC 9111, 5.2.2.3).
    private(set) var isMustUnderstand = false
    /// `max-age` in seconds; an invalid number counts as 0.
    private(set) var maxAge: Int64?
    /// `s-maxage` in seconds, for shared caches.
    private(set) var sharedMaxAge: Int64?
    /// `stale-while-revalidate`: for how many seconds after `maxAge` the stale response may be used while it is revalidated (RFC
    /// 5861).
    private(set) var staleWhileRevalidate: Int64?
    /// `stale-if-error`: for how many seconds after `maxAge` the stale response may be used instead of an error (RFC 5861).
    private(set) var staleIfError: Int64?

    init(_ field: String) {
        for (name, value) in CacheControl.directives(field) {
            switch name {
            case "no-store": isNoStore = true
            case "no-cache": isNoCache = true
            case "private": isPrivate = true
            case "must-revalidate": isMustRevalidate = true
            case "proxy-revalidate": isProxyRevalidate = true
            case "must-understand": isMustUnderstand = true
            case "stale-while-revalidate":
                staleWhileRevalidate = min(staleWhileRevalidate ?? .max, CacheControl.seconds(value) ?? 0)
            case "stale-if-error": staleIfError = min(staleIfError ?? .max, CacheControl.seconds(value) ?? 0)
            case "max-age": maxAge = min(maxAge ?? .max, CacheControl.seconds(value) ?? 0)
            case "s-maxage": sharedMaxAge = min(sharedMaxAge ?? .max, CacheControl.seconds(value) ?? 0)
            default: break
            }
        }
    }

    /// Parses delta-seconds; numbers above 2^31 count as that (RFC 9111, 1.2.2), so that sums cannot overflow.
    static func seconds(_ text: String?) -> Int64? {
        guard let text, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int64(text) ?? .max, 1 << 31)
    }

    /// The directives: names in lower case, values without quotation marks.
    private static func directives(_ field: String) -> [(name: String, value: String?)] {
        let bytes = Array(field.utf8)
        return (quotedPieces(bytes) ?? bytes.split(separator: UInt8(ascii: ","))).map { piece in
            let parts = piece.split(separator: UInt8(ascii: "="), maxSplits: 1).map { part in
                String(decoding: part.filter { $0 > 0x20 && $0 != UInt8(ascii: "\"") }, as: UTF8.self)
            }
            return (parts.first?.lowercased() ?? "", parts.count == 2 ? parts[1] : nil)
        }
    }

    /// The text between unquoted commas; `nil` if a quotation does not end.
    private static func quotedPieces(_ bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        var isQuoted = false
        var isEscaped = false
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\")
            if byte == UInt8(ascii: ","), !isQuoted {
                pieces.append(bytes[start..<index])
                start = index + 1
            }
        }
        return isQuoted ? nil : pieces + [bytes[start...]]
    }
}
