import BoltsBase
import BoltsPageFetching

/// Encodes `al_applink_data` into URLs and decodes it from them.
///
/// Writing is strict: everything except unreserved characters is percent-encoded, the members are sorted, and the
/// parameter comes before the fragment and replaces an earlier one. Reading is lenient: JSON that is not encoded,
/// values of unexpected types and invalid escapes are accepted if their meaning is clear. Encoded data decodes to the
/// same values.
///
/// ```swift
/// let codec = AppLinkDataCodec()
/// let text = try codec.encode(AppLinkData(json: ["extras": ["a": 1]]), into: "recipes://42#steps")
/// let data = try codec.decode(from: text)  // the same
/// ```
public struct AppLinkDataCodec: Sendable, Hashable {
    /// The name of the query parameter.
    @_spi(Bolts) public static let parameterName = "al_applink_data"

    /// The limits for reading and writing.
    package var limits = AppLinkDataLimits.standard

    /// Creates a codec.
    ///
    /// The value of the parameter has at most 64 KiB in the URL, and 32 levels of nesting.
    public init() {}

    package init(limits: AppLinkDataLimits) { self.limits = limits }

    /// Adds data to a URL.
    ///
    /// - Parameters:
    ///   - data: The data.
    ///   - urlText: The URL, which Foundation need not accept.
    /// - Returns: The text of the URL with the data in its query.
    /// - Throws: ``AppLinkDataError`` if the data could not be read back: it is too large or nested too deeply, or it contains
    ///   a number that is not finite or an unsupported version.
    public func encode(_ data: AppLinkData, into urlText: String) throws(AppLinkDataError) -> String {
        insert(try encodedValue(of: data), into: urlText)
    }

    /// Decodes the data of a URL.
    ///
    /// If there are several parameters, the last readable one counts.
    ///
    /// - Parameter urlText: The whole URL.
    /// - Returns: The data, or `nil` if the URL has none.
    /// - Throws: ``AppLinkDataError`` if the URL has data, but none is readable.
    public func decode(from urlText: String) throws(AppLinkDataError) -> AppLinkData? {
        try result(from: urlText)?.data
    }

    // MARK: - Writing

    /// The value of the parameter, escaped.
    func encodedValue(of data: AppLinkData) throws(AppLinkDataError) -> String {
        guard data.isVersionSupported else { throw Self.unsupportedVersion(data) }
        var writer = JSONWriter(depthLimit: limits.depthLimit)
        do {
            try writer.write(data.json)
        } catch {
            throw AppLinkDataError(error)
        }
        let encoded = PercentCoding.encode(writer.bytes)
        try checkSize(encoded.count)
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Inserts an escaped value into a URL, before the fragment, in place of any earlier one.
    func insert(_ value: String, into urlText: String) -> String {
        let scan = QueryScan(urlText, maximumDataBytes: limits.encodedByteLimit)
        let addition = Array((Self.parameterName + "=" + value).utf8)
        var bytes = Array(scan.bytes[..<(scan.question ?? scan.end)])
        bytes.append(UInt8(ascii: "?"))
        if let question = scan.question {
            // Every other parameter, with the separator after it.
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
        guard count <= limits.encodedByteLimit else {
            throw AppLinkDataError(
                .tooLarge,
                "has \(count) bytes, and the limit is \(limits.encodedByteLimit): send less"
            )
        }
    }

    static func unsupportedVersion(_ data: AppLinkData) -> AppLinkDataError {
        let shown = data.version.map { $0.quoted() } ?? "that is not a string"
        return AppLinkDataError(
            .unsupportedVersion,
            "has version \(shown), which is not supported: use \"\(AppLink.protocolVersion)\""
        )
    }
}
