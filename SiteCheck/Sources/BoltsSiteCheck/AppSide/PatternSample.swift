import Foundation

/// A text that matches the condition of an intent filter.
struct PatternSample {
    let text: String

    init(_ path: AndroidIntentFilter.Path) {
        switch path.kind {
        case .path: text = path.text
        case .prefix: text = path.text.hasSuffix("/") ? path.text + "x" : path.text
        case .suffix: text = path.text.hasPrefix("/") ? path.text : "/x" + path.text
        case .pattern: text = Self.text(simple: Array(path.text))
        case .advancedPattern: text = Self.text(advanced: Array(path.text))
        }
    }

    /// The characters of a pattern: a backslash makes the next one literal.
    private static func units(_ pattern: [Character]) -> [(character: Character, isLiteral: Bool)] {
        var units: [(character: Character, isLiteral: Bool)] = []
        var isEscaped = false
        for character in pattern {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                units.append((character, isEscaped))
                isEscaped = false
            }
        }
        return units
    }

    private static func text(simple pattern: [Character]) -> String {
        let units = units(pattern)
        var result = ""
        for (index, unit) in units.enumerated() {
            let isStarred = index + 1 < units.count && units[index + 1].character == "*" && !units[index + 1].isLiteral
            if unit.character == "*", !unit.isLiteral { continue }
            guard unit.character == ".", !unit.isLiteral else {
                result.append(unit.character)
                continue
            }
            // The filler for `.*` must differ from the character after it, at which the wildcard ends.
            let next = index + 2 < units.count ? units[index + 2].character : nil
            let filler = isStarred && next == "x" ? "y" : "x"
            result += result.isEmpty ? "/" + (isStarred && next != "/" ? filler : "") : filler
        }
        return result
    }

    private static func text(advanced pattern: [Character]) -> String {
        let units = units(pattern)
        var result = ""
        var index = 0
        // Searching for a closing bracket after this index would fail, so each search is bounded.
        let lastEnd = units.lastIndex { $0.character == "]" && !$0.isLiteral } ?? -1
        while index < units.count {
            var character = units[index].character
            let isLiteral = units[index].isLiteral
            if character == "[", !isLiteral, index < lastEnd,
                let end = units[index...].firstIndex(where: { $0.character == "]" && !$0.isLiteral })
            {
                let set = units[(index + 1)..<end]
                // For a set that excludes characters, choose one that it does not exclude.
                character =
                    set.first?.character == "^"
                    ? (set.contains { $0.character == "x" } ? "y" : "x") : set.first?.character ?? "x"
                index = end
            } else if character == ".", !isLiteral {
                character = result.isEmpty ? "/" : "x"
            }
            index += 1
            var count = 1
            if index < units.count, !units[index].isLiteral {
                if "*+".contains(units[index].character) {
                    index += 1
                } else if units[index].character == "{" {
                    let digits = units[(index + 1)...].prefix { $0.character.isNumber }.map(\.character)
                    count = min(64, Int(String(digits)) ?? 1)
                    index = (units[index...].firstIndex { $0.character == "}" } ?? units.count - 1) + 1
                }
            }
            result += String(repeating: String(character), count: count)
        }
        return result
    }

    /// Whether a path matches a condition whose author used stars and dots as in other tools.
    static func isMeant(_ path: AndroidIntentFilter.Path, for text: String) -> Bool {
        let written = path.text.removingPercentEncoding ?? path.text
        let alternatives = PatternGroup.alternatives(of: written)
        // A more complicated group may mean anything.
        guard !alternatives.isEmpty || PatternGroup.symbol(in: written) == nil else { return true }
        let plain = written.prefix { $0 != "?" && $0 != "#" }
        return (alternatives.isEmpty ? [String(plain)] : alternatives).contains { pattern in
            let pattern =
                pattern.hasPrefix("/") || pattern.hasPrefix(".") || path.kind == .suffix ? pattern : "/" + pattern
            let isOpen = (start: path.kind == .suffix, end: path.kind == .prefix || plain.count < written.count)
            var steps = meant(pattern.lowercased(), path.kind)
            if isOpen.start { steps.insert((nil, true), at: 0) }
            if isOpen.end { steps.append((nil, true)) }
            return matches(Array(text.lowercased()), steps)
        }
    }

    /// The steps of a pattern as its author meant it: a character, or `nil` for any, and whether it repeats.
    private static func meant(_ pattern: String, _ kind: AndroidIntentFilter.Path.Kind) -> [(Character?, Bool)] {
        var steps: [(Character?, Bool)] = []
        let isGlob = kind == .pattern || kind == .advancedPattern
        let units = units(Array(pattern))
        var index = 0
        let closing: [Character: Character] = isGlob ? ["[": "]", "{": "}"] : [:]
        let lastEnds = closing.mapValues { mark in
            units.lastIndex { $0.character == mark && !$0.isLiteral } ?? -1
        }
        while index < units.count {
            let unit = units[index]
            // A set matches one character, and a count repeats the item before it; the exact characters and counts are ignored.
            let end =
                unit.isLiteral || index >= lastEnds[unit.character, default: -1]
                ? nil
                : closing[unit.character].flatMap { mark in
                    units[index...].firstIndex { $0.character == mark && !$0.isLiteral }
                }
            if !unit.isLiteral,
                unit.character == "*" || isGlob && unit.character == "+" || unit.character == "{" && end != nil
            {
                if steps.last?.0 == nil, steps.last?.1 == false { steps.removeLast() }
                if steps.last?.1 != true { steps.append((nil, true)) }
            } else {
                let isAny = end != nil || isGlob && unit.character == "." && !unit.isLiteral
                steps.append((isAny ? nil : unit.character, false))
            }
            index = (end ?? index) + 1
        }
        return steps
    }

    /// Whether steps match a text, with backtracking.
    private static func matches(_ text: [Character], _ steps: [(Character?, Bool)]) -> Bool {
        guard text.count <= 2_000, steps.count <= 2_000 else { return true }
        var places: Set<Int> = [0]
        for step in steps {
            guard let first = places.min() else { return false }
            if step.1 {
                places = Set(first...text.count)
            } else {
                places = Set(places.filter { $0 < text.count && (step.0 == nil || text[$0] == step.0) }.map { $0 + 1 })
            }
        }
        return places.contains(text.count)
    }
}
