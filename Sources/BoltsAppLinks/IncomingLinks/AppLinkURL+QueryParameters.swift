import BoltsBase

extension AppLinkURL {
    /// A URL's query parameters, in order.
    ///
    /// Names and values are percent-decoded. A plus sign stays a plus sign; invalid UTF-8 becomes U+FFFD. An empty query
    /// has no parameters. At most 1,000 parameters are listed, so that a hostile URL costs bounded memory.
    ///
    /// ```swift
    /// let parameters = AppLinkURL.QueryParameters(of: "recipes://42?servings=4&quick")
    /// parameters["servings"]        // "4"
    /// parameters["quick"]           // nil, as it has no value
    /// ```
    public struct QueryParameters: Sendable, Hashable {
        /// One parameter.
        public struct Parameter: Sendable, Hashable {
            /// The name, decoded.
            public var name: String

            /// The value, decoded, or `nil` if the parameter has no `=`.
            public var value: String?
        }

        /// How many parameters are listed at most: 1,000.
        package static let maximumCount = QueryScan.maximumPieces

        /// The parameters in the order of the URL.
        public let parameters: [Parameter]

        /// Whether the URL has more parameters than are listed.
        public let isTruncated: Bool

        /// Reads the parameters of a URL.
        ///
        /// - Parameter urlText: The whole URL, with or without a query.
        public init(of urlText: String) {
            self.init(QueryScan(urlText, maximumDataBytes: AppLinkDataLimits.standard.encodedByteLimit))
        }

        init(_ scan: QueryScan) {
            isTruncated = scan.isTruncated
            parameters = scan.pieces.map { piece in
                Parameter(
                    name: PercentCoding.decodeText(scan.bytes[piece.name]),
                    value: piece.value.map { range in
                        piece.isUnescaped
                            ? String(decoding: scan.bytes[range], as: UTF8.self)
                            : PercentCoding.decodeText(scan.bytes[range])
                    }
                )
            }
        }

        /// The value of the last parameter with a name.
        ///
        /// It is `nil` if there is no such parameter, or if it has no value; ``parameters`` distinguishes the two.
        ///
        /// - Parameter name: The name, decoded.
        public subscript(name: String) -> String? {
            parameters.last { $0.name == name }?.value
        }
    }
}
