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

    private let bytes: [UInt8]
    private let start: Int
    private let depthLimit: Int
    private var scanner: JSONScanner
    private var nodes: [JSONDocument.Node] = []
    private var duplicates: [UInt32] = []

    init(_ bytes: [UInt8], start: Int, depthLimit: Int) {
        self.bytes = bytes
        self.start = start
        self.depthLimit = depthLimit
        self.scanner = JSONScanner(start: start, depthLimit: depthLimit)
    }

    mutating func parse() -> Result<Output, Failure> {
        // The text is separate from the parser, which the scanner changes.
        let text = bytes[...]
        if let offset = UTF8Check.firstInvalidByte(in: text.span) {
            return .failure(Failure(code: .invalidUTF8, message: "The file is not UTF-8.", offset: offset))
        }
        nodes.reserveCapacity(bytes.count / 12 + 1)
        scanner.skipSpace(in: text.span)
        guard scanner.position < bytes.count else {
            return .failure(Failure(code: .empty, message: "The file is empty; JSON needs one value.", offset: start))
        }
        do throws(JSONScanner.Fault) {
            try readValue(text, parent: 0, ordinal: 0, name: nil)
            try scanner.scanEndOfText(in: text.span)
            return .success(Output(nodes: nodes, duplicates: duplicates))
        } catch {
            return .failure(failure(error))
        }
    }

    private mutating func readValue(
        _ text: ArraySlice<UInt8>,
        parent: Int,
        ordinal: Int,
        name: Range<Int>?
    ) throws(JSONScanner.Fault) {
        scanner.skipSpace(in: text.span)
        let index = nodes.count
        nodes.append(
            JSONDocument.Node(
                kind: .null,
                start: UInt32(scanner.position),
                end: 0,
                next: 0,
                parent: UInt32(parent),
                ordinal: UInt32(ordinal),
                // The range includes the quotes, so that an empty name differs from a missing one.
                nameStart: UInt32(name.map { $0.lowerBound - 1 } ?? 0),
                nameEnd: UInt32(name.map { $0.upperBound + 1 } ?? 0)
            )
        )
        let kind: JSONDocument.Kind
        switch try scanner.scanValue(in: text.span) {
        case .object:
            kind = .object
            try readMembers(index, text)
        case .array:
            kind = .array
            try readElements(index, text)
        case .string: kind = .string
        case .bool(let value): kind = value ? .true : .false
        case .null: kind = .null
        case .number: kind = .number
        }
        nodes[index].kind = kind
        nodes[index].end = UInt32(scanner.position)
        nodes[index].next = UInt32(nodes.count)
    }

    private mutating func readMembers(_ object: Int, _ text: ArraySlice<UInt8>) throws(JSONScanner.Fault) {
        guard !scanner.scanEnd(UInt8(ascii: "}"), in: text.span) else { return }
        var ordinal = 0
        repeat {
            let name = try scanner.scanName(in: text.span)
            try readValue(text, parent: object, ordinal: ordinal, name: name)
            ordinal += 1
        } while try scanner.scanSeparator(until: UInt8(ascii: "}"), in: text.span)
        if ordinal > 1 { findDuplicates(of: object, count: ordinal) }
    }

    private mutating func readElements(_ array: Int, _ text: ArraySlice<UInt8>) throws(JSONScanner.Fault) {
        guard !scanner.scanEnd(UInt8(ascii: "]"), in: text.span) else { return }
        var ordinal = 0
        repeat {
            try readValue(text, parent: array, ordinal: ordinal, name: nil)
            ordinal += 1
        } while try scanner.scanSeparator(until: UInt8(ascii: "]"), in: text.span)
    }

    /// Records each member with the name of an earlier one; few members are compared directly, many by hashing.
    private mutating func findDuplicates(of object: Int, count: Int) {
        var seen = Set<String>(minimumCapacity: count)
        var index = object + 1
        while index < nodes.count {
            let node = nodes[index]
            let name = JSONString.decode(bytes[Int(node.nameStart) + 1..<Int(node.nameEnd) - 1]).text
            // Names are hashed by their scalars, because canonically equivalent names are different in JSON.
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

// MARK: - Failures

extension JSONParser {
    /// Returns the error, and recognizes mistakes that editors and habits cause.
    private func failure(_ fault: JSONScanner.Fault) -> Failure {
        let offset = fault.offset
        switch fault.kind {
        case .truncated: return Failure(code: .truncated, message: "The file ends inside a value.", offset: offset)
        case .missingComma:
            return Failure(code: .missingComma, message: "A comma is missing before this.", offset: offset)
        case .trailingComma:
            let message = "JSON allows no comma before a closing bracket."
            return Failure(code: .trailingComma, message: message, offset: offset)
        case .controlCharacter:
            let message = "A string may not hold a raw line break, tab or other control character; escape it."
            return Failure(code: .controlCharacter, message: message, offset: offset)
        case .invalidEscape:
            return Failure(code: .invalidEscape, message: "JSON has no such escape.", offset: offset)
        case .invalidNumber:
            return Failure(code: .invalidNumber, message: "This is not a JSON number.", offset: offset)
        case .tooDeep:
            let message = "Arrays and objects are nested more than \(depthLimit) deep."
            return Failure(code: .tooDeep, message: message, offset: offset)
        case .trailingText:
            let message = "The document ends before this; nothing may follow it."
            return wellKnownMistake(offset) ?? Failure(code: .trailingText, message: message, offset: offset)
        case .unexpected(let expectation):
            if let failure = wellKnownMistake(offset) { return failure }
            let words = Self.words(expectation)
            guard bytes[offset] == UInt8(ascii: "'") || bytes[offset].isASCIILetter else {
                return Failure(code: .unexpectedCharacter, message: "Expected \(words) here.", offset: offset)
            }
            let message = "Expected \(words); names and strings are in double quotes."
            return Failure(code: .unquotedString, message: message, offset: offset)
        }
    }

    private static func words(_ expectation: JSONScanner.Fault.Expectation) -> String {
        switch expectation {
        case .value: "a value"
        case .name: "a member name in double quotes"
        case .colon: "a colon"
        case .commaOr(let bracket): "a comma or \"\(Character(UnicodeScalar(bracket)))\""
        }
    }

    private func wellKnownMistake(_ position: Int) -> Failure? {
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
