/// The lines in which two texts differ, in the form of `diff -u`: one hunk from the first line that differs to the last.
enum TextDifference {
    private static let context = 3

    /// Compares two texts, in time linear in their length.
    ///
    /// - Parameters:
    ///   - before: The earlier text.
    ///   - after: The later text.
    ///   - limit: How many lines are removed, and how many added, at most, before the rest is left out and counted.
    /// - Returns: The lines of the difference; none if the texts have the same lines.
    static func lines(from before: [UInt8], to after: [UInt8], limit: Int = 40) -> [String] {
        let old = before.split(separator: 0x0A, omittingEmptySubsequences: false)
        let new = after.split(separator: 0x0A, omittingEmptySubsequences: false)
        let shortest = min(old.count, new.count)
        var start = 0
        while start < shortest, old[start] == new[start] { start += 1 }
        guard start < max(old.count, new.count) else { return [] }
        var end = 0
        while end < shortest - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        let first = max(0, start - context)
        let trailing = min(end, context)
        let last = (old: old.count - end + trailing, new: new.count - end + trailing)
        func text(_ sign: String, _ lines: ArraySlice<ArraySlice<UInt8>>) -> [String] {
            let shown = lines.prefix(limit).map { sign + String(decoding: $0.prefix(500), as: UTF8.self) }
            let rest = lines.count - shown.count
            return rest > 0 ? shown + ["\(sign) … and \(rest) more lines"] : shown
        }
        return ["@@ -\(first + 1),\(last.old - first) +\(first + 1),\(last.new - first) @@"]
            + text(" ", old[first..<start]) + text("-", old[start..<old.count - end])
            + text("+", new[start..<new.count - end]) + text(" ", old[(old.count - end)..<last.old])
    }
}
