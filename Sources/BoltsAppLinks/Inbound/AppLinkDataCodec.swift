/// Puts `al_applink_data` into URLs and takes it out of them (rule L3).
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
        switch read(QueryScan(urlText, maximumDataBytes: limits.maximumEncodedBytes)) {
        case nil: nil
        case .success(let data): data
        case .failure(let error): throw error
        }
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
        var kept = scan.pieces.filter { !$0.isAppLinkData }.map { scan.bytes[$0.range] }
        // What ends in `&` has said already that more follows.
        if let last = kept.last, last.isEmpty { kept.removeLast() }
        var bytes = Array(scan.bytes[..<(scan.question ?? scan.end)])
        bytes.append(UInt8(ascii: "?"))
        for piece in kept {
            bytes += piece
            bytes.append(UInt8(ascii: "&"))
        }
        bytes += addition
        bytes += scan.bytes[scan.end...]
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Reading

    /// The data of a scanned URL: `nil` where there is none, a failure where none of it can be used.
    func read(_ scan: QueryScan) -> Result<AppLinkData, AppLinkDataError>? {
        var firstError: AppLinkDataError?
        for piece in scan.pieces.reversed() where piece.isAppLinkData {
            do throws(AppLinkDataError) {
                return .success(try read(scan.bytes[piece.value ?? 0..<0], isUnescaped: piece.isUnescaped))
            } catch {
                firstError = firstError ?? error
            }
        }
        return firstError.map { .failure($0) }
    }

    private func read(_ value: ArraySlice<UInt8>, isUnescaped: Bool) throws(AppLinkDataError) -> AppLinkData {
        guard !value.isEmpty else { throw AppLinkDataError(.empty, "is empty: give it a JSON object") }
        try checkSize(value.count)
        guard isUnescaped else { return try parse(PercentCoding.decode(value)) }
        // The braces and quotes came as they are, so an escape within belongs to what it stands in, such as a URL; unless
        // that leaves a target that is no URL, from someone who escaped the strings alone.
        let asWritten = try parse(value)
        if asWritten.targetURLText != nil, asWritten.openableTarget == nil,
            let decoded = try? parse(PercentCoding.decode(value)), decoded.openableTarget != nil
        {
            return decoded
        }
        return asWritten
    }

    private func parse(_ bytes: some RandomAccessCollection<UInt8>) throws(AppLinkDataError) -> AppLinkData {
        let value: JSONValue
        do {
            var reader = JSONReader(Array(bytes), maximumDepth: limits.maximumDepth)
            value = try reader.readDocument()
        } catch {
            throw AppLinkDataError(error)
        }
        guard let object = value.object else {
            throw AppLinkDataError(.notAnObject, "is JSON but not an object: wrap it in braces")
        }
        let data = AppLinkData(json: object)
        guard data.isVersionSupported else { throw Self.unsupportedVersion(data) }
        return data
    }

    private func checkSize(_ count: Int) throws(AppLinkDataError) {
        guard count <= limits.maximumEncodedBytes else {
            throw AppLinkDataError(
                .tooLarge,
                "has \(count) bytes of at most \(limits.maximumEncodedBytes): send less or raise the limit"
            )
        }
    }

    private static func unsupportedVersion(_ data: AppLinkData) -> AppLinkDataError {
        let shown = data.version.map { DisplayText.quoted($0) } ?? "that is no text"
        return AppLinkDataError(
            .unsupportedVersion,
            "has version \(shown), which is not spoken here: use \"\(AppLink.protocolVersion)\""
        )
    }
}
