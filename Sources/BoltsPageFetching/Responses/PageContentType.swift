/// The `Content-Type` of a page: its media type and the charset it declares.
///
/// ```swift
/// let type = PageContentType("Text/HTML; charset=\"utf-8\"")
/// type?.mediaType   // "text/html"
/// type?.charset     // "utf-8"
/// ```
public struct PageContentType: Hashable, Sendable {
    /// Type and subtype in lower case, such as `text/html`.
    public let mediaType: String
    /// The label of the charset as it was sent, or `nil`.
    public let charset: String?

    /// Reads a field as WHATWG's MIME Sniffing standard does: what cannot be understood is skipped, not refused.
    ///
    /// - Parameter field: The value of the header field. Only its first 1,024 bytes are looked at. Without a type and a
    ///   subtype there is nothing to say, and the result is `nil`.
    public init?(_ field: String) {
        let bytes = Array(field.utf8.prefix(1_024))
        let pieces = PageContentType.split(bytes)
        guard let first = pieces.first else { return nil }
        let name = first.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        guard name.count == 2, name.allSatisfy({ !$0.isEmpty && $0.allSatisfy(PageContentType.isToken) }) else {
            return nil
        }
        mediaType = String(decoding: first, as: UTF8.self).lowercased()
        charset = pieces.dropFirst().lazy.compactMap(PageContentType.charset).first
    }

    /// Creates a content type from its parts.
    ///
    /// - Parameters:
    ///   - mediaType: Type and subtype, such as `text/html`.
    ///   - charset: The label of the charset.
    public init(mediaType: String, charset: String? = nil) {
        self.mediaType = mediaType.lowercased()
        self.charset = charset
    }

    /// Whether the type says that the content is text of some kind.
    package var isTextual: Bool {
        mediaType.hasPrefix("text/") || mediaType.hasSuffix("+xml") || mediaType == "application/xml"
    }

    /// The parts between semicolons that are not inside quotes, without the white space around them.
    private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for byte in bytes {
            if byte == UInt8(ascii: ";"), !isQuoted {
                pieces.append([])
                continue
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
            pieces[pieces.count - 1].append(byte)
        }
        return pieces.map(trimmed)
    }

    private static func charset(_ parameter: [UInt8]) -> String? {
        let parts = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, String(decoding: parts[0], as: UTF8.self).lowercased() == "charset" else { return nil }
        var value = Array(parts[1])
        if value.first == UInt8(ascii: "\"") {
            value = unquoted(value)
        }
        guard !value.isEmpty, value.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
        return String(decoding: trimmed(value), as: UTF8.self)
    }

    private static func unquoted(_ value: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var isEscaped = false
        for byte in value.dropFirst() {
            if isEscaped {
                result.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                break
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }
        return Array(Array(bytes.drop(while: isSpace)).reversed().drop(while: isSpace).reversed())
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
