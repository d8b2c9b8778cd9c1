import BoltsAssociations

/// The lines of a file around the deciding values, as HTML.
struct FileExcerpt {
    private static let context = 2
    private static let maximumMarkedLines = 10
    /// The maximum number of bytes to show of a line outside the marked part, and of the marked part itself.
    private static let maximumBytes = 120
    /// The number of HTML bytes after which no further line is shown.
    private static let maximumHTML = 6_000

    private let bytes: [UInt8]
    /// The ranges of the lines, without their ends.
    private let lines: [Range<Int>]
    private let marks: [Range<Int>]

    init(_ bytes: [UInt8], places: [JSONPlace]) {
        self.bytes = bytes
        marks = places.map { $0.byteRange.clamped(to: 0..<bytes.count) }.filter { !$0.isEmpty }
        let last = marks.map(\.upperBound).max() ?? 0
        var lines: [Range<Int>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            let end = index > start && bytes[index - 1] == UInt8(ascii: "\r") ? index - 1 : index
            lines.append(start..<end)
            start = index + 1
            // The remaining lines are not shown.
            if start > last, lines.count > Self.context, lines[lines.count - 1 - Self.context].lowerBound > last {
                break
            }
        }
        if start < bytes.count, lines.last.map({ $0.lowerBound <= last }) ?? true { lines.append(start..<bytes.count) }
        self.lines = lines
    }

    /// The lines as elements of a `code` element; empty if there is nothing to show.
    var html: String {
        var shown: Set<Int> = []
        var marked: Set<Int> = []
        for mark in marks {
            let own = lines.indices.filter {
                lines[$0].lowerBound < mark.upperBound && mark.lowerBound <= lines[$0].upperBound
            }
            .prefix(Self.maximumMarkedLines)
            guard let first = own.first, let last = own.last else { continue }
            marked.formUnion(own)
            shown.formUnion(max(0, first - Self.context)...min(lines.count - 1, last + Self.context))
        }
        var result = ""
        var previous: Int?
        for index in shown.sorted() {
            guard result.utf8.count < Self.maximumHTML else { return result + "<span data-n=\"…\"></span>" }
            if let previous, index > previous + 1 { result += "<span data-n=\"…\"></span>" }
            previous = index
            result += "<span data-n=\"\(index + 1)\">\(line(index, isMarked: marked.contains(index)))</span>"
        }
        return result
    }

    private func line(_ index: Int, isMarked: Bool) -> String {
        let line = lines[index]
        let own = isMarked ? marks.filter { $0.overlaps(line) }.map { $0.clamped(to: line) } : []
        guard let first = own.map(\.lowerBound).min(), let last = own.map(\.upperBound).max() else {
            return text(line, limit: Self.maximumBytes)
        }
        let start = max(line.lowerBound, first - Self.maximumBytes / 2)
        let end = min(line.upperBound, min(last, first + Self.maximumBytes * 2) + Self.maximumBytes / 2)
        let markEnd = min(last, end)
        return (start > line.lowerBound ? "…" : "") + text(start..<first) + "<mark>\(text(first..<markEnd))</mark>"
            + text(markEnd..<end) + (end < line.upperBound ? "…" : "")
    }

    private func text(_ range: Range<Int>, limit: Int = .max) -> String {
        var (start, end) = (range.lowerBound, range.upperBound)
        let isCut = range.count > limit
        if isCut { end = start + limit }
        // Characters are never split.
        while start < end, bytes[start] & 0xC0 == 0x80 { start += 1 }
        while end > start, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        // Tabs are shown as indentation only.
        let parts = text.split(separator: "\t", omittingEmptySubsequences: false).map { HTMLPage.escaped(String($0)) }
        return parts.joined(separator: "  ") + (isCut ? "…" : "")
    }
}
