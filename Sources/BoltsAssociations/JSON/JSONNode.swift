import BoltsBase

/// A value of a JSON document: a reference to its place in the text.
@_spi(Bolts) public struct JSONNode: Sendable {
    /// The document that contains the value.
    @_spi(Bolts) public let document: JSONDocument
    /// The place of the value in its document.
    @_spi(Bolts) public let index: Int

    var node: JSONDocument.Node { document.nodes[index] }

    /// The kind of value.
    @_spi(Bolts) public var kind: JSONDocument.Kind { node.kind }

    /// Whether the value is an object.
    @_spi(Bolts) public var isObject: Bool { kind == .object }
    /// Whether the value is an array.
    @_spi(Bolts) public var isArray: Bool { kind == .array }
    /// Whether the value is a string.
    @_spi(Bolts) public var isString: Bool { kind == .string }

    /// The value as a Boolean, or `nil` for any other value.
    @_spi(Bolts) public var bool: Bool? {
        switch kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The value as a string, or `nil` for any other value; a lone surrogate becomes U+FFFD.
    @_spi(Bolts) public var string: String? {
        guard kind == .string else { return nil }
        return JSONString.decode(document.bytes[Int(node.start) + 1..<Int(node.end) - 1]).text
    }

    /// The value as a number, or `nil` for any other value.
    @_spi(Bolts) public var number: Double? {
        guard kind == .number else { return nil }
        return Double(text)
    }

    /// The text of the value in the file.
    @_spi(Bolts) public var text: String { String(decoding: document.bytes[byteRange], as: UTF8.self) }

    /// The range of the value in the bytes of the file.
    @_spi(Bolts) public var byteRange: Range<Int> { Int(node.start)..<Int(node.end) }

    /// The name of the member with this value, or `nil` in an array and at the root.
    @_spi(Bolts) public var name: String? {
        guard node.nameEnd > node.nameStart else { return nil }
        return JSONString.decode(document.bytes[Int(node.nameStart) + 1..<Int(node.nameEnd) - 1]).text
    }

    /// The array or object that contains the value, or `nil` for the root.
    @_spi(Bolts) public var parent: JSONNode? {
        index == 0 ? nil : JSONNode(document: document, index: Int(node.parent))
    }

    /// The elements of an array or the values of an object's members, in order; empty for other values.
    @_spi(Bolts) public var children: JSONChildren { JSONChildren(parent: self) }

    /// The elements if the value is an array, or `nil`.
    @_spi(Bolts) public var elements: JSONChildren? { isArray ? children : nil }

    /// Returns the member with a name, or `nil` if there is none; if several members have the name, the last one counts.
    @_spi(Bolts) public subscript(_ name: String) -> JSONNode? {
        guard isObject else { return nil }
        var found: JSONNode?
        for child in children where child.isNamed(name) { found = child }
        return found
    }

    private func isNamed(_ other: String) -> Bool {
        let name = document.bytes[Int(node.nameStart)..<Int(node.nameEnd)]
        guard name.contains(UInt8(ascii: "\\")) else { return name.dropFirst().dropLast().elementsEqual(other.utf8) }
        return self.name == other
    }

    /// The JSON pointer of the value.
    @_spi(Bolts) public var pointer: String {
        var parts: [String] = []
        var current = self
        while let parent = current.parent {
            parts.append(current.name.map(JSONPlace.escape) ?? String(current.node.ordinal))
            current = parent
        }
        return parts.reversed().map { "/" + $0 }.joined()
    }

    /// The place of the value.
    @_spi(Bolts) public var place: JSONPlace {
        JSONPlace(pointer: pointer, position: document.position(of: Int(node.start)), byteRange: byteRange)
    }

    /// The place of the member: that of its name if it has one, otherwise the value's.
    @_spi(Bolts) public var memberPlace: JSONPlace {
        guard node.nameEnd > node.nameStart else { return place }
        return JSONPlace(
            pointer: pointer,
            position: document.position(of: Int(node.nameStart)),
            byteRange: Int(node.nameStart)..<Int(node.end)
        )
    }
}

/// The values directly inside an array or object.
@_spi(Bolts) public struct JSONChildren: Sequence, Sendable {
    let parent: JSONNode

    /// Whether there are no values.
    @_spi(Bolts) public var isEmpty: Bool { Int(parent.node.next) == parent.index + 1 }

    /// Iterates over the children in their order.
    @_spi(Bolts) public func makeIterator() -> Iterator {
        let isContainer = parent.isObject || parent.isArray
        return Iterator(
            document: parent.document,
            position: parent.index + 1,
            end: isContainer ? Int(parent.node.next) : parent.index + 1
        )
    }

    /// The children of a value, one after another.
    @_spi(Bolts) public struct Iterator: IteratorProtocol {
        let document: JSONDocument
        var position: Int
        let end: Int

        /// The next child, or `nil` after the last one.
        @_spi(Bolts) public mutating func next() -> JSONNode? {
            guard position < end else { return nil }
            let node = JSONNode(document: document, index: position)
            position = Int(document.nodes[position].next)
            return node
        }
    }
}
