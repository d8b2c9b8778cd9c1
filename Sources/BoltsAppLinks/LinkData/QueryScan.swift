import BoltsBase

/// The byte ranges of the parameters in a URL's query.
///
/// The query ends at the fragment and is split at `&`. `al_applink_data` is read to the closing brace of its JSON,
/// because some senders leave it unescaped with a raw `&` or `#` inside. One pass, linear in the text.
struct QueryScan {
    struct Piece {
        /// The bytes of the name and the value.
        var range: Range<Int>

        var name: Range<Int>

        /// The bytes of the value; `nil` if there is no `=`.
        var value: Range<Int>?

        /// Whether the value is JSON that is not percent-encoded.
        var isUnescaped: Bool
    }

    let bytes: [UInt8]

    /// How many parameters are listed; the data is found after them too.
    static let maximumPieces = 1_000

    /// The offset of the `?`, or `nil` if there is none.
    private(set) var question: Int?

    /// The first parameters in order, none if the query is empty.
    private(set) var pieces: [Piece] = []

    /// Every `al_applink_data`, in order.
    private(set) var dataPieces: [Piece] = []

    /// Whether parameters are missing from the list.
    private(set) var isTruncated = false

    /// The offset of the fragment, or of the end of the text.
    private(set) var end: Int

    /// Scans a whole URL, and reads at most `maximumDataBytes` of unescaped JSON.
    init(_ text: String, maximumDataBytes: Int) {
        bytes = Array(text.utf8)
        end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        question = bytes[..<end].firstIndex(of: UInt8(ascii: "?"))
        guard let question else { return }
        scanPieces(from: question + 1, maximumDataBytes: maximumDataBytes)
    }

    private mutating func scanPieces(from start: Int, maximumDataBytes: Int) {
        var position = start
        // An unclosed brace costs a scan of the rest, so only a few are scanned, which keeps the time linear.
        var unclosed = 0
        end = pieceEnd(from: position)
        if end == position, end == bytes.count || bytes[end] == UInt8(ascii: "#") { return }
        while true {
            var stop = pieceEnd(from: position)
            let equals = bytes[position..<stop].firstIndex(of: UInt8(ascii: "="))
            let name = position..<(equals ?? stop)
            let isData = PercentCoding.decode(bytes[name]).elementsEqual(AppLinkDataCodec.parameterName.utf8)
            var isUnescaped = false
            if isData, let equals, unclosed < 4, let unescaped = openingBrace(at: equals + 1) {
                let start = equals + 1
                let limit = start + min(bytes.count - start, max(maximumDataBytes, 0))
                if let close = closingBrace(from: start, to: limit, isUnescaped: unescaped) {
                    stop = pieceEnd(from: close)
                } else {
                    unclosed += 1
                }
                isUnescaped = unescaped
            }
            let piece = Piece(
                range: position..<stop,
                name: name,
                value: equals.map { $0 + 1..<stop },
                isUnescaped: isUnescaped
            )
            if pieces.count < Self.maximumPieces { pieces.append(piece) } else { isTruncated = true }
            if isData { dataPieces.append(piece) }
            end = stop
            guard stop < bytes.count, bytes[stop] == UInt8(ascii: "&") else { return }
            position = stop + 1
        }
    }

    private func pieceEnd(from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "&"), bytes[index] != UInt8(ascii: "#") { index += 1 }
        return index
    }

    /// Whether the object that begins here is unescaped, which its first quote shows; `nil` if no object begins here.
    private func openingBrace(at start: Int) -> Bool? {
        guard start < bytes.count else { return nil }
        if bytes[start] == UInt8(ascii: "{") {
            let next = bytes[(start + 1)...].first { $0 != UInt8(ascii: " ") }
            return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
        }
        let isEscaped = bytes[start...].prefix(3).map(\.asciiLowercased).elementsEqual("%7b".utf8)
        return isEscaped ? false : nil
    }

    /// The offset after the brace that closes the one at `start`, or `nil` if there is none before `limit`.
    private func closingBrace(from start: Int, to limit: Int, isUnescaped: Bool) -> Int? {
        var depth = 0
        var isInString = false
        var isEscaped = false
        var index = start
        while index < limit {
            var byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "%"), !isUnescaped, index + 1 < limit,
                let high = bytes[index].hexadecimalValue, let low = bytes[index + 1].hexadecimalValue
            {
                byte = high << 4 | low
                index += 2
            }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if byte == UInt8(ascii: "{") {
                depth += 1
            } else if byte == UInt8(ascii: "}") {
                depth -= 1
                if depth == 0 { return index }
            }
        }
        return nil
    }
}
