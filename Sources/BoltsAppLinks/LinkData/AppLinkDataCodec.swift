import BoltsPageFetching

/// Encodes `al_applink_data` into URLs and decodes it from them.
///
/// Writing is strict: everything but unreserved characters is escaped, the members are sorted, the parameter stands
/// before the fragment and takes the place of an old one. Reading is lenient: unescaped JSON, odd types and broken
/// escapes are read as far as they make sense. What is written reads back to the same values.
///
/// ```swift
/// let codec = AppLinkDataCodec()
/// let text = try codec.encode(AppLinkData(json: ["extras": ["a": 1]]), into: "recipes://42#steps")
/// let data = try codec.decode(from: text)  // the same
/// ```
public struct AppLinkDataCodec: Sendable, Hashable {
    /// The name of the query parameter.
    public static let parameterName = "al_applink_data"

    /// How much is read and written.
    public var limits: AppLinkDataLimits

    /// Makes a codec.
    ///
    /// - Parameter limits: How much is read and written.
    public init(limits: AppLinkDataLimits = .standard) {
        self.limits = limits
    }

    /// Puts data into a URL.
    ///
    /// - Parameters:
    ///   - data: The data.
    ///   - urlText: The URL it goes into, which need not be one that Foundation accepts.
    /// - Returns: The text of the URL with the data in its query.
    /// - Throws: ``AppLinkDataError`` where the data could not be read back: a number that is not finite, too large, too
    ///   deep, or a version that is not spoken here.
    public func encode(_ data: AppLinkData, into urlText: String) throws(AppLinkDataError) -> String {
        insert(try encodedValue(of: data), into: urlText)
    }

    /// Takes data out of a URL.
    ///
    /// Of several parameters the last that can be read counts.
    ///
    /// - Parameter urlText: The whole URL.
    /// - Returns: The data, or `nil` where the URL carries none.
    /// - Throws: ``AppLinkDataError`` where the URL carries data that cannot be used.
    public func decode(from urlText: String) throws(AppLinkDataError) -> AppLinkData? {
        try result(from: urlText)?.data
    }

    // MARK: - Writing

    /// The value of the parameter, escaped.
    func encodedValue(of data: AppLinkData) throws(AppLinkDataError) -> String {
        guard data.isVersionSupported else { throw Self.unsupportedVersion(data) }
        var writer = JSONWriter(maximumDepth: limits.maximumDepth)
        do {
            try writer.write(data.json)
        } catch {
            throw AppLinkDataError(error)
        }
        let encoded = PercentCoding.encode(writer.bytes)
        try checkSize(encoded.count)
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Puts an escaped value into a URL, before the fragment, in place of any old one.
    func insert(_ value: String, into urlText: String) -> String {
        let scan = QueryScan(urlText, maximumDataBytes: limits.maximumEncodedBytes)
        let addition = Array((Self.parameterName + "=" + value).utf8)
        var bytes = Array(scan.bytes[..<(scan.question ?? scan.end)])
        bytes.append(UInt8(ascii: "?"))
        if let question = scan.question {
            // Everything but the old data, each with the separator behind it.
            var start = question + 1
            for piece in scan.dataPieces {
                bytes += scan.bytes[start..<piece.range.lowerBound]
                start = min(piece.range.upperBound + 1, scan.end)
            }
            bytes += scan.bytes[start..<scan.end]
            // A query that ends in `&` needs no other separator.
            if start < scan.end, scan.bytes[scan.end - 1] != UInt8(ascii: "&") { bytes.append(UInt8(ascii: "&")) }
        }
        bytes += addition
        bytes += scan.bytes[scan.end...]
        return String(decoding: bytes, as: UTF8.self)
    }

    func checkSize(_ count: Int) throws(AppLinkDataError) {
        guard count <= limits.maximumEncodedBytes else {
            throw AppLinkDataError(
                .tooLarge,
                "has \(count) bytes of at most \(limits.maximumEncodedBytes): send less or raise the limit"
            )
        }
    }

    static func unsupportedVersion(_ data: AppLinkData) -> AppLinkDataError {
        let shown = data.version.map { $0.quoted() } ?? "that is no text"
        return AppLinkDataError(
            .unsupportedVersion,
            "has version \(shown), which is not spoken here: use \"\(AppLink.protocolVersion)\""
        )
    }
}
