import BoltsBase

/// Parses strict JSON into flat nodes, in one pass, to a bounded depth.
struct JSONParser {
    struct Output {
        var nodes: [JSONDocument.Node]
        var duplicates: [UInt32]
    }

    struct Failure: Error {
        var code: JSONSyntaxError.Code
        var message: String
        var offset: Int
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let start: Int
    private let maximumDepth: Int
    private var position: Int
    private var nodes: [JSONDocument.Node] = []
    private var duplicates: [UInt32] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>, start: Int, maximumDepth: Int) {
        self.bytes = bytes
        self.start = start
        self.maximumDepth = maximumDepth
        self.position = start
    }

    mutating func parse() -> Result<Output, Failure> {
        do throws(Failure) {
            if let offset = UTF8Check.firstInvalidByte(in: bytes) {
                throw Failure(code: .invalidUTF8, message: "The file is not UTF-8.", offset: offset)
            }
            nodes.reserveCapacity(bytes.count / 12 + 1)
            skipSpace()
            guard position < bytes.count else {
                throw Failure(code: .empty, message: "The file is empty; JSON needs one value.", offset: start)
            }
            try readValue(depth: 0, parent: 0, ordinal: 0, name: 0..<0)
            skipSpace()
            guard position == bytes.count else { throw trailingText() }
            return .success(Output(nodes: nodes, duplicates: duplicates))
        } catch {
            return .failure(error)
        }
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private mutating func readValue(depth: Int, parent: Int, ordinal: Int, name: Range<Int>) throws(Failure) {
        skipSpace()
        guard let byte = current else { throw cutShort() }
        let index = nodes.count
        nodes.append(
            JSONDocument.Node(
                kind: .null,
                start: UInt32(position),
                end: 0,
                next: 0,
                parent: UInt32(parent),
                ordinal: UInt32(ordinal),
                nameStart: UInt32(name.lowerBound),
                nameEnd: UInt32(name.upperBound)
            )
        )
        let kind: JSONDocument.Kind
        switch byte {
        case UInt8(ascii: "{"):
            kind = .object
            try readObject(index, depth: depth)
        case UInt8(ascii: "["):
            kind = .array
            try readArray(index, depth: depth)
        case UInt8(ascii: "\""):
            kind = .string
            try skipString()
        case UInt8(ascii: "t"):
            kind = .true
            try skipWord("true")
        case UInt8(ascii: "f"):
            kind = .false
            try skipWord("false")
        case UInt8(ascii: "n"):
            kind = .null
            try skipWord("null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            kind = .number
            try skipNumber()
        default:
            throw unexpected("a value")
        }
        nodes[index].kind = kind
        nodes[index].end = UInt32(position)
        nodes[index].next = UInt32(nodes.count)
    }

    private mutating func readObject(_ index: Int, depth: Int) throws(Failure) {
        try enter(depth)
        skipSpace()
        if current == UInt8(ascii: "}") {
            position += 1
            return
        }
        var ordinal = 0
        while true {
            skipSpace()
            guard let byte = current else { throw cutShort() }
            guard byte == UInt8(ascii: "\"") else { throw unexpected("a member name in double quotes") }
            let nameStart = position
            try skipString()
            let name = nameStart..<position
            skipSpace()
            guard let colon = current else { throw cutShort() }
            guard colon == UInt8(ascii: ":") else { throw unexpected("a colon") }
            position += 1
            try readValue(depth: depth + 1, parent: index, ordinal: ordinal, name: name)
            ordinal += 1
            guard try continues(until: UInt8(ascii: "}")) else { break }
        }
        if ordinal > 1 { findDuplicates(of: index, count: ordinal) }
    }

    private mutating func readArray(_ index: Int, depth: Int) throws(Failure) {
        try enter(depth)
        skipSpace()
        if current == UInt8(ascii: "]") {
            position += 1
            return
        }
        var ordinal = 0
        while true {
            try readValue(depth: depth + 1, parent: index, ordinal: ordinal, name: 0..<0)
            ordinal += 1
            guard try continues(until: UInt8(ascii: "]")) else { return }
        }
    }

    private mutating func enter(_ depth: Int) throws(Failure) {
        guard depth < maximumDepth else {
            throw Failure(
                code: .tooDeep,
                message: "Arrays and objects are nested more than \(maximumDepth) deep.",
                offset: position
            )
        }
        position += 1
    }

    /// Reads the comma before another element and returns `true`, or reads the closing bracket and returns `false`.
    private mutating func continues(until end: UInt8) throws(Failure) -> Bool {
        skipSpace()
        guard let byte = current else { throw cutShort() }
        if byte == end {
            position += 1
            return false
        }
        guard byte == UInt8(ascii: ",") else {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
                throw Failure(code: .missingComma, message: "A comma is missing before this.", offset: position)
            default:
                throw unexpected("a comma or \"\(Character(UnicodeScalar(end)))\"")
            }
        }
        let comma = position
        position += 1
        skipSpace()
        guard let following = current else { throw cutShort() }
        if following == UInt8(ascii: "}") || following == UInt8(ascii: "]") {
            throw Failure(
                code: .trailingComma,
                message: "JSON allows no comma before a closing bracket.",
                offset: comma
            )
        }
        return true
    }

    /// Records each member with the name of an earlier one.
    ///
    /// Few members are compared directly, many by hashing.
    private mutating func findDuplicates(of object: Int, count: Int) {
        var seen = Set<String>(minimumCapacity: count)
        var index = object + 1
        while index < nodes.count {
            let node = nodes[index]
            let name = Self.string(in: bytes, from: Int(node.nameStart), to: Int(node.nameEnd))
            // Hashing by scalars: JSON does not treat canonically equivalent names as one.
            if !seen.insert(Self.exactKey(name)).inserted { duplicates.append(UInt32(index)) }
            index = Int(node.next)
        }
    }

    /// Returns a string that equals another only if both have the same scalars.
    private static func exactKey(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return name }
        return name.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "-")
    }
}

// MARK: - Strings, numbers and words

extension JSONParser {
    private mutating func skipWord(_ word: StaticString) throws(Failure) {
        let start = position
        for byte in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
            guard let found = current else { throw cutShort() }
            guard found == byte else {
                position = start
                throw unexpected("a value")
            }
            position += 1
        }
    }

    private mutating func skipString() throws(Failure) {
        position += 1
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return
            case UInt8(ascii: "\\"):
                try skipEscape()
            case 0..<0x20:
                throw Failure(
                    code: .controlCharacter,
                    message: "A string may not hold a raw line break, tab or other control character; escape it.",
                    offset: position
                )
            default:
                position += 1
            }
        }
        throw cutShort()
    }

    private mutating func skipEscape() throws(Failure) {
        let start = position
        position += 1
        guard let byte = current else { throw cutShort() }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"):
            for _ in 0..<4 {
                guard let digit = current else { throw cutShort() }
                guard digit.hexadecimalValue != nil else { throw invalidEscape(start) }
                position += 1
            }
        default:
            throw invalidEscape(start)
        }
    }

    private mutating func skipNumber() throws(Failure) {
        let start = position
        if current == UInt8(ascii: "-") { position += 1 }
        let firstDigit = current
        let whole = try skipDigits(from: start)
        guard whole == 1 || firstDigit != UInt8(ascii: "0") else { throw invalidNumber(start) }
        if current == UInt8(ascii: ".") {
            position += 1
            _ = try skipDigits(from: start)
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            _ = try skipDigits(from: start)
        }
    }

    private mutating func skipDigits(from start: Int) throws(Failure) -> Int {
        let first = position
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > first else {
            if current == nil { throw cutShort() }
            throw invalidNumber(start)
        }
        return position - first
    }

    /// Decodes the string between two quotes.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - start: The offset of the opening quote.
    ///   - end: The offset behind the closing quote.
    /// - Returns: The string. A lone surrogate becomes U+FFFD.
    static func string(in bytes: some RandomAccessCollection<UInt8>, from start: Int, to end: Int) -> String {
        let first = bytes.index(bytes.startIndex, offsetBy: start + 1)
        let content = bytes[first..<bytes.index(first, offsetBy: end - start - 2)]
        guard content.contains(UInt8(ascii: "\\")) else { return String(decoding: content, as: UTF8.self) }
        return unescape(Array(content))
    }

    private static func unescape(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            let escape = bytes[position]
            position += 1
            switch escape {
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"):
                var value = unit(in: bytes, at: position)
                position += 4
                if (0xD800..<0xDC00).contains(value), position + 6 <= bytes.count,
                    bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
                {
                    let second = unit(in: bytes, at: position + 2)
                    if (0xDC00..<0xE000).contains(second) {
                        value = 0x10000 + (value - 0xD800) << 10 + (second - 0xDC00)
                        position += 6
                    }
                }
                text += Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
            default:
                text.append(escape)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func unit(in bytes: [UInt8], at position: Int) -> UInt32 {
        bytes[position..<position + 4].reduce(0) { $0 << 4 | UInt32($1.hexadecimalValue ?? 0) }
    }
}

// MARK: - Failures

extension JSONParser {
    private func cutShort() -> Failure {
        Failure(code: .cutShort, message: "The file ends inside a value.", offset: bytes.count)
    }

    private func invalidEscape(_ offset: Int) -> Failure {
        Failure(code: .invalidEscape, message: "JSON has no such escape.", offset: offset)
    }

    private func invalidNumber(_ offset: Int) -> Failure {
        Failure(code: .invalidNumber, message: "This is not a number as JSON writes one.", offset: offset)
    }

    private func trailingText() -> Failure {
        if let failure = wellKnownMistake() { return failure }
        return Failure(
            code: .trailingText,
            message: "The document ends before this; nothing may follow it.",
            offset: position
        )
    }

    private func unexpected(_ expectation: String) -> Failure {
        if let failure = wellKnownMistake() { return failure }
        if bytes[position] == UInt8(ascii: "'") || bytes[position].isASCIILetter {
            return Failure(
                code: .unquotedString,
                message: "Expected \(expectation); names and strings stand in double quotes.",
                offset: position
            )
        }
        return Failure(code: .unexpectedCharacter, message: "Expected \(expectation) here.", offset: position)
    }

    /// Names the mistakes that editors and habits bring in.
    private func wellKnownMistake() -> Failure? {
        let rest = bytes[position...]
        if rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8) || rest.first == UInt8(ascii: "#") {
            return Failure(code: .comment, message: "JSON has no comments.", offset: position)
        }
        guard bytes[position] >= 0x80 else { return nil }
        let scalar = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
        let name: String
        switch scalar {
        case "\u{A0}", "\u{202F}", "\u{2007}": name = "a no-break space"
        case "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}": name = "a typographic quote"
        case "\u{2018}", "\u{2019}", "\u{201A}": name = "a typographic apostrophe"
        case "\u{200B}", "\u{FEFF}", "\u{2060}": name = "an invisible character"
        default: name = "a character"
        }
        let code = String(scalar.value, radix: 16, uppercase: true)
        let digits = String(repeating: "0", count: max(0, 4 - code.count)) + code
        return Failure(
            code: .typographicCharacter,
            message: "U+\(digits) is \(name) that JSON does not allow outside a string.",
            offset: position
        )
    }
}
