/// A URL's query parameters, in order, with the raw text preserved.
///
/// Names and values are percent-decoded. A plus sign stays a plus sign; invalid UTF-8 becomes U+FFFD. An empty query has no
/// parameters. At most ``maximumCount`` parameters are listed, so that a hostile URL costs bounded memory.
///
/// ```swift
/// let parameters = QueryParameters(of: "recipes://42?servings=4&quick")
/// parameters["servings"]        // "4"
/// parameters.contains("quick")  // true, though its value is nil
/// ```
public struct QueryParameters: Sendable, Hashable {
    /// One parameter.
    public struct Parameter: Sendable, Hashable {
        /// The name, decoded.
        public var name: String

        /// The value, decoded, or `nil` if the parameter has no `=`.
        public var value: String?

        /// The whole parameter as the URL has it.
        public var rawText: String
    }

    /// The most parameters that are listed: 1,000.
    public static let maximumCount = QueryScan.maximumPieces

    /// The parameters in the order of the URL.
    public let parameters: [Parameter]

    /// Whether the URL has more parameters than ``maximumCount``; those behind are not listed.
    public let isTruncated: Bool

    /// Reads the parameters of a URL.
    ///
    /// - Parameter urlText: The whole URL, with or without a query.
    public init(of urlText: String) {
        self.init(QueryScan(urlText, maximumDataBytes: AppLinkDataLimits.standard.maximumEncodedBytes))
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
                },
                rawText: String(decoding: scan.bytes[piece.range], as: UTF8.self)
            )
        }
    }

    /// The value of the last parameter of a name.
    ///
    /// `nil` if there is none, or if it has no value; ``contains(_:)`` tells which.
    ///
    /// - Parameter name: The name, decoded.
    public subscript(name: String) -> String? {
        parameters.last { $0.name == name }?.value
    }

    /// Whether a parameter is there, with or without a value.
    ///
    /// - Parameter name: The name, decoded.
    /// - Returns: Whether any parameter has it.
    public func contains(_ name: String) -> Bool {
        parameters.contains { $0.name == name }
    }

    /// Every value of a name, in the order of the URL, those without a value left out.
    ///
    /// - Parameter name: The name, decoded.
    /// - Returns: The values.
    public func values(of name: String) -> [String] {
        parameters.filter { $0.name == name }.compactMap(\.value)
    }
}

extension QueryParameters: RandomAccessCollection {
    /// The place of the first parameter.
    public var startIndex: Int { parameters.startIndex }

    /// The place after the last parameter.
    public var endIndex: Int { parameters.endIndex }

    /// The parameter at a place.
    ///
    /// - Parameter position: A valid place.
    public subscript(position: Int) -> Parameter { parameters[position] }
}
