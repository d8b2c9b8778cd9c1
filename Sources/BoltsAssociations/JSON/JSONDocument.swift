/// A JSON text that was read strictly (RFC 8259), with the place of every value.
///
/// Values are kept in one flat array in the order of the text. The memory of a document is therefore a bounded multiple of its
/// size, and nothing is copied until it is needed.
@_spi(Bolts) public final class JSONDocument: Sendable {
    /// The kind of value of a node.
    @_spi(Bolts) public enum Kind: UInt8, Sendable {
        case object
        case array
        case string
        case number
        case `true`
        case `false`
        case null
    }

    /// One value of the text.
    struct Node: Sendable {
        var kind: Kind
        /// The bytes of the value, with the quotes of a string.
        var start: UInt32
        var end: UInt32
        /// The index after this value and all values inside it.
        var next: UInt32
        /// The index of the array or object around it; for the root, its own index.
        var parent: UInt32
        /// The value's index among the elements or members of its parent.
        var ordinal: UInt32
        /// The bytes of the member's name with its quotes; empty outside an object.
        var nameStart: UInt32
        var nameEnd: UInt32
    }

    /// The default size limit.
    @_spi(Bolts) public static let maximumBytes = 4 << 20

    /// The text.
    @_spi(Bolts) public let bytes: [UInt8]
    /// Whether the text begins with a UTF-8 byte order mark, which is skipped.
    package let hasByteOrderMark: Bool
    let nodes: [Node]
    private let duplicates: [UInt32]
    private let index: TextIndex

    /// Reads a single value in UTF-8, or fails with the first mistake; a byte order mark is skipped.
    ///
    /// At most 512 arrays and objects may be nested, whatever `depthLimit` is.
    @_spi(Bolts) public init(
        _ bytes: [UInt8],
        maximumBytes: Int = JSONDocument.maximumBytes,
        depthLimit: Int = 128
    ) throws(JSONSyntaxError) {
        let size = bytes.count
        guard size <= min(maximumBytes, Int(Int32.max)) else {
            throw JSONSyntaxError(
                code: .tooLarge,
                message: "The file has more than \(maximumBytes) bytes; the rest is not read.",
                position: TextPosition(line: 1, column: 1),
                byteOffset: 0
            )
        }
        let hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let start = hasByteOrderMark ? 3 : 0
        let index = TextIndex(bytes)
        var parser = JSONParser(bytes, start: start, depthLimit: min(depthLimit, 512))
        switch parser.parse() {
        case .success(let output):
            nodes = output.nodes
            duplicates = output.duplicates
        case .failure(let failure):
            throw JSONSyntaxError(
                code: failure.code,
                message: failure.message,
                position: index.position(of: failure.offset, in: bytes),
                byteOffset: failure.offset
            )
        }
        self.bytes = bytes
        self.hasByteOrderMark = hasByteOrderMark
        self.index = index
    }

    /// The value of the text.
    @_spi(Bolts) public var root: JSONNode { JSONNode(document: self, index: 0) }

    /// The members whose name an earlier member of the same object already has.
    @_spi(Bolts) public var duplicateMembers: [JSONNode] {
        duplicates.map { JSONNode(document: self, index: Int($0)) }
    }

    /// Returns the line and column of a byte.
    @_spi(Bolts) public func position(of offset: Int) -> TextPosition { index.position(of: offset, in: bytes) }
}

extension JSONDocument {
    /// Whether two documents have the same values, ignoring white space and escapes.
    ///
    /// The order of members and the text of numbers matter.
    @_spi(Bolts) public func isEqual(to other: JSONDocument) -> Bool { root.isEqual(to: other.root) }
}

extension JSONNode {
    /// Whether two values are the same, ignoring white space and the escapes of strings.
    ///
    /// The order of members and the text of numbers matter.
    @_spi(Bolts) public func isEqual(to other: JSONNode) -> Bool {
        let count = Int(node.next) - index
        guard Int(other.node.next) - other.index == count else { return false }
        return (0..<count).allSatisfy { offset in
            let first = JSONNode(document: document, index: index + offset)
            let second = JSONNode(document: other.document, index: other.index + offset)
            guard first.kind == second.kind, offset == 0 || first.name == second.name,
                Int(first.node.next) - index == Int(second.node.next) - other.index
            else { return false }
            switch first.kind {
            case .string: return first.string == second.string
            case .number: return first.text == second.text
            default: return true
            }
        }
    }
}

extension JSONDocument {
    /// Returns the value that starts at a byte, or whose member's name starts there; otherwise `nil`.
    @_spi(Bolts) public func node(at offset: Int) -> JSONNode? {
        // Values are in the order of their first bytes, and a name is between two of them.
        var low = 0
        var high = nodes.count
        while low < high {
            let middle = (low + high) / 2
            if Int(nodes[middle].start) < offset { low = middle + 1 } else { high = middle }
        }
        guard low < nodes.count else { return nil }
        let node = JSONNode(document: self, index: low)
        return Int(node.node.start) == offset || node.nameRange?.lowerBound == offset ? node : nil
    }
}

extension JSONNode {
    /// The bytes of the member's name with its quotes, or `nil` in an array and at the root.
    @_spi(Bolts) public var nameRange: Range<Int>? {
        node.nameEnd > node.nameStart ? Int(node.nameStart)..<Int(node.nameEnd) : nil
    }
}
