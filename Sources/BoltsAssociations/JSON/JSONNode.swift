import BoltsBase

/// A value of a JSON document: a reference to its place in the text.
package struct JSONNode: Sendable {
    package let document: JSONDocument
    package let index: Int

    var node: JSONDocument.Node { document.nodes[index] }

    /// The kind of value.
    package var kind: JSONDocument.Kind { node.kind }

    package var isObject: Bool { kind == .object }
    package var isArray: Bool { kind == .array }
    package var isString: Bool { kind == .string }

    /// The value as a Boolean, or `nil` if it is something else.
    package var bool: Bool? {
        switch kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The value as a string, or `nil` if it is something else.
    ///
    /// A lone surrogate becomes U+FFFD.
    package var string: String? {
        guard kind == .string else { return nil }
        return JSONString.decode(document.bytes[Int(node.start) + 1..<Int(node.end) - 1]).text
    }

    /// The value as a number, or `nil` if it is something else.
    package var number: Double? {
        guard kind == .number else { return nil }
        return Double(text)
    }

    /// The text of the value in the file.
    package var text: String { String(decoding: document.bytes[byteRange], as: UTF8.self) }

    package var byteRange: Range<Int> { Int(node.start)..<Int(node.end) }

    /// The name of the member with this value, or `nil` in an array and at the root.
    package var name: String? {
        guard node.nameEnd > node.nameStart else { return nil }
        return JSONString.decode(document.bytes[Int(node.nameStart) + 1..<Int(node.nameEnd) - 1]).text
    }

    /// The array or object around the value, or `nil` for the root.
    package var parent: JSONNode? { index == 0 ? nil : JSONNode(document: document, index: Int(node.parent)) }

    /// The elements of an array or the values of an object's members, in order; empty for any other value.
    package var children: JSONChildren { JSONChildren(parent: self) }

    /// The elements if the value is an array, or `nil`.
    package var elements: JSONChildren? { isArray ? children : nil }

    /// Returns the member with a name, or `nil` if there is none.
    ///
    /// Of several members with the name, the last one counts.
    package subscript(_ name: String) -> JSONNode? {
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
    package var pointer: String {
        var parts: [String] = []
        var current = self
        while let parent = current.parent {
            parts.append(current.name.map(JSONPlace.escape) ?? String(current.node.ordinal))
            current = parent
        }
        return parts.reversed().map { "/" + $0 }.joined()
    }

    /// The place of the value.
    package var place: JSONPlace {
        JSONPlace(pointer: pointer, position: document.position(of: Int(node.start)), byteRange: byteRange)
    }

    /// The place of the member: that of its name if it has one, otherwise that of the value.
    package var memberPlace: JSONPlace {
        guard node.nameEnd > node.nameStart else { return place }
        return JSONPlace(
            pointer: pointer,
            position: document.position(of: Int(node.nameStart)),
            byteRange: Int(node.nameStart)..<Int(node.end)
        )
    }
}

/// The values directly inside an array or object.
package struct JSONChildren: Sequence, Sendable {
    let parent: JSONNode

    package var isEmpty: Bool { Int(parent.node.next) == parent.index + 1 }

    package func makeIterator() -> Iterator {
        let isContainer = parent.isObject || parent.isArray
        return Iterator(
            document: parent.document,
            position: parent.index + 1,
            end: isContainer ? Int(parent.node.next) : parent.index + 1
        )
    }

    package struct Iterator: IteratorProtocol {
        let document: JSONDocument
        var position: Int
        let end: Int

        package mutating func next() -> JSONNode? {
            guard position < end else { return nil }
            let node = JSONNode(document: document, index: position)
            position = Int(document.nodes[position].next)
            return node
        }
    }
}
