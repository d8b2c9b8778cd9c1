extension JSONDocument {
    /// Returns the value that starts at a byte, or whose member's name does; `nil` if none does.
    @_spi(Bolts) public func node(at offset: Int) -> JSONNode? {
        // Values are in the order of their first bytes, and a name stands between two of them.
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
