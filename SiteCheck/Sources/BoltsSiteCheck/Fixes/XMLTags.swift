import BoltsBase

/// The tags of an XML file with their places, for edits that change no other byte.
///
/// It does not check the file: another reader has already done so.
struct XMLTags {
    struct Attribute {
        let name: String
        /// The value between its quotes.
        let value: Range<Int>
    }

    struct Tag {
        enum Kind { case start, end, empty }

        let kind: Kind
        /// The name as it is written.
        let name: String
        let range: Range<Int>
        /// Where the name ends.
        let nameEnd: Int
        let attributes: [Attribute]
        /// The line of the tag, from 1.
        let line: Int
        /// The number of open elements around it.
        let depth: Int
    }

    private static let maximumTags = 20_000

    let bytes: [UInt8]
    let tags: [Tag]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var tags: [Tag] = []
        var position = 0
        var line = 1
        var depth = 0
        func find(_ text: String, from start: Int) -> Int? {
            let wanted = Array(text.utf8)
            var index = start
            while index + wanted.count <= bytes.count {
                if bytes[index] == wanted[0], bytes[index..<index + wanted.count].elementsEqual(wanted) { return index }
                index += 1
            }
            return nil
        }
        while position < bytes.count, tags.count < Self.maximumTags {
            guard bytes[position] == UInt8(ascii: "<") else {
                if bytes[position] == 0x0A { line += 1 }
                position += 1
                continue
            }
            let start = position
            let rest = bytes[start...]
            let end: Int?
            if rest.starts(with: "<!--".utf8) {
                end = find("-->", from: start).map { $0 + 3 }
            } else if rest.starts(with: "<![CDATA[".utf8) {
                end = find("]]>", from: start).map { $0 + 3 }
            } else if rest.starts(with: "<?".utf8) {
                end = find("?>", from: start).map { $0 + 2 }
            } else if rest.starts(with: "<!".utf8) {
                end = find(">", from: start).map { $0 + 1 }
            } else {
                guard let tag = Self.tag(bytes, start, line, depth) else { break }
                depth += tag.kind == .start ? 1 : tag.kind == .end ? -1 : 0
                tags.append(
                    tag.kind == .end
                        ? Tag(
                            kind: .end,
                            name: tag.name,
                            range: tag.range,
                            nameEnd: tag.nameEnd,
                            attributes: [],
                            line: line,
                            depth: depth
                        ) : tag
                )
                end = tag.range.upperBound
            }
            guard let end else { break }
            line += bytes[start..<end].count { $0 == 0x0A }
            position = end
        }
        self.tags = tags
    }

    private static func tag(_ bytes: [UInt8], _ start: Int, _ line: Int, _ depth: Int) -> Tag? {
        var position = start + 1
        let isEnd = position < bytes.count && bytes[position] == UInt8(ascii: "/")
        if isEnd { position += 1 }
        let nameStart = position
        while position < bytes.count, !FileEdit.isSpace(bytes[position]), !"/>".utf8.contains(bytes[position]) {
            position += 1
        }
        let nameEnd = position
        var attributes: [Attribute] = []
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: ">") {
                let isEmpty = bytes[position - 1] == UInt8(ascii: "/")
                return Tag(
                    kind: isEnd ? .end : isEmpty ? .empty : .start,
                    name: String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self),
                    range: start..<position + 1,
                    nameEnd: nameEnd,
                    attributes: attributes,
                    line: line,
                    depth: depth
                )
            }
            guard !FileEdit.isSpace(byte), byte != UInt8(ascii: "/") else {
                position += 1
                continue
            }
            let attributeStart = position
            while position < bytes.count, !FileEdit.isSpace(bytes[position]), !"=>".utf8.contains(bytes[position]) {
                position += 1
            }
            let name = String(decoding: bytes[attributeStart..<position], as: UTF8.self)
            while position < bytes.count, FileEdit.isSpace(bytes[position]) || bytes[position] == UInt8(ascii: "=") {
                position += 1
            }
            guard position < bytes.count, let quote = "\"'".utf8.first(where: { $0 == bytes[position] }),
                let close = bytes[(position + 1)...].firstIndex(of: quote)
            else { return nil }
            attributes.append(Attribute(name: name, value: position + 1..<close))
            position = close + 1
        }
        return nil
    }

    // MARK: - Reading

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func value(_ name: String, of tag: Tag) -> String? {
        tag.attributes.first { $0.name == name }.map { text($0.value) }
    }

    /// The tags inside an element, all of them.
    func inside(_ index: Int) -> Range<Int> {
        guard tags[index].kind == .start, let end = end(of: index) else { return index + 1..<index + 1 }
        return index + 1..<end
    }

    /// The end tag of an element.
    func end(of index: Int) -> Int? {
        tags[(index + 1)...].firstIndex { $0.kind == .end && $0.depth == tags[index].depth }
    }

    /// The nearest element with one of some names around a tag.
    func around(_ index: Int, _ names: Set<String>) -> Int? {
        tags[..<index].lastIndex { tag in
            tag.kind == .start && tag.depth < tags[index].depth && names.contains(tag.name)
        }
    }

    // MARK: - Editing

    /// Sets the value of an attribute.
    func setting(_ name: String, _ value: String, of index: Int) -> FileEdit {
        let tag = tags[index]
        if let known = tag.attributes.first(where: { $0.name == name }) {
            return FileEdit(known.value, Self.escaped(value))
        }
        return FileEdit(tag.nameEnd..<tag.nameEnd, " \(name)=\"\(Self.escaped(value))\"")
    }

    /// Adds elements after the last one inside another element.
    func adding(_ lines: [String], to index: Int) -> FileEdit? {
        guard tags[index].kind == .start, let end = end(of: index) else { return nil }
        let children = inside(index).filter { tags[$0].depth == tags[index].depth + 1 }
        let own = indentation(of: tags[index].range.lowerBound)
        let indent = children.first.map { indentation(of: tags[$0].range.lowerBound) } ?? own + "    "
        let last = tags[..<end].last?.range.upperBound ?? tags[index].range.upperBound
        return FileEdit(last..<last, lines.map { "\n\(indent)\($0)" }.joined())
    }

    /// The blanks at the beginning of a line.
    func indentation(of position: Int) -> String {
        let start = bytes[..<position].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return String(decoding: bytes[start..<position].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    }

    /// Removes an element of one tag with its line.
    func removal(of index: Int) -> FileEdit {
        let range = tags[index].range
        let start = bytes[..<range.lowerBound].lastIndex { !FileEdit.isSpace($0) }.map { $0 + 1 } ?? range.lowerBound
        return FileEdit(start..<range.upperBound)
    }

    static func escaped(_ text: String) -> String { text.htmlEscaped() }
}
