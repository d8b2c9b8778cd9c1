/// A condition of an MSBuild project, such as `'$(Configuration)' == 'Release'`.
///
/// Only what the project and the configuration decide is decided; a property that is set nowhere may be given to the build.
struct BuildCondition {
    private static let depthLimit = 32
    private static let maximumLength = 4_096

    private let text: [Character]
    private let value: (String) -> String?
    private var position = 0

    /// Decides a condition.
    ///
    /// - Parameters:
    ///   - text: The condition; an empty one holds.
    ///   - value: Returns the text with its properties replaced, or `nil` if one is not known.
    /// - Returns: Whether it holds.
    static func decide(_ text: String?, value: @escaping (String) -> String?) -> Decision {
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return .yes }
        guard text.utf8.count <= maximumLength else { return .unknown }
        var condition = BuildCondition(text: Array(text), value: value)
        let result = condition.any(0)
        condition.skipSpace()
        return condition.position == condition.text.count ? result : .unknown
    }

    private init(text: [Character], value: @escaping (String) -> String?) {
        self.text = text
        self.value = value
    }

    private var character: Character? { position < text.count ? text[position] : nil }

    private mutating func skipSpace() {
        while let character, character.isWhitespace { position += 1 }
    }

    private mutating func takes(_ word: String) -> Bool {
        skipSpace()
        let end = position + word.count
        guard end <= text.count, String(text[position..<end]).lowercased() == word else { return false }
        if word.last?.isLetter == true, end < text.count, text[end].isLetter || text[end].isNumber { return false }
        position = end
        return true
    }

    private mutating func any(_ depth: Int) -> Decision {
        var result = all(depth)
        while takes("or") {
            let next = all(depth)
            result = result || next
        }
        return result
    }

    private mutating func all(_ depth: Int) -> Decision {
        var result = one(depth)
        while takes("and") {
            let next = one(depth)
            result = result && next
        }
        return result
    }

    private mutating func one(_ depth: Int) -> Decision {
        guard depth < Self.depthLimit else {
            position = text.count
            return .unknown
        }
        if takes("!"), character != "=" { return !one(depth + 1) }
        if takes("(") {
            let result = any(depth + 1)
            return takes(")") ? result : .unknown
        }
        guard let first = operand() else { return .unknown }
        for (mark, isEqual) in [("==", true), ("!=", false)] where takes(mark) {
            guard let second = operand(), let left = first.value, let right = second.value else { return .unknown }
            return Decision((left.lowercased() == right.lowercased()) == isEqual)
        }
        for mark in ["<=", ">=", "<", ">"] where takes(mark) {
            _ = operand()
            return .unknown
        }
        switch first.value?.lowercased() {
        case "true": return .yes
        case "false": return .no
        default: return .unknown
        }
    }

    /// What is compared; its value is `nil` if it is not known.
    private mutating func operand() -> (value: String?, Void)? {
        skipSpace()
        guard let character else { return nil }
        let start = position
        if character == "'" {
            position += 1
            var depth = 0
            // A quotation mark within `$(…)` is one of a function.
            while let next = self.character, next != "'" || depth > 0 {
                if next == "$", position + 1 < text.count, text[position + 1] == "(" { depth += 1 }
                if next == ")", depth > 0 { depth -= 1 }
                position += 1
            }
            let content = String(text[(start + 1)..<position])
            position = min(position + 1, text.count)
            return (value(content), ())
        }
        if character == "$" {
            position += 1
            parenthesized()
            return (value(String(text[start..<position])), ())
        }
        while let next = self.character, next.isLetter || next.isNumber || "._-".contains(next) { position += 1 }
        guard position > start else { return nil }
        let word = String(text[start..<position])
        if self.character == "(" {
            // A function, such as Exists.
            parenthesized()
            return (nil, ())
        }
        return (word, ())
    }

    private mutating func parenthesized() {
        guard character == "(" else { return }
        var depth = 0
        while let next = character {
            position += 1
            if next == "(" { depth += 1 }
            if next == ")" {
                depth -= 1
                if depth == 0 { return }
            }
        }
    }
}
