import BoltsBase

/// Reads XML documents: elements, attributes, characters and the five entities that XML itself defines.
///
/// The system's parser is not used: it cannot be stopped within a tag with many attributes, and linking it statically would
/// require libxml2. Declared entities, which can grow without bound, are refused.
struct XMLReader {
    static let maximumSize = 4 << 20
    static let depthLimit = 64
    private static let maximumAttributeCount = 1_000
    private static let maximumElementCount = 100_000
    /// The maximum number of namespaces that are in scope at once, because each name is looked up among them.
    private static let maximumNamespaceCount = 64

    private let bytes: [UInt8]
    private var position = 0
    private var elementCount = 0
    private var line = 1
    private var open: [XMLElement] = []
    private var openNames: [String] = []
    /// The namespaces that the open elements declare: the depth, the prefix, the name.
    private var namespaces: [(depth: Int, prefix: String, uri: String)] = []

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a document.
    static func root(of bytes: [UInt8]) throws(FormatError) -> XMLElement {
        guard bytes.count <= maximumSize else {
            throw FormatError("has \(bytes.count) bytes, and at most \(maximumSize) of XML are read")
        }
        var reader = XMLReader(utf8(bytes))
        return try reader.document()
    }

    /// The bytes in UTF-8, without a byte order mark.
    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            isLittle
                ? UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
                : UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private mutating func document() throws(FormatError) -> XMLElement {
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") {
                try characters()
            } else if starts(with: "<!--") {
                try skip(past: "-->")
            } else if starts(with: "<![CDATA[") {
                try section()
            } else if starts(with: "<?") {
                try skip(past: "?>")
            } else if starts(with: "<!") {
                try declaration()
            } else if starts(with: "</") {
                if let root = try endTag() { return root }
            } else if let root = try startTag() {
                return root
            }
        }
        throw error(
            open.isEmpty ? "has no element" : "ends within the element \((openNames.last ?? "").quoted(limit: 60))"
        )
    }

    private func error(_ what: String) -> FormatError {
        FormatError("is not XML that can be read: line \(line) \(what)")
    }

    // MARK: - What is between tags

    private mutating func characters() throws(FormatError) {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { advance() }
        guard !open.isEmpty else {
            guard bytes[start..<position].allSatisfy(Self.isSpace) else {
                throw error("has text outside the elements")
            }
            return
        }
        open[open.count - 1].text += try decoded(bytes[start..<position])
    }

    private mutating func section() throws(FormatError) {
        let start = position + 9
        try skip(past: "]]>")
        guard !open.isEmpty, position - 3 >= start else { throw error("has a section outside the elements") }
        open[open.count - 1].text += String(decoding: bytes[start..<position - 3], as: UTF8.self)
    }

    private mutating func declaration() throws(FormatError) {
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
            guard bytes[position] != UInt8(ascii: "[") else { throw error("declares entities, which are not read") }
            advance()
        }
        try expect(UInt8(ascii: ">"))
    }

    // MARK: - Tags

    private mutating func startTag() throws(FormatError) -> XMLElement? {
        let line = line
        try expect(UInt8(ascii: "<"))
        let name = try name()
        elementCount += 1
        guard elementCount <= Self.maximumElementCount else {
            throw error("is after \(Self.maximumElementCount) elements, and more are not read")
        }
        guard open.count < Self.depthLimit else { throw error("nests more than \(Self.depthLimit) elements") }
        var written: [(name: String, value: String)] = []
        var isEmpty = false
        while true {
            skipSpace()
            guard position < bytes.count else { throw error("ends within a tag") }
            if bytes[position] == UInt8(ascii: ">") {
                advance()
                break
            }
            if bytes[position] == UInt8(ascii: "/") {
                advance()
                try expect(UInt8(ascii: ">"))
                isEmpty = true
                break
            }
            guard written.count < Self.maximumAttributeCount else {
                throw error("has more than \(Self.maximumAttributeCount) attributes in a tag")
            }
            written.append(try attribute())
        }
        for (name, value) in written where name.hasPrefix("xmlns:") {
            guard namespaces.count < Self.maximumNamespaceCount else {
                throw error("declares more than \(Self.maximumNamespaceCount) namespaces")
            }
            namespaces.append((open.count, String(name.dropFirst(6)), value))
        }
        var element = XMLElement(name: Self.localName(name), line: line)
        for (name, value) in written where name != "xmlns" && !name.hasPrefix("xmlns:") {
            let name = resolved(name)
            guard element.attributes[name] == nil else {
                throw error("has the attribute \(name.quoted(limit: 60)) twice in a tag")
            }
            element.attributes[name] = value
        }
        open.append(element)
        openNames.append(name)
        return isEmpty ? closeElement() : nil
    }

    private mutating func endTag() throws(FormatError) -> XMLElement? {
        position += 2
        let name = try name()
        skipSpace()
        try expect(UInt8(ascii: ">"))
        guard name == openNames.last else {
            throw error(
                "closes \(name.quoted(limit: 60)) where \(openNames.last?.quoted(limit: 60) ?? "nothing") is open"
            )
        }
        return closeElement()
    }

    /// Closes the innermost element, and returns it if it is the root.
    private mutating func closeElement() -> XMLElement? {
        openNames.removeLast()
        let element = open.removeLast()
        while let last = namespaces.last, last.depth >= open.count { namespaces.removeLast() }
        if open.isEmpty { return element }
        open[open.count - 1].children.append(element)
        return nil
    }

    private mutating func attribute() throws(FormatError) -> (name: String, value: String) {
        let name = try name()
        skipSpace()
        try expect(UInt8(ascii: "="))
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
        else {
            throw error("has an attribute without quotation marks")
        }
        let quote = bytes[position]
        advance()
        let start = position
        while position < bytes.count, bytes[position] != quote {
            guard bytes[position] != UInt8(ascii: "<") else { throw error("has a < within an attribute") }
            advance()
        }
        let value = try decoded(bytes[start..<position])
        try expect(quote)
        return (name, String(String.UnicodeScalarView(value.unicodeScalars.map { $0.value < 0x20 ? " " : $0 })))
    }

    /// The name of an attribute with the prefix for its namespace.
    private func resolved(_ name: String) -> String {
        guard let colon = name.firstIndex(of: ":") else { return name }
        let uri = namespaces.last { $0.prefix == name[..<colon] }?.uri
        guard let prefix = uri.flatMap(AndroidNamespace.prefix) else { return name }
        return prefix + name[name.index(after: colon)...]
    }

    private static func localName(_ name: String) -> String {
        name.firstIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }

    // MARK: - Characters

    /// The text with its references replaced.
    private func decoded(_ bytes: ArraySlice<UInt8>) throws(FormatError) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard bytes[index] == UInt8(ascii: "&") else {
                result.append(bytes[index])
                index += 1
                continue
            }
            guard let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
                throw error("has an & that begins no reference")
            }
            let name = String(decoding: bytes[index + 1..<end], as: UTF8.self)
            guard let scalar = Self.scalar(named: name) else {
                throw error("uses the entity \(name.quoted()), which XML does not define")
            }
            result += Array(String(scalar).utf8)
            index = end + 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func scalar(named name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let isHexadecimal = digits.first == "x"
            let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
            return value.flatMap(Unicode.Scalar.init)
        }
    }

    private mutating func name() throws(FormatError) -> String {
        let start = position
        while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
        guard start < position else { throw error("has a tag or an attribute without a name") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || ":_-.".utf8.contains(byte)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private mutating func skipSpace() {
        while position < bytes.count, Self.isSpace(bytes[position]) { advance() }
    }

    private mutating func advance() {
        if bytes[position] == 0x0A { line += 1 }
        position += 1
    }

    private mutating func expect(_ byte: UInt8) throws(FormatError) {
        guard position < bytes.count, bytes[position] == byte else {
            throw error("lacks a \(String(decoding: [byte], as: UTF8.self).quoted())")
        }
        advance()
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    private mutating func skip(past text: StaticString) throws(FormatError) {
        while position < bytes.count {
            if starts(with: text) {
                position += text.utf8CodeUnitCount
                return
            }
            advance()
        }
        throw error("does not end with \("\(text)".quoted())")
    }
}
