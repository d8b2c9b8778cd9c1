import BoltsBase

/// The HTML Standard's "prescan a byte stream to determine its encoding", which browsers run before they begin to
/// parse.
///
/// It does not recognize raw text, so it finds declarations in scripts and titles. The reader therefore prefers a
/// declaration in a `meta` element anywhere in the page.
struct EncodingPrescan {
    /// How many bytes of a page are searched.
    static let byteCount = 1024

    private let bytes: [UInt8]
    private var index = 0

    /// - Returns: The encoding that the beginning of a page declares.
    static func encoding(of beginning: [UInt8]) -> WebEncoding? {
        if beginning.starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) { return .utf16LE }
        if beginning.starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) { return .utf16BE }
        var prescan = EncodingPrescan(bytes: Array(beginning.prefix(byteCount)))
        return prescan.scan() ?? xmlEncoding(of: prescan.bytes)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func isAt(_ text: String) -> Bool {
        bytes[index...].lazy.map(\.asciiLowercased).starts(with: text.utf8)
    }

    private mutating func scan() -> WebEncoding? {
        while index < bytes.count {
            index = bytes[index...].firstIndex(of: Byte.lessThan) ?? bytes.count
            if isAt("<!--") {
                // In `<!-->` the same dashes begin and end the comment.
                index += 2
                while index < bytes.count, !isAt("-->") { index += 1 }
                index += 3
            } else if isAt("<meta"), index + 5 < bytes.count, bytes[index + 5].isHTMLSpace || bytes[index + 5] == 0x2F {
                index += 5
                if let encoding = scanMeta() { return encoding }
            } else if isAt("<!") || isAt("<?") || isAt("</") && !isLetter(at: index + 2) {
                index = bytes[index...].firstIndex(of: Byte.greaterThan) ?? bytes.count
            } else if isLetter(at: index + 1) || isAt("</") {
                while let byte, !byte.isHTMLSpace, byte != Byte.greaterThan { index += 1 }
                while nextAttribute() != nil {}
            } else {
                index += 1
            }
        }
        return nil
    }

    private func isLetter(at position: Int) -> Bool {
        position < bytes.count && bytes[position].isASCIILetter
    }

    private mutating func scanMeta() -> WebEncoding? {
        var seen: Set<[UInt8]> = []
        var isPragma = false
        var needsPragma = false
        var encoding: WebEncoding?
        while let attribute = nextAttribute() {
            guard seen.insert(attribute.name).inserted else { continue }
            switch String(decoding: attribute.name, as: UTF8.self) {
            case "http-equiv":
                isPragma = attribute.value.elementsEqual("content-type".utf8)
            case "content" where encoding == nil:
                encoding = CharsetDeclaration.encoding(inContentType: attribute.value)
                needsPragma = true
            case "charset":
                encoding = WebEncoding(label: attribute.value)
                needsPragma = false
            default:
                break
            }
        }
        // A tag that is incomplete declares nothing.
        guard index < bytes.count, isPragma || !needsPragma else { return nil }
        return encoding?.asDeclaredByMeta
    }

    /// Reads the next attribute, in lower case; returns `nil` at the end of the tag or of the bytes.
    private mutating func nextAttribute() -> (name: [UInt8], value: [UInt8])? {
        while let byte, byte.isHTMLSpace || byte == Byte.slash { index += 1 }
        guard let first = byte, first != Byte.greaterThan else { return nil }
        var name: [UInt8] = []
        while let byte, !byte.isHTMLSpace, byte != Byte.slash, byte != Byte.greaterThan {
            if byte == Byte.equals && !name.isEmpty { break }
            name.append(byte.asciiLowercased)
            index += 1
        }
        while let byte, byte.isHTMLSpace { index += 1 }
        guard byte == Byte.equals else { return byte == nil ? nil : (name, []) }
        index += 1
        while let byte, byte.isHTMLSpace { index += 1 }
        return nextValue().map { (name, $0) }
    }

    private mutating func nextValue() -> [UInt8]? {
        guard let quote = byte else { return nil }
        var end: Int?
        if quote == Byte.quote || quote == Byte.apostrophe {
            index += 1
            end = bytes[index...].firstIndex(of: quote)
        } else {
            end = bytes[index...].firstIndex { $0.isHTMLSpace || $0 == Byte.greaterThan }
        }
        let value = bytes[index..<(end ?? bytes.count)].map(\.asciiLowercased)
        index = end ?? bytes.count
        if end != nil, bytes[index] == quote, quote == Byte.quote || quote == Byte.apostrophe { index += 1 }
        return end == nil ? nil : value
    }

    /// The encoding in an XML declaration, which counts if there is no other.
    private static func xmlEncoding(of bytes: [UInt8]) -> WebEncoding? {
        guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: Byte.greaterThan) else { return nil }
        let keyword = Array("encoding".utf8)
        let declaration = bytes[..<end]
        guard
            let start = declaration.indices.first(where: { declaration[$0...].starts(with: keyword) }),
            case let equals = declaration[(start + keyword.count)...].drop(while: { $0 <= Byte.space }),
            equals.first == Byte.equals,
            case let quoted = equals.dropFirst().drop(while: { $0 <= Byte.space }),
            let quote = quoted.first, quote == Byte.quote || quote == Byte.apostrophe,
            let close = quoted.dropFirst().firstIndex(of: quote)
        else { return nil }
        let label = quoted[(quoted.startIndex + 1)..<close]
        return label.contains { $0 <= Byte.space } ? nil : WebEncoding(label: label)?.asDeclaredByMeta
    }
}
