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

    /// Reads a `Content-Type` field as browsers do: by "extract a MIME type" of the Fetch Standard.
    ///
    /// If there are several types separated by commas, the last one that is valid and not `*/*` counts. If it has no charset,
    /// it takes that of the one before it, provided that both have the same type. Invalid parameters are ignored.
    ///
    /// - Parameter field: The value of the header field; its first 1,024 bytes are read. The result is `nil`
    ///   if it has no valid type.
    public init?(_ field: String) {
        var result: PageContentType?
        for value in PageContentType.split(field.utf8.prefix(1_024)) {
            guard let type = PageContentType(value), type.mediaType != "*/*" else { continue }
            let inherited = result?.mediaType == type.mediaType ? result?.charset : nil
            result = PageContentType(mediaType: type.mediaType, charset: type.charset ?? inherited)
        }
        guard let result else { return nil }
        self = result
    }

    /// Reads one type: "parse a MIME type" of the MIME Sniffing Standard.
    private init?(_ value: [UInt8]) {
        var rest = PageContentType.trimmed(value[...])
        let type = PageContentType.take(upTo: [UInt8(ascii: ";")], from: &rest)
        let name = PageContentType.trimmed(type).split(
            separator: UInt8(ascii: "/"),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard name.count == 2, name.allSatisfy({ !$0.isEmpty && $0.allSatisfy(PageContentType.isToken) }) else {
            return nil
        }
        mediaType = String(decoding: Array(name.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self).lowercased()
        var charset: String?
        while charset == nil, rest.popFirst() != nil {
            charset = PageContentType.charset(takenFrom: &rest)
        }
        self.charset = charset
    }

    /// Creates a content type from a media type such as `text/html` and the label of a charset.
    @_spi(Bolts) public init(mediaType: String, charset: String? = nil) {
        self.mediaType = mediaType.lowercased()
        self.charset = charset
    }

    /// Whether the type says that the content is text of some kind.
    package var isTextual: Bool {
        mediaType.hasPrefix("text/") || mediaType.hasSuffix("+xml") || mediaType == "application/xml"
    }

    /// The values that are separated by commas outside quotes.
    private static func split(_ field: some Sequence<UInt8>) -> [[UInt8]] {
        var values: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for byte in field {
            if byte == UInt8(ascii: ","), !isQuoted {
                values.append([])
                continue
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
            values[values.count - 1].append(byte)
        }
        return values
    }

    /// Takes one parameter; returns the value of a valid `charset`, which may be empty, or `nil` for any other.
    private static func charset(takenFrom rest: inout ArraySlice<UInt8>) -> String? {
        rest = rest.drop(while: isSpace)
        let name = take(upTo: [UInt8(ascii: ";"), UInt8(ascii: "=")], from: &rest)
        guard rest.first == UInt8(ascii: "=") else { return nil }
        rest.removeFirst()
        var value: [UInt8]
        if rest.first == UInt8(ascii: "\"") {
            value = takeQuoted(from: &rest)
            // The text after the closing quote is ignored.
            _ = take(upTo: [UInt8(ascii: ";")], from: &rest)
        } else {
            value = Array(take(upTo: [UInt8(ascii: ";")], from: &rest))
            while let last = value.last, isSpace(last) { value.removeLast() }
            if value.isEmpty { return nil }
        }
        guard String(decoding: name, as: UTF8.self).lowercased() == "charset",
            value.allSatisfy({ $0 == 0x09 || (0x20...0x7e).contains($0) || $0 >= 0x80 })
        else { return nil }
        return String(decoding: trimmed(value[...]), as: UTF8.self)
    }

    private static func take(upTo ends: [UInt8], from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let taken = rest.prefix { !ends.contains($0) }
        rest = rest[taken.endIndex...]
        return taken
    }

    private static func takeQuoted(from rest: inout ArraySlice<UInt8>) -> [UInt8] {
        var value: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            // A backslash at the very end stands for itself.
            value.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
        return value
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop(while: isSpace)
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return bytes
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
