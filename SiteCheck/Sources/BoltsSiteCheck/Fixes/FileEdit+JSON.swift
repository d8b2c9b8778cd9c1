@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// Edits of JSON that change one value and no other byte.
extension FileEdit {
    /// Changes the text of a string, replacing only the bytes that differ.
    static func text(of node: JSONNode, _ text: String) -> FileEdit? { string(node.byteRange, of: node.document, text) }

    /// Gives a member another name.
    static func name(of node: JSONNode, _ name: String) -> FileEdit? {
        node.nameRange.flatMap { string($0, of: node.document, name) }
    }

    /// Replaces a value.
    static func value(of node: JSONNode, _ text: String) -> FileEdit { FileEdit(node.byteRange, text) }

    /// Inserts text before and after a value.
    static func wrap(_ node: JSONNode, _ before: String, _ after: String) -> [FileEdit] {
        [
            FileEdit(node.byteRange.lowerBound..<node.byteRange.lowerBound, before),
            FileEdit(node.byteRange.upperBound..<node.byteRange.upperBound, after),
        ]
    }

    /// Removes an element or a member, with the comma that belongs to it.
    static func removal(of node: JSONNode) -> FileEdit {
        let bytes = node.document.bytes
        let range = full(node)
        if let previous = bytes[..<range.lowerBound].lastIndex(where: { !isSpace($0) }),
            bytes[previous] == UInt8(ascii: ",")
        {
            return FileEdit(previous..<range.upperBound)
        }
        // The first child is removed together with the comma after it, so the next child takes its place.
        guard let next = bytes[range.upperBound...].firstIndex(where: { !isSpace($0) }),
            bytes[next] == UInt8(ascii: ",")
        else { return FileEdit(range) }
        let following = bytes[(next + 1)...].firstIndex { !isSpace($0) } ?? bytes.endIndex
        return FileEdit(range.lowerBound..<following)
    }

    /// Adds a member at the end of an object, or an element at the end of an array.
    static func addition(of member: String, to object: JSONNode) -> FileEdit {
        let bytes = object.document.bytes
        let end = object.byteRange.upperBound - 1
        guard !object.children.isEmpty else { return FileEdit(end..<end, member) }
        let last = bytes[..<end].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? end
        return FileEdit(last..<last, "," + separator(in: object) + member)
    }

    /// The white space before the first child, in the form used between two of them.
    static func separator(in parent: JSONNode) -> String {
        let bytes = parent.document.bytes
        let inner = bytes[(parent.byteRange.lowerBound + 1)...].prefix { isSpace($0) }
        return inner.contains(0x0A) ? String(decoding: inner, as: UTF8.self) : " "
    }

    /// Moves an element before another one of the same array.
    static func move(_ node: JSONNode, before other: JSONNode) -> [FileEdit] {
        let bytes = node.document.bytes
        let start = other.byteRange.lowerBound
        let before = bytes[..<start].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
        let space = bytes[before..<start]
        let separator = space.contains(0x0A) ? Array(space) : [UInt8(ascii: " ")]
        return [
            FileEdit(start..<start, Array(bytes[node.byteRange]) + [UInt8(ascii: ",")] + separator), removal(of: node),
        ]
    }

    /// The bytes of a value, including its name if it is a member.
    private static func full(_ node: JSONNode) -> Range<Int> {
        (node.nameRange?.lowerBound ?? node.byteRange.lowerBound)..<node.byteRange.upperBound
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func string(_ range: Range<Int>, of document: JSONDocument, _ text: String) -> FileEdit? {
        let old = document.bytes[range]
        var new: [UInt8] = []
        JSONString.append(text, to: &new, escaping: .invisible)
        // If the old text escapes slashes, the new one does too.
        if old.contains(UInt8(ascii: "\\")), String(decoding: old, as: UTF8.self).contains("\\/") {
            new = new.flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] }
        }
        guard !old.elementsEqual(new) else { return nil }
        // An escape is never split.
        guard !old.contains(UInt8(ascii: "\\")), !new.contains(UInt8(ascii: "\\")) else {
            return FileEdit(range, new)
        }
        let shortest = min(old.count, new.count)
        var start = 0
        while start < shortest, old[old.startIndex + start] == new[start] { start += 1 }
        var end = 0
        while end < shortest - start, old[old.endIndex - 1 - end] == new[new.count - 1 - end] { end += 1 }
        func isContinuation(_ index: Int, _ bytes: ArraySlice<UInt8>) -> Bool {
            index < bytes.endIndex && bytes[index] & 0xC0 == 0x80
        }
        // A multi-byte character is never split.
        while start > 0,
            isContinuation(old.startIndex + start, old) || isContinuation(start, new[...])
        {
            start -= 1
        }
        while end > 0,
            isContinuation(old.endIndex - end, old) || isContinuation(new.count - end, new[...])
        {
            end -= 1
        }
        return FileEdit(range.lowerBound + start..<range.upperBound - end, Array(new[start..<new.count - end]))
    }
}

extension JSONString {
    /// A text as a JSON string.
    static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes, escaping: .invisible)
        return String(decoding: bytes, as: UTF8.self)
    }
}
