extension JSONDocument {
    /// Whether two documents have the same values, ignoring white space and escapes.
    ///
    /// The order of members and the text of numbers matter.
    package func isEqual(to other: JSONDocument) -> Bool {
        guard nodes.count == other.nodes.count else { return false }
        return nodes.indices.allSatisfy { index in
            let first = JSONNode(document: self, index: index)
            let second = JSONNode(document: other, index: index)
            guard first.kind == second.kind, first.node.next == second.node.next, first.name == second.name else {
                return false
            }
            switch first.kind {
            case .string: return first.string == second.string
            case .number: return first.text == second.text
            default: return true
            }
        }
    }
}
