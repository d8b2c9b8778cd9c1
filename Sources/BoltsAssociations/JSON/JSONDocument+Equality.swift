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
