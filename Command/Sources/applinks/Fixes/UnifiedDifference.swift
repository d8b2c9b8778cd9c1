/// The difference between two texts, in the form of `patch -p1` and `git apply`.
///
/// Lines are bytes up to a line feed and appear unchanged in the difference, so that files with any line ends and encodings are
/// correct.
struct UnifiedDifference: Sendable {
    private static let context = 3
    /// The maximum number of removed and added lines for which the difference must be minimal.
    private static let maximumChanges = 1_000
    /// The maximum number of lines to show in text output.
    private static let maximumShown = 100

    /// Consecutive lines that the texts have in common, or not.
    private struct Run {
        enum Kind { case same, removed, added }

        let kind: Kind
        let lines: Range<Int>
    }

    private let old: [ArraySlice<UInt8>]
    private let new: [ArraySlice<UInt8>]

    /// Returns the difference, empty if the texts are the same.
    static func bytes(from before: [UInt8], to after: [UInt8], path: String) -> [UInt8] {
        guard before != after else { return [] }
        return Array("--- \(name("a/" + path))\n+++ \(name("b/" + path))\n".utf8) + hunks(from: before, to: after)
    }

    /// Returns the beginning of the difference for people: the lines of the hunks without a header, with long lines truncated.
    static func shownLines(from before: [UInt8], to after: [UInt8]) -> [String] {
        let lines = hunks(from: before, to: after).split(separator: 0x0A)
        let rest = lines.count - maximumShown
        return lines.prefix(maximumShown).map { String(decoding: $0.prefix(500), as: UTF8.self) }
            + (rest > 0 ? ["… and \(rest) more lines"] : [])
    }

    private static func hunks(from before: [UInt8], to after: [UInt8]) -> [UInt8] {
        UnifiedDifference(old: lines(before), new: lines(after)).hunks()
    }

    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for index in bytes.indices where bytes[index] == 0x0A {
            lines.append(bytes[start...index])
            start = index + 1
        }
        if start < bytes.count { lines.append(bytes[start...]) }
        return lines
    }

    /// A name in a header, in quotes if it contains characters that would end it.
    private static func name(_ path: String) -> String {
        guard path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x22 || $0 == 0x5C }) else {
            // Without the tab, a blank would end the name.
            return path.contains(" ") ? path + "\t" : path
        }
        var quoted: [UInt8] = [0x22]
        for byte in path.utf8 {
            switch byte {
            case 0x22, 0x5C: quoted += [0x5C, byte]
            case 0..<0x20, 0x7F:
                let digits = [byte >> 6, byte >> 3 & 7, byte & 7].map { 0x30 + $0 }
                quoted += [0x5C] + digits
            default: quoted.append(byte)
            }
        }
        return String(decoding: quoted + [0x22], as: UTF8.self)
    }

    // MARK: - Hunks

    private func hunks() -> [UInt8] {
        var result: [UInt8] = []
        var waiting: [(sign: UInt8, line: ArraySlice<UInt8>)] = []
        var start = (old: 0, new: 0)
        var count = (old: 0, new: 0)
        // The number of lines of each text that are already processed.
        var position = (old: 0, new: 0)
        var trailing = 0
        func close() {
            guard !waiting.isEmpty else { return }
            // An empty part is numbered by the line before it.
            let first = (old: start.old + (count.old > 0 ? 1 : 0), new: start.new + (count.new > 0 ? 1 : 0))
            result += "@@ -\(first.old),\(count.old) +\(first.new),\(count.new) @@\n".utf8
            for (sign, line) in waiting {
                result.append(sign)
                result += line
                if line.last != 0x0A { result += "\n\\ No newline at end of file\n".utf8 }
            }
            waiting = []
        }
        func open() {
            let leading = min(Self.context, position.old)
            start = (position.old - leading, position.new - leading)
            count = (leading, leading)
            waiting = old[start.old..<position.old].map { (0x20, $0) }
        }
        for run in runs() {
            switch run.kind {
            case .same:
                if !waiting.isEmpty {
                    // Two hunks whose context lines would touch become one.
                    let isLast = run.lines.upperBound == old.count
                    trailing =
                        run.lines.count <= 2 * Self.context && !isLast
                        ? run.lines.count : min(Self.context, run.lines.count)
                    waiting += old[run.lines.prefix(trailing)].map { (0x20, $0) }
                    count = (count.old + trailing, count.new + trailing)
                    if trailing < run.lines.count || isLast { close() }
                }
                position = (position.old + run.lines.count, position.new + run.lines.count)
            case .removed:
                if waiting.isEmpty { open() }
                waiting += old[run.lines].map { (0x2D, $0) }
                count.old += run.lines.count
                position.old += run.lines.count
            case .added:
                if waiting.isEmpty { open() }
                waiting += new[run.lines].map { (0x2B, $0) }
                count.new += run.lines.count
                position.new += run.lines.count
            }
        }
        close()
        return result
    }

    // MARK: - Lines in common

    /// The runs of lines; removed lines come before added ones.
    private func runs() -> [Run] {
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        func number(_ line: ArraySlice<UInt8>) -> Int {
            if let known = numbers[line] { return known }
            numbers[line] = numbers.count
            return numbers.count - 1
        }
        let before = old.map(number)
        let after = new.map(number)
        let shortest = min(before.count, after.count)
        var start = 0
        while start < shortest, before[start] == after[start] { start += 1 }
        var end = 0
        while end < shortest - start, before[before.count - 1 - end] == after[after.count - 1 - end] { end += 1 }
        let middle = Self.pairs(Array(before[start..<before.count - end]), Array(after[start..<after.count - end]))
        var runs: [Run] = start > 0 ? [Run(kind: .same, lines: 0..<start)] : []
        var position = (old: start, new: start)
        func addDifference(_ old: Int, _ new: Int) {
            if old > position.old { runs.append(Run(kind: .removed, lines: position.old..<old)) }
            if new > position.new { runs.append(Run(kind: .added, lines: position.new..<new)) }
        }
        var index = 0
        while index < middle.count {
            var length = 1
            while index + length < middle.count, middle[index + length].old == middle[index].old + length,
                middle[index + length].new == middle[index].new + length
            {
                length += 1
            }
            let (oldStart, newStart) = (middle[index].old + start, middle[index].new + start)
            addDifference(oldStart, newStart)
            runs.append(Run(kind: .same, lines: oldStart..<oldStart + length))
            position = (oldStart + length, newStart + length)
            index += length
        }
        addDifference(before.count - end, after.count - end)
        if end > 0 { runs.append(Run(kind: .same, lines: before.count - end..<before.count)) }
        return runs
    }

    /// The pairs of equal lines, in order: as many as there are if few lines differ (Myers, 1986), otherwise none.
    private static func pairs(_ old: [Int], _ new: [Int]) -> [(old: Int, new: Int)] {
        guard !old.isEmpty, !new.isEmpty else { return [] }
        let limit = min(maximumChanges, old.count + new.count)
        // The furthest line of the earlier text on each diagonal, for each number of changes.
        var furthest = [Int](repeating: 0, count: 2 * limit + 3)
        var steps: [[Int]] = []
        let zero = limit + 1
        for changes in 0...limit {
            for diagonal in stride(from: -changes, through: changes, by: 2) {
                let isDown =
                    diagonal == -changes
                    || diagonal != changes && furthest[zero + diagonal - 1] < furthest[zero + diagonal + 1]
                var place = isDown ? furthest[zero + diagonal + 1] : furthest[zero + diagonal - 1] + 1
                while place < old.count, place - diagonal < new.count, place - diagonal >= 0,
                    old[place] == new[place - diagonal]
                {
                    place += 1
                }
                furthest[zero + diagonal] = place
                if place >= old.count, place - diagonal >= new.count {
                    steps.append(Array(furthest[zero - changes...zero + changes]))
                    return walkBack(old, new, steps)
                }
            }
            steps.append(Array(furthest[zero - changes...zero + changes]))
        }
        return []
    }

    /// Follows the furthest lines back from the ends of both texts.
    private static func walkBack(_ old: [Int], _ new: [Int], _ steps: [[Int]]) -> [(old: Int, new: Int)] {
        var pairs: [(old: Int, new: Int)] = []
        var (place, other) = (old.count, new.count)
        for changes in steps.indices.reversed() {
            let diagonal = place - other
            guard changes > 0 else {
                while place > 0, other > 0 {
                    place -= 1
                    other -= 1
                    pairs.append((place, other))
                }
                break
            }
            let earlier = steps[changes - 1]
            /// The furthest line on a diagonal with one change less, or none before the first change.
            func furthest(_ diagonal: Int) -> Int {
                let index = diagonal + changes - 1
                return earlier.indices.contains(index) ? earlier[index] : -1
            }
            let isDown = diagonal == -changes || diagonal != changes && furthest(diagonal - 1) < furthest(diagonal + 1)
            let from = isDown ? diagonal + 1 : diagonal - 1
            let start = furthest(from)
            let (startOther, behind) = (start - from, isDown ? start : start + 1)
            while place > behind {
                place -= 1
                other -= 1
                pairs.append((place, other))
            }
            (place, other) = (start, startOther)
        }
        return pairs.reversed()
    }
}
