/// Groups and alternations in an Android pattern, which supports neither: `/(product|item)/[0-9]+`.
enum PatternGroup {
    private static let maximumAlternatives = 5

    /// The first character that was meant as part of a group or an alternation, or `nil` if there is none.
    ///
    /// Paths may contain parentheses, so a pair without an alternation counts only before a repetition.
    static func symbol(in text: String) -> Character? {
        let symbols = symbols(in: text)
        guard let first = symbols.first(where: { "(|".contains($0.character) }) else { return nil }
        let isMeant = symbols.contains { symbol in
            if symbol.character == "|" { return true }
            guard symbol.character == ")" else { return false }
            let next = text.index(after: symbol.place)
            return next < text.endIndex && "*+?{".contains(text[next])
        }
        return isMeant ? first.character : nil
    }

    /// The patterns that together replace a pattern with one group of plain alternatives; empty for any other pattern.
    static func alternatives(of text: String) -> [String] {
        let symbols = symbols(in: text)
        guard let first = symbols.first, let last = symbols.last, first.character == "(", last.character == ")",
            symbols.dropFirst().dropLast().allSatisfy({ $0.character == "|" }),
            (3...maximumAlternatives + 1).contains(symbols.count)
        else { return [] }
        let rest = text[text.index(after: last.place)...]
        if let next = rest.first, "*+?{".contains(next) { return [] }
        return zip(symbols, symbols.dropFirst()).map { start, end in
            text[..<first.place] + String(text[text.index(after: start.place)..<end.place]) + rest
        }
    }

    /// The parentheses and bars that are not escaped, and not in a set.
    private static func symbols(in text: String) -> [(place: String.Index, character: Character)] {
        var found: [(place: String.Index, character: Character)] = []
        var isEscaped = false
        var isSet = false
        for place in text.indices {
            let character = text[place]
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "[" {
                isSet = true
            } else if character == "]" {
                isSet = false
            } else if !isSet, "(|)".contains(character) {
                found.append((place, character))
            }
        }
        return found
    }
}
