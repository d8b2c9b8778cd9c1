import Foundation

/// One of Apple's property lists: XML, binary, or the older text form of Xcode projects.
///
/// The system's reader is not used for untrusted bytes: it accepts any depth and expands shared values.
enum PropertyList: Sendable, Hashable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case date(Date)
    /// Data and numbers with a fraction, which are not needed here.
    case other
    case array([PropertyList])
    case dictionary([String: PropertyList])

    static let depthLimit = 32
    static let maximumSize = 16 << 20

    /// Reads a property list of any form.
    init(bytes: [UInt8]) throws(FormatError) {
        guard bytes.count <= Self.maximumSize else {
            throw FormatError("has \(bytes.count) bytes, and at most \(Self.maximumSize) of a property list are read")
        }
        if bytes.starts(with: Array("bplist00".utf8)) {
            self = try BinaryPropertyListReader.value(of: bytes)
            return
        }
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let first = content.first { $0 > 0x20 }
        if first == UInt8(ascii: "<") || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            self = try Self.value(of: XMLReader.root(of: bytes))
        } else {
            self = try TextPropertyListReader.value(of: Array(content))
        }
    }

    /// The value of a document: of the `plist` element, or of a root element that is itself a value.
    private static func value(of root: XMLElement) throws(FormatError) -> PropertyList {
        guard root.name == "plist" else { return try value(root) }
        guard let child = root.children.first else { throw FormatError("is a property list without a value") }
        return try value(child)
    }

    private static func value(_ element: XMLElement) throws(FormatError) -> PropertyList {
        switch element.name {
        case "string": return .string(element.text)
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "integer": return Int(element.text.filter { !$0.isWhitespace }).map { .integer($0) } ?? .other
        case "date":
            let text = element.text.filter { !$0.isWhitespace }
            return (try? Date(text, strategy: .iso8601)).map { .date($0) } ?? .other
        case "data", "real": return .other
        case "array":
            var values: [PropertyList] = []
            for child in element.children { values.append(try value(child)) }
            return .array(values)
        case "dict":
            var values: [String: PropertyList] = [:]
            var children = element.children.makeIterator()
            while let key = children.next() {
                guard key.name == "key", let child = children.next() else {
                    throw FormatError("is not a property list: line \(key.line) has no pair of a key and a value")
                }
                values[key.text] = try value(child)
            }
            return .dictionary(values)
        default: throw FormatError("is not a property list: line \(element.line) has another element")
        }
    }

    subscript(key: String) -> PropertyList? { dictionary?[key] }

    var dictionary: [String: PropertyList]? {
        if case .dictionary(let values) = self { values } else { nil }
    }

    var array: [PropertyList]? {
        if case .array(let values) = self { values } else { nil }
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var boolean: Bool? {
        switch self {
        case .boolean(let value): value
        case .integer(let value): value != 0
        case .string(let text): ["YES", "true", "1"].contains(text)
        default: nil
        }
    }

    var date: Date? {
        if case .date(let date) = self { date } else { nil }
    }

    /// The strings of an array, or a single string instead of an array.
    var strings: [String]? {
        if let string { return [string] }
        return array?.compactMap(\.string)
    }
}
