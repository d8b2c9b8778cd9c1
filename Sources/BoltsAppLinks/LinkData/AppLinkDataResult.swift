/// App Link data, and what was odd about the way it came.
public struct AppLinkDataResult: Sendable, Hashable {
    /// Something that a sender should not do, and that is read all the same.
    public enum Warning: Sendable, Hashable {
        /// Nobody escaped the JSON.
        case unescaped
        /// The JSON was escaped more than once.
        case escapedAgain
        /// The JSON stood in a string of JSON.
        case inString
        /// The texts within the JSON were escaped, the JSON itself was not.
        case textsEscaped
        /// An object has two members with one name, of which the last counts.
        case repeatedNames
        /// Bytes that are not UTF-8, or half a character, were replaced.
        case replacements
        /// There are more parameters than one, of which the last that can be read counts.
        case severalParameters
    }

    public var data: AppLinkData
    /// In the order in which they were met, each once.
    public var oddities: [Warning] = []

    fileprivate mutating func note(_ oddity: Warning, where condition: Bool = true) {
        if condition, !oddities.contains(oddity) { oddities.append(oddity) }
    }
}

extension AppLinkDataCodec {
    /// Takes data out of a URL, and tells what was odd about it.
    ///
    /// - Parameter urlText: The whole URL.
    /// - Returns: The data, or `nil` where the URL carries none.
    /// - Throws: ``AppLinkDataError`` where the URL carries data that cannot be used.
    public func reading(from urlText: String) throws(AppLinkDataError) -> AppLinkDataResult? {
        switch read(QueryScan(urlText, maximumDataBytes: limits.maximumEncodedBytes)) {
        case nil: return nil
        case .success(let reading): return reading
        case .failure(let error): throw error
        }
    }

    /// Reads the value of the parameter by itself, escaped or not.
    ///
    /// - Parameter value: The value.
    /// - Returns: The data.
    /// - Throws: ``AppLinkDataError`` where it cannot be used.
    public func reading(ofValue value: String) throws(AppLinkDataError) -> AppLinkDataResult {
        let bytes = Array(value.utf8)
        let isUnescaped = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } != UInt8(ascii: "%")
        return try read(bytes[...], isUnescaped: isUnescaped, isAlone: true)
    }

    /// The data of a scanned URL: `nil` where there is none, a failure where none of it can be used.
    func read(_ scan: QueryScan) -> Result<AppLinkDataResult, AppLinkDataError>? {
        var firstError: AppLinkDataError?
        let pieces = scan.pieces.filter(\.isAppLinkData)
        for piece in pieces.reversed() {
            do throws(AppLinkDataError) {
                var reading = try read(scan.bytes[piece.value ?? 0..<0], isUnescaped: piece.isUnescaped)
                reading.note(.severalParameters, where: pieces.count > 1)
                return .success(reading)
            } catch {
                firstError = firstError ?? error
            }
        }
        return firstError.map { .failure($0) }
    }

    private func read(
        _ value: ArraySlice<UInt8>,
        isUnescaped: Bool,
        isAlone: Bool = false
    ) throws(AppLinkDataError) -> AppLinkDataResult {
        guard !value.isEmpty else { throw AppLinkDataError(.empty, "is empty: give it a JSON object") }
        try checkSize(value.count)
        guard isUnescaped else { return try parse(PercentCoding.decode(value)) }
        // The braces and quotes came as they are, so an escape within belongs to what it stands in, such as a URL; unless
        // that leaves a target that is no URL, from someone who escaped the strings alone.
        var asWritten = try parse(Array(value))
        // By itself JSON need not be escaped.
        asWritten.note(.unescaped, where: !isAlone)
        if asWritten.data.targetURLText != nil, asWritten.data.openableTarget == nil,
            var decoded = try? parse(PercentCoding.decode(value)), decoded.data.openableTarget != nil
        {
            decoded.note(.textsEscaped)
            return decoded
        }
        return asWritten
    }

    /// Reads JSON that may be wrapped up to twice more: escaped again, or as the text of a JSON string.
    private func parse(_ bytes: [UInt8]) throws(AppLinkDataError) -> AppLinkDataResult {
        var bytes = bytes
        var reading = AppLinkDataResult(data: AppLinkData())
        for layer in 0... {
            var reader = JSONReader(bytes, maximumDepth: limits.maximumDepth)
            let value: JSONValue
            do {
                value = try reader.readDocument()
            } catch {
                guard layer < 2, error.code == .malformed, error.offset == 0, bytes.first == UInt8(ascii: "%") else {
                    throw AppLinkDataError(error)
                }
                let decoded = PercentCoding.decode(bytes)
                guard decoded.count < bytes.count else { throw AppLinkDataError(error) }
                bytes = decoded
                reading.note(.escapedAgain)
                continue
            }
            reading.note(.repeatedNames, where: reader.hasRepeatedNames)
            reading.note(.replacements, where: reader.hasReplacements)
            if layer < 2, let text = value.string, text.hasPrefix("{") {
                bytes = Array(text.utf8)
                reading.note(.inString)
                continue
            }
            guard let object = value.object else {
                throw AppLinkDataError(.notAnObject, "is JSON but not an object: wrap it in braces")
            }
            reading.data = AppLinkData(json: object)
            break
        }
        guard reading.data.isVersionSupported else { throw Self.unsupportedVersion(reading.data) }
        return reading
    }
}
