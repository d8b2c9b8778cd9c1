public import BoltsPageMetadata
public import BoltsPageFetching
internal import Foundation

/// The checked answer of ``BrowserPageScript``.
///
/// The text comes from an untrusted page. Text that the script would not write is refused, in linear time.
@_spi(Bolts) public struct BrowserPageAnswer: Sendable, Hashable {
    /// The page's URL after all redirects, as the browser writes it.
    @_spi(Bolts) public let urlText: String
    /// The HTTP status of the page, if the browser shows it to scripts.
    @_spi(Bolts) public let status: Int?
    /// Whether the page itself had been parsed, even if its resources were still loading.
    @_spi(Bolts) public let isParsed: Bool
    /// Whether the page and its resources had loaded.
    @_spi(Bolts) public let isLoaded: Bool
    /// The tags of the page.
    @_spi(Bolts) public var metadata: PageMetadata

    /// Parses the script's result, or fails with the code `unreadablePage` if it does not have the script's format.
    ///
    /// The options are those with which the script was made.
    @_spi(Bolts) public init(_ text: String, options: PageMetadataReader.Options) throws(PageError) {
        // The maximum size of a tag apart from its values; the head is small.
        let (limit, overflows) = max(options.byteLimit, 0).addingReportingOverflow(1 << 17)
        guard text.utf8.count / 3 <= (overflows ? .max : limit) else {
            throw Self.unreadable("the answer is too long")
        }
        var reader = Reader(units: Array(text.utf16))
        guard reader.take(BrowserPageScript.mark) else {
            throw Self.unreadable("the answer does not come from the script")
        }
        guard let url = try reader.value("u", upTo: 65_536) else {
            throw Self.unreadable("the page's scripts replaced functions that the reader needs")
        }
        urlText = url
        let encoding = try reader.value("e", upTo: 64)
        status = try reader.value("s", upTo: 3).flatMap { Int($0) }
        isLoaded = reader.take("l")
        isParsed = isLoaded || reader.take("i")
        var tags: [MetaTag] = []
        var hasDroppedValue = false
        while let (attribute, property) = try reader.property(upTo: options.valueByteLimit) {
            // The prefix is compared as bytes, because a combining mark after the colon would form another character with it.
            guard property.utf8.starts(with: "al:".utf8), attribute == .property || options.acceptsNameAttribute else {
                throw Self.unreadable("a tag is not of App Links")
            }
            guard tags.count < options.tagLimit else { throw Self.unreadable("there are too many tags") }
            var content: String?
            if reader.take("x") {
                hasDroppedValue = true
            } else if !reader.take("-") {
                guard let value = try reader.value("c", upTo: options.valueByteLimit) else {
                    throw Self.unreadable("a tag does not state whether it has a value")
                }
                // The script counts UTF-16 code units, and the same value may have more bytes in UTF-8.
                if value.utf8.count <= options.valueByteLimit { content = value } else { hasDroppedValue = true }
            }
            tags.append(MetaTag(property: property, content: content, attribute: attribute))
        }
        let isTruncated = reader.take("!")
        guard isTruncated || reader.take("."), reader.isAtEnd else {
            throw Self.unreadable("the answer ends too early")
        }
        metadata = PageMetadata(
            tags: tags,
            encoding: encoding.flatMap { WebEncoding(label: $0.utf8)?.rawValue } ?? "UTF-8",
            isTruncated: isTruncated || hasDroppedValue
        )
    }

    fileprivate static func unreadable(_ detail: String) -> PageError {
        PageError(.unreadablePage, "the page's own scripts prevent reading it: read it without scripts", detail: detail)
    }
}

/// Parses an answer from its beginning to its end.
private struct Reader {
    let units: [UInt16]
    var position = 0

    var isAtEnd: Bool { position == units.count }

    mutating func take(_ text: String) -> Bool {
        guard units[position...].starts(with: text.utf16) else { return false }
        position += text.utf16.count
        return true
    }

    mutating func property(
        upTo limit: Int
    ) throws(PageError) -> (attribute: MetaTag.Attribute, text: String)? {
        if let text = try value("p", upTo: limit) { return (.property, text) }
        if let text = try value("n", upTo: limit) { return (.name, text) }
        return nil
    }

    /// Reads a value of a kind, or nothing if something else comes next.
    mutating func value(_ kind: String, upTo limit: Int) throws(PageError) -> String? {
        guard take(kind) else { return nil }
        var length = 0
        var digits = 0
        while position < units.count, (0x30...0x39).contains(units[position]), digits < 10 {
            length = length * 10 + Int(units[position] - 0x30)
            position += 1
            digits += 1
        }
        guard digits > 0, take(":"), length <= limit, length <= units.count - position else {
            throw BrowserPageAnswer.unreadable("a value's length is malformed, or exceeds the limit or the answer")
        }
        defer { position += length }
        return String(decoding: units[position..<position + length], as: UTF16.self)
    }
}
