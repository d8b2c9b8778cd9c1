/// The decoded parts of an http or https URL.
struct WebURLText: Sendable {
    let path: [UInt8]
    let fragment: [UInt8]
    let items: [QueryItem]

    /// Splits a URL, or returns `nil` if it is not an http or https URL.
    init?(_ url: String) {
        var url = url
        let parts = url.withUTF8 { bytes -> (path: [UInt8], fragment: [UInt8], items: [QueryItem])? in
            guard let parts = URLParts(bytes), parts.isWeb(bytes) else { return nil }
            return (
                PercentEncoding.decode(bytes[parts.path]),
                parts.fragment.map { PercentEncoding.decode(bytes[$0]) } ?? [],
                parts.query.map { QueryItem.items(in: bytes[$0]) } ?? []
            )
        }
        guard let parts else { return nil }
        (path, fragment, items) = parts
    }
}

/// A name and a value of a query.
struct QueryItem: Sendable {
    var name: [UInt8]
    var value: [UInt8]

    /// Splits a query and decodes names and values.
    static func items(in query: UnsafeBufferPointer<UInt8>.SubSequence) -> [QueryItem] {
        query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true).map { item in
            let equals = item.firstIndex(of: UInt8(ascii: "="))
            let name = item[..<(equals ?? item.endIndex)]
            let value = item[(equals.map { $0 + 1 } ?? item.endIndex)...]
            return QueryItem(name: PercentEncoding.decode(name), value: PercentEncoding.decode(value))
        }
    }
}
