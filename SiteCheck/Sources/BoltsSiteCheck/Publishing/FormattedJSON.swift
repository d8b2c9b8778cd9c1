@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// A JSON value for writing, with its members in the given order.
indirect enum FormattedJSON: Sendable {
    case string(String)
    case bool(Bool)
    /// A string, a number or another value without elements, in the file's spelling.
    case written(String)
    case array([FormattedJSON])
    case object([(name: String, value: FormattedJSON)])

    /// Creates the value of a file, with its strings and numbers as written there.
    init(_ node: JSONNode) {
        self =
            switch node.kind {
            case .array: .array(node.children.map(FormattedJSON.init))
            case .object: .object(node.children.map { ($0.name ?? "", FormattedJSON($0)) })
            default: .written(node.text)
            }
    }

    var isEmptyObject: Bool { if case .object(let members) = self { members.isEmpty } else { false } }

    /// Returns the text with a final line break, indented by two spaces; short values are on one line.
    var bytes: [UInt8] {
        var text = ""
        write(into: &text, indent: 0)
        text += "\n"
        return Array(text.utf8)
    }

    private static let lineLength = 100

    private func write(into text: inout String, indent: Int) {
        let line = compact
        if indent > 0, isFlat, indent * 2 + line.utf8.count <= Self.lineLength {
            text += line
            return
        }
        let inner = String(repeating: "  ", count: indent + 1)
        let outer = String(repeating: "  ", count: indent)
        switch self {
        case .array(let elements) where !elements.isEmpty:
            text += "[\n"
            for (index, element) in elements.enumerated() {
                text += inner
                element.write(into: &text, indent: indent + 1)
                text += index + 1 < elements.count ? ",\n" : "\n"
            }
            text += outer + "]"
        case .object(let members) where !members.isEmpty:
            text += "{\n"
            for (index, member) in members.enumerated() {
                text += inner + JSONString.quoted(member.name) + ": "
                member.value.write(into: &text, indent: indent + 1)
                text += index + 1 < members.count ? ",\n" : "\n"
            }
            text += outer + "}"
        default: text += line
        }
    }

    /// Whether the value fits on one line: it has no nested array, and objects only as members.
    private var isFlat: Bool {
        switch self {
        case .string, .bool, .written: true
        case .array(let elements): elements.allSatisfy(\.isScalar)
        case .object(let members): members.allSatisfy { $0.value.isScalar || $0.value.isFlatObject }
        }
    }

    private var isScalar: Bool {
        switch self {
        case .string, .bool, .written: true
        case .array, .object: false
        }
    }

    private var isFlatObject: Bool {
        guard case .object(let members) = self else { return false }
        return members.allSatisfy(\.value.isScalar)
    }

    private var compact: String {
        switch self {
        case .string(let text): JSONString.quoted(text)
        case .written(let text): text
        case .bool(let value): value ? "true" : "false"
        case .array(let elements): "[" + elements.map(\.compact).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\(JSONString.quoted($0.name)): \($0.value.compact)" }.joined(separator: ", ") + "}"
        }
    }
}
