import BoltsBase

/// The decoded parts of an http or https URL.
@_spi(Bolts) public struct WebURLText: Sendable {
    /// The path, percent-decoded.
    @_spi(Bolts) public let path: [UInt8]
    /// The fragment, percent-decoded; empty if there is none.
    @_spi(Bolts) public let fragment: [UInt8]
    /// The items of the query, in order.
    @_spi(Bolts) public let items: [QueryItem]
    /// The query, decoded as a whole, or `nil` if there is none.
    let query: [UInt8]?
    let hasFragment: Bool

    /// Splits a URL, or returns `nil` if it is not an http or https URL.
    @_spi(Bolts) public init?(_ url: String) {
        let bytes = Array(url.utf8)[...]
        guard let parts = URLParts(bytes.span), parts.isWeb(bytes.span) else { return nil }
        path = PercentCoding.decodeUTF8(bytes[parts.path])
        fragment = parts.fragment.map { PercentCoding.decodeUTF8(bytes[$0]) } ?? []
        items = parts.query.map { QueryItem.items(in: $0, of: bytes) } ?? []
        query = parts.query.map { PercentCoding.decodeUTF8(bytes[$0]) }
        hasFragment = parts.fragment != nil
    }
}

/// A name and a value of a query.
@_spi(Bolts) public struct QueryItem: Sendable {
    /// The name, percent-decoded.
    @_spi(Bolts) public var name: [UInt8]
    /// The value, percent-decoded; empty if the item has no equals sign.
    @_spi(Bolts) public var value: [UInt8]

    /// Splits a query and decodes names and values.
    static func items(in query: Range<Int>, of bytes: ArraySlice<UInt8>) -> [QueryItem] {
        var items: [QueryItem] = []
        bytes.span.forEachQueryItem(in: query) { name, value in
            guard name.lowerBound < value.upperBound else { return }
            let name = PercentCoding.decodeUTF8(bytes[name])
            items.append(QueryItem(name: name, value: PercentCoding.decodeUTF8(bytes[value])))
        }
        return items
    }
}
