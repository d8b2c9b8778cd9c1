/// The directives of a `Cache-Control` field (RFC 9111, 5.2).
///
/// What cannot be understood is skipped, as the RFC says; of a directive given twice the shorter time counts. A `no-cache`
/// or `private` that names fields counts for the whole answer.
struct CacheControl {
    private(set) var isNoStore = false
    private(set) var isNoCache = false
    private(set) var isPrivate = false
    /// No use once it is stale, in any cache.
    private(set) var isMustRevalidate = false
    /// The same, in a shared cache.
    private(set) var isProxyRevalidate = false
    /// Whoever knows the status may store it, `no-store` or not (RFC 9111, 5.2.2.3).
    private(set) var isMustUnderstand = false
    /// In seconds; a `max-age` that is no number counts as none left.
    private(set) var maxAge: Int?
    /// In seconds, for shared caches.
    private(set) var sharedMaxAge: Int?
    /// In seconds, how long it may be used after that while it is asked for again (RFC 5861).
    private(set) var staleWhileRevalidate: Int?
    /// In seconds, how long it may be used after that in place of an error (RFC 5861).
    private(set) var staleIfError: Int?

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

    /// A number of seconds, where more than a lifetime counts as one: nothing can overflow.
    static func seconds(_ text: String?) -> Int? {
        guard let text, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int(text) ?? .max, 1 << 31)
    }

    /// The directives, names in lower case, values without their quotes; a comma inside quotes separates nothing.
    private static func directives(_ field: String) -> [(name: String, value: String?)] {
        var pieces: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for byte in field.utf8.prefix(4_096) {
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\")
            if byte == UInt8(ascii: ","), !isQuoted {
                pieces.append([])
            } else {
                pieces[pieces.count - 1].append(byte)
            }
        }
        return pieces.map { piece in
            let parts = piece.split(separator: UInt8(ascii: "="), maxSplits: 1).map { part in
                String(decoding: part.filter { $0 > 0x20 && $0 != UInt8(ascii: "\"") }, as: UTF8.self)
            }
            return (parts.first?.lowercased() ?? "", parts.count == 2 ? parts[1] : nil)
        }
    }
}
