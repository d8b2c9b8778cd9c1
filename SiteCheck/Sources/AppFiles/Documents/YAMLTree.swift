public import BoltsSiteCheck
import Foundation
import Yams

/// A YAML document with the positions of its values, limited to what JSON can express.
@_spi(Bolts) public struct YAMLTree {
    /// Why a document cannot be read.
    @_spi(Bolts) public struct Failure: Error, Sendable, CustomStringConvertible {
        /// The position of the mistake, if it is known.
        @_spi(Bolts) public let position: TextPosition?
        /// What is wrong, as sentences.
        @_spi(Bolts) public let description: String
    }

    let root: Node

    /// Dates and merges are read as texts.
    private static let resolver = Resolver.default.removing(.timestamp).removing(.merge).removing(.value)

    /// Reads a document; fails if it is not YAML, has more than one document, or would be too large after aliases are expanded.
    @_spi(Bolts) public init(_ text: String) throws {
        try YAMLBudget.check(text)
        do {
            guard let node = try compose(yaml: text, Self.resolver) else {
                throw Failure(position: nil, description: "The file is empty.")
            }
            root = node
        } catch let error as YamlError {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: YamlError) -> Failure {
        func position(_ mark: Mark) -> TextPosition { TextPosition(line: mark.line, column: mark.column) }
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let words = context.map { "\($0.text) " } ?? ""
            return Failure(position: position(mark), description: "This is not YAML: \(words)\(problem).")
        case .duplicatedKeysInMapping(let keys, let context):
            let names = keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
            return Failure(position: position(context.mark), description: "\(names) occurs twice here. Keep one.")
        default:
            return Failure(position: nil, description: "This is not YAML: \(error)")
        }
    }

    // MARK: - As JSON

    /// The same values as JSON; fails with ``Failure`` if a key is not a text.
    @_spi(Bolts) public func json() throws -> [UInt8] {
        let value = try Self.value(root)
        return Array(try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed]))
    }

    private static func value(_ node: Node) throws -> Any {
        switch node {
        case .scalar(let scalar): return self.scalar(scalar, node)
        case .sequence(let elements): return try elements.map { try value($0) }
        case .mapping(let members):
            var object: [String: Any] = [:]
            for (key, member) in members {
                guard let name = key.scalar?.string else {
                    throw Failure(position: position(key), description: "A key is not a text. Write a name.")
                }
                object[name] = try value(member)
            }
            return object
        case .alias:
            throw Failure(position: position(node), description: "An alias names nothing. Write the value itself.")
        }
    }

    /// Returns a scalar as JSON; a value that JSON cannot represent remains a text.
    private static func scalar(_ scalar: Node.Scalar, _ node: Node) -> Any {
        switch resolver.resolveTag(of: node) {
        case .null: return NSNull()
        case .bool:
            if let value = Bool.construct(from: scalar) { return value }
            return scalar.string
        case .int:
            let isPlain = scalar.string.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            if isPlain, let number = Int64(scalar.string) { return number }
            return scalar.string
        case .float:
            guard let number = Double(scalar.string), number.isFinite else { return scalar.string }
            return number
        default: return scalar.string
        }
    }

    // MARK: - Places

    private static func position(_ node: Node) -> TextPosition? {
        node.mark.map { TextPosition(line: $0.line, column: $0.column) }
    }

    /// Returns the position of the value of a JSON pointer, or of the nearest value that contains it; if the value has a key,
    /// the key's position.
    @_spi(Bolts) public func position(at pointer: String) -> TextPosition? {
        var node = root
        var found = Self.position(root)
        for step in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = String(step.replacing("~1", with: "/").replacing("~0", with: "~"))
            if case .mapping(let members) = node, let member = members.first(where: { $0.key.scalar?.string == name }) {
                found = Self.position(member.key) ?? found
                node = member.value
            } else if case .sequence(let elements) = node, let index = Int(step), elements.indices.contains(index) {
                node = elements[index]
                found = Self.position(node) ?? found
            } else {
                break
            }
        }
        return found
    }
}
