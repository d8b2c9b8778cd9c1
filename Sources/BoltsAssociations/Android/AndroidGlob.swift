/// The patterns of Android's `PatternMatcher`, matched as in the Android Open Source Project: in one pass, without
/// backtracking.
@_spi(Bolts) public enum AndroidGlob {
    /// Matches a simple glob of `PatternMatcher`: `.` is any unit; `*` repeats the unit before it up to the first occurrence of
    /// the unit after it, which is literal even if it is a dot.
    @_spi(Bolts) public static func matches(_ text: [UInt16], simple units: [UInt16]) -> Bool {
        let dot = UInt16(ascii: ".")
        let star = UInt16(ascii: "*")
        let escape = UInt16(ascii: "\\")
        var index = 0
        var position = 0
        while index < units.count, position < text.count {
            var unit = units[index]
            index += 1
            let isEscaped = unit == escape && index < units.count
            if isEscaped {
                unit = units[index]
                index += 1
            }
            guard index < units.count, units[index] == star else {
                if isEscaped || unit != dot, text[position] != unit { return false }
                position += 1
                continue
            }
            index += 1
            if !isEscaped, unit == dot {
                guard index < units.count else { return true }
                var next = units[index]
                index += 1
                if next == escape, index < units.count {
                    next = units[index]
                    index += 1
                }
                while position < text.count, text[position] != next { position += 1 }
                guard position < text.count else { return false }
                position += 1
            } else {
                while position < text.count, text[position] == unit { position += 1 }
            }
        }
        if index == units.count { return position == text.count }
        return position == text.count && index == units.count - 2 && units[index] == dot && units[index + 1] == star
    }

    /// Matches an advanced glob of `PatternMatcher`: `.` is any unit, `[a-z]` and `[^a-z]` are sets; `*`, `+` and `{n,m}`
    /// repeat the item before them as often as possible, without backtracking.
    ///
    /// - Returns: Whether the pattern matches the whole text, or `nil` if Android refuses the pattern.
    @_spi(Bolts) public static func matches(_ text: [UInt16], advanced units: [UInt16]) -> Bool? {
        guard let steps = AdvancedGlobParser(units: units).steps else { return nil }
        var position = 0
        for step in steps {
            var count = 0
            while count < step.maximum, position < text.count, step.set.contains(text[position]) {
                position += 1
                count += 1
            }
            if count < step.minimum { return false }
        }
        return position == text.count
    }
}

/// A repeated element of an advanced glob, and the limits of its count.
private struct AdvancedGlobStep {
    var set: UnitSet
    var minimum = 1
    var maximum = 1
}

private struct UnitSet {
    var ranges: [ClosedRange<UInt16>]
    var isInverted = false

    func contains(_ unit: UInt16) -> Bool { ranges.contains { $0.contains(unit) } != isInverted }
}

private struct AdvancedGlobParser {
    let units: [UInt16]
    private var index = 0

    init(units: [UInt16]) { self.units = units }

    /// The steps, or `nil` if the pattern is malformed.
    var steps: [AdvancedGlobStep]? {
        var parser = self
        var steps: [AdvancedGlobStep] = []
        while parser.index < parser.units.count {
            guard let set = parser.readSet() else { return nil }
            var step = AdvancedGlobStep(set: set)
            guard parser.readRepetition(&step) else { return nil }
            steps.append(step)
        }
        return steps
    }

    private mutating func next() -> UInt16? {
        guard index < units.count else { return nil }
        defer { index += 1 }
        return units[index]
    }

    private mutating func readSet() -> UnitSet? {
        guard let unit = next() else { return nil }
        switch unit {
        case UInt16(ascii: "."): return UnitSet(ranges: [0...UInt16.max])
        case UInt16(ascii: "["): return readBrackets()
        case UInt16(ascii: "\\"): return next().map { UnitSet(ranges: [$0...$0]) }
        // These characters only repeat the element before them.
        case UInt16(ascii: "*"), UInt16(ascii: "+"), UInt16(ascii: "{"): return nil
        default: return UnitSet(ranges: [unit...unit])
        }
    }

    private mutating func readBrackets() -> UnitSet? {
        var set = UnitSet(ranges: [])
        if index < units.count, units[index] == UInt16(ascii: "^") {
            set.isInverted = true
            index += 1
        }
        while var unit = next() {
            if unit == UInt16(ascii: "]") { return set.ranges.isEmpty ? nil : set }
            if unit == UInt16(ascii: "\\") {
                guard let escaped = next() else { return nil }
                unit = escaped
            }
            guard index + 1 < units.count, units[index] == UInt16(ascii: "-"), units[index + 1] != UInt16(ascii: "]")
            else {
                set.ranges.append(unit...unit)
                continue
            }
            index += 1
            guard var last = next() else { return nil }
            if last == UInt16(ascii: "\\") {
                guard let escaped = next() else { return nil }
                last = escaped
            }
            guard unit <= last else { return nil }
            set.ranges.append(unit...last)
        }
        return nil
    }

    private mutating func readRepetition(_ step: inout AdvancedGlobStep) -> Bool {
        guard index < units.count else { return true }
        switch units[index] {
        case UInt16(ascii: "*"): (step.minimum, step.maximum) = (0, Int.max)
        case UInt16(ascii: "+"): (step.minimum, step.maximum) = (1, Int.max)
        case UInt16(ascii: "{"): return readBounds(&step)
        default: return true
        }
        index += 1
        return true
    }

    /// Reads `{n}`, `{n,}` or `{n,m}`.
    private mutating func readBounds(_ step: inout AdvancedGlobStep) -> Bool {
        index += 1
        guard let end = units[index...].firstIndex(of: UInt16(ascii: "}")) else { return false }
        let text = String(decoding: units[index..<end], as: UTF16.self)
        index = end + 1
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let first = parts.first.flatMap({ Int($0) }), first >= 0, parts.count <= 2 else { return false }
        step.minimum = first
        step.maximum = first
        if parts.count == 2 {
            guard !parts[1].isEmpty else {
                step.maximum = Int.max
                return true
            }
            guard let last = Int(parts[1]), last >= first else { return false }
            step.maximum = last
        }
        return true
    }
}

extension UInt16 {
    /// Creates the UTF-16 unit of an ASCII character.
    @_spi(Bolts) public init(ascii scalar: Unicode.Scalar) { self = UInt16(UInt8(ascii: scalar)) }
}
