import BoltsBase

/// Decoded App Link data, and the sender's mistakes that were tolerated.
@_spi(Bolts) public struct AppLinkDataResult: Sendable, Hashable {
    /// A mistake of the sender that does not make the data unreadable.
    package enum Warning: Sendable, Hashable {
        /// The JSON was not percent-encoded.
        case unescaped
        /// The JSON was percent-encoded more than once.
        case escapedAgain
        /// The JSON was the text of a JSON string.
        case inString
        /// The strings inside the JSON were percent-encoded, but the JSON itself was not.
        case textsEscaped
        /// A plus sign was where only a blank can be, so every plus sign was read as a blank.
        case formEncoded
        /// The name of the sending app has a plus sign that was not escaped, where a form has a blank.
        case plusInName
        /// An object has two members with the same name; the last one counts.
        case repeatedNames
        /// Invalid UTF-8 or a lone surrogate was replaced by U+FFFD.
        case replacements
        /// The URL has more than one `al_applink_data`; the last readable one counts.
        case severalParameters
    }

    /// The data.
    @_spi(Bolts) public internal(set) var data: AppLinkData
    /// What was tolerated, each once, in the order in which it was found.
    package private(set) var tolerated: [Warning] = []

    /// The sender's mistakes that were tolerated, each as one line of text, in the order in which they were found.
    @_spi(Bolts) public var warnings: [String] { tolerated.map(\.text) }

    init(data: AppLinkData) { self.data = data }

    fileprivate mutating func warn(_ warning: Warning, if condition: Bool = true) {
        if condition, !tolerated.contains(warning) { tolerated.append(warning) }
    }

    /// Warns if the name contains a plus sign and no blank, because a form writes `+` for a blank.
    fileprivate mutating func warnOfPlus(in value: ArraySlice<UInt8>) {
        guard value.contains(UInt8(ascii: "+")), let name = data.referrer?.appName else { return }
        warn(.plusInName, if: name.contains("+") && !name.contains(" "))
    }
}

extension AppLinkDataResult.Warning {
    fileprivate var text: String {
        switch self {
        case .unescaped: "the JSON was not percent-encoded: other readers end it at the first & or #"
        case .escapedAgain: "the JSON was percent-encoded more than once"
        case .inString: "the JSON was inside a JSON string"
        case .textsEscaped: "the strings inside the JSON were percent-encoded, but the JSON was not"
        case .formEncoded: "it was encoded like a form: its plus signs were read as blanks"
        case .plusInName: "the app's name has a plus sign: write a blank as %20 and a plus sign as %2B"
        case .repeatedNames: "an object has two members with the same name; the last one counts"
        case .replacements: "it has invalid UTF-8 or a lone surrogate, which was replaced by U+FFFD"
        case .severalParameters: "there is more than one al_applink_data; the last readable one counts"
        }
    }
}

extension AppLinkDataCodec {
    /// Decodes the data of a whole URL, with warnings; `nil` if the URL has none.
    @_spi(Bolts) public func result(from urlText: String) throws(AppLinkDataError) -> AppLinkDataResult? {
        switch read(QueryScan(urlText, maximumDataBytes: limits.encodedByteLimit)) {
        case nil: return nil
        case .success(let result): return result
        case .failure(let error): throw error
        }
    }

    /// Decodes the value of the parameter by itself, percent-encoded or not.
    @_spi(Bolts) public func result(ofValue value: String) throws(AppLinkDataError) -> AppLinkDataResult {
        let bytes = Array(value.utf8)
        let isUnescaped = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } != UInt8(ascii: "%")
        return try read(bytes[...], isUnescaped: isUnescaped, isAlone: true)
    }

    /// The data of a scanned URL: `nil` if it has none, a failure if none of it is readable.
    func read(_ scan: QueryScan) -> Result<AppLinkDataResult, AppLinkDataError>? {
        var firstError: AppLinkDataError?
        let pieces = scan.dataPieces
        for piece in pieces.reversed() {
            do throws(AppLinkDataError) {
                var result = try read(scan.bytes[piece.value ?? 0..<0], isUnescaped: piece.isUnescaped)
                result.warn(.severalParameters, if: pieces.count > 1)
                return .success(result)
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
        guard isUnescaped else {
            var result = try parse(value) { PercentCoding.decode($0) }
            result.warnOfPlus(in: value)
            return result
        }
        // The braces and quotes are not escaped, so an escape inside belongs to a string, such as a URL. If that leaves
        // a target that is not a URL, the sender escaped the strings only.
        var asWritten = try parse(value) { Array($0) }
        // JSON outside a URL need not be escaped.
        asWritten.warn(.unescaped, if: !isAlone)
        if !isAlone { asWritten.warnOfPlus(in: value) }
        if asWritten.data.targetURLText != nil, asWritten.data.openableTarget == nil,
            var decoded = try? parse(PercentCoding.decode(value)), decoded.data.openableTarget != nil
        {
            decoded.warn(.textsEscaped)
            return decoded
        }
        return asWritten
    }

    /// Reads a value, and decodes its plus signs as blanks if they cannot have another meaning.
    ///
    /// No JSON value begins with a plus sign outside a string. A form writes `+` for each blank and `%2B` for each plus sign,
    /// so one sign that must be a blank proves that all are.
    private func parse(
        _ value: ArraySlice<UInt8>,
        decoding decode: (ArraySlice<UInt8>) -> [UInt8]
    ) throws(AppLinkDataError) -> AppLinkDataResult {
        let plus = UInt8(ascii: "+")
        do throws(AppLinkDataError) {
            return try parse(decode(value))
        } catch {
            guard error.code == .malformed, value.contains(plus),
                var result = try? parse(decode(value.map { $0 == plus ? UInt8(ascii: " ") : $0 }[...]))
            else { throw error }
            result.warn(.formEncoded)
            return result
        }
    }

    /// Reads JSON that may be encoded up to twice more: percent-encoded again, or as the text of a JSON string.
    private func parse(_ bytes: [UInt8]) throws(AppLinkDataError) -> AppLinkDataResult {
        var bytes = bytes
        var result = AppLinkDataResult(data: AppLinkData())
        for layer in 0... {
            var reader = JSONReader(bytes, depthLimit: limits.depthLimit)
            let value: AppLinkValue
            do {
                value = try reader.readDocument()
            } catch {
                guard layer < 2, error.code == .malformed, error.offset == 0, bytes.first == UInt8(ascii: "%") else {
                    throw AppLinkDataError(error)
                }
                let decoded = PercentCoding.decode(bytes)
                guard decoded.count < bytes.count else { throw AppLinkDataError(error) }
                bytes = decoded
                result.warn(.escapedAgain)
                continue
            }
            result.warn(.repeatedNames, if: reader.hasRepeatedNames)
            result.warn(.replacements, if: reader.hasReplacements)
            if layer < 2, let text = value.string, text.hasPrefix("{") {
                bytes = Array(text.utf8)
                result.warn(.inString)
                continue
            }
            guard let object = value.object else {
                throw AppLinkDataError(.notAnObject, "is JSON but not an object: wrap it in braces")
            }
            result.data = AppLinkData(json: object)
            break
        }
        guard result.data.isVersionSupported else { throw Self.unsupportedVersion(result.data) }
        return result
    }
}
