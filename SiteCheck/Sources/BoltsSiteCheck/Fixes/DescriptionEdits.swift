/// The edits of a YAML file that findings suggest: of its only literal list with a key, which in XcodeGen's description is that of
/// the associated domains.
///
/// Lists in other places, and several targets with separate lists, are not edited.
struct DescriptionEdits {
    static let domains = "com.apple.developer.associated-domains:"

    /// A line with its place in the file, without the end of the line.
    private struct Line {
        let range: Range<Int>
        let text: String

        var indent: Int { text.prefix { $0 == " " }.count }
        var content: Substring { text.drop { $0 == " " } }
    }

    private let lines: [Line]
    private let key: String

    init(_ bytes: [UInt8], key: String = domains) {
        self.key = key
        var start = 0
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            defer { start += line.count + 1 }
            let isReturned = line.last == UInt8(ascii: "\r")
            let end = start + line.count - (isReturned ? 1 : 0)
            return Line(range: start..<end, text: String(decoding: bytes[start..<end], as: UTF8.self))
        }
    }

    func edits(_ finding: Finding) -> [FileEdit]? {
        guard case .domain(let domain, let old, _)? = finding.change, Self.isPlain(domain) else { return nil }
        let keys = self.keys
        guard keys.count < 2 else { return nil }
        if let old { return keys.first.flatMap { replacing(old, with: domain, below: $0) } }
        return keys.first.map { adding(domain, to: $0) } ?? list(with: domain)
    }

    private var keys: [Int] {
        lines.indices.filter { index in
            lines[index].content.hasPrefix(key) && (key == Self.domains || lines[index].indent == 0)
        }
    }

    /// The values of the lists with the key, without quotation marks.
    var values: [Substring] {
        keys.flatMap { key in
            ([key] + items(below: key)).flatMap { index in
                let text = lines[index].content.prefix { $0 != "#" }
                let value = index == key ? text.dropFirst(self.key.count) : text.dropFirst()
                return value.split { " ,[]\"'".contains($0) }
            }
        }
    }

    /// Adds a value to the only list with the key, or a new list at the end of the file.
    func adding(_ value: String, atTheEnd list: String) -> [FileEdit]? {
        guard keys.count < 2 else { return nil }
        if let key = keys.first { return adding(value, to: key) }
        guard let last = lines.last else { return nil }
        return [FileEdit(last.range.upperBound..<last.range.upperBound, (last.text.isEmpty ? "" : "\n") + list)]
    }

    /// Text that needs no escape between double quotes.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// The lines of a block list below a key.
    private func items(below key: Int) -> [Int] {
        Array(
            lines.indices.suffix(from: key + 1).prefix {
                lines[$0].content.hasPrefix("- ") && lines[$0].indent >= lines[key].indent
            }
        )
    }

    private func replacing(_ old: String, with domain: String, below key: Int) -> [FileEdit]? {
        let places = ([key] + items(below: key)).flatMap { index in
            lines[index].text.ranges(of: old).map { range in
                let start = lines[index].range.lowerBound + lines[index].text[..<range.lowerBound].utf8.count
                return start..<start + old.utf8.count
            }
        }
        // The value must occur exactly once, and not as a part of a longer value.
        guard places.count == 1 else { return nil }
        return [FileEdit(places[0], domain)]
    }

    private func adding(_ domain: String, to key: Int) -> [FileEdit]? {
        if let last = items(below: key).last {
            let indent = String(repeating: " ", count: lines[last].indent)
            return [FileEdit(lines[last].range.upperBound..<lines[last].range.upperBound, "\n\(indent)- \"\(domain)\"")]
        }
        let value = lines[key].content.dropFirst(self.key.count).trimmingPrefix { $0 == " " }
        if value.isEmpty {
            let indent = String(repeating: " ", count: lines[key].indent + 2)
            return [FileEdit(lines[key].range.upperBound..<lines[key].range.upperBound, "\n\(indent)- \"\(domain)\"")]
        }
        guard value.hasPrefix("["), value.hasSuffix("]"), !value.contains("#") else { return nil }
        let isEmpty = value.dropFirst().dropLast().allSatisfy { $0 == " " }
        let end = lines[key].range.upperBound - 1
        return [FileEdit(end..<end, "\(isEmpty ? "" : ", ")\"\(domain)\"")]
    }

    /// Adds the list of domains to entitlements that the description lists without properties.
    private func list(with domain: String) -> [FileEdit]? {
        let keys = lines.indices.filter { lines[$0].content == "entitlements:" }
        guard keys.count == 1, let key = keys.first else { return nil }
        let members = lines.indices.suffix(from: key + 1).prefix { lines[$0].indent > lines[key].indent }
        guard members.count == 1, let path = members.first, lines[path].content.hasPrefix("path:") else { return nil }
        let indent = String(repeating: " ", count: lines[path].indent)
        let end = lines[path].range.upperBound
        return [FileEdit(end..<end, "\n\(indent)properties:\n\(indent)  \(Self.domains) [\"\(domain)\"]")]
    }
}
