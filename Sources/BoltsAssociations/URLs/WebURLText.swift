import BoltsBase

/// The decoded parts of an http or https URL.
@_spi(Bolts) public struct WebURLText: Sendable {
    /// The path, or its pattern.
    @_spi(Bolts) public let path: [UInt8]
    /// The fragment, or its pattern.
    @_spi(Bolts) public let fragment: [UInt8]
    /// The items of the query, in order.
    @_spi(Bolts) public let items: [QueryItem]
    /// The query, decoded as a whole, or `nil` if there is none.
    let query: [UInt8]?
    let hasFragment: Bool

    /// Splits a URL, or returns `nil` if it is not an http or https URL.
    @_spi(Bolts) public init?(_ url: String) {
        var url = url
        typealias Decoded = (path: [UInt8], fragment: [UInt8]?, items: [QueryItem], query: [UInt8]?)
        let parts = url.withUTF8 { bytes -> Decoded? in
            guard let parts = unsafe URLParts(bytes), unsafe parts.isWeb(bytes) else { return nil }
            return unsafe (
                PercentCoding.decodeUTF8(bytes[parts.path]),
                parts.fragment.map { unsafe PercentCoding.decodeUTF8(bytes[$0]) },
                parts.query.map { unsafe QueryItem.items(in: bytes[$0]) } ?? [],
                parts.query.map { unsafe PercentCoding.decodeUTF8(bytes[$0]) }
            )
        }
        guard let parts else { return nil }
        path = parts.path
        fragment = parts.fragment ?? []
        items = parts.items
        query = parts.query
        hasFragment = parts.fragment != nil
    }
}

/// A name and a value of a query.
@_spi(Bolts) public struct QueryItem: Sendable {
    /// Percent-decoded, as is the value.
    @_spi(Bolts) public var name: [UInt8]
    /// Empty if the item has no equals sign.
    @_spi(Bolts) public var value: [UInt8]

    /// Splits a query and decodes names and values.
    static func items(in query: UnsafeBufferPointer<UInt8>.SubSequence) -> [QueryItem] {
        unsafe query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true).map { item in
            let equals = unsafe item.firstIndex(of: UInt8(ascii: "="))
            let name = unsafe item[..<(equals ?? item.endIndex)]
            let value = unsafe item[(equals.map { $0 + 1 } ?? item.endIndex)...]
            return unsafe QueryItem(name: PercentCoding.decodeUTF8(name), value: PercentCoding.decodeUTF8(value))
        }
    }
}
