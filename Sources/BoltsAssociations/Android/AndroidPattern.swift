/// A pattern of Android's dynamic rules.
///
/// A star matches everything up to the first occurrence of the character after it, and never more. Matching is therefore one
/// pass, and does not match some texts that a shell pattern would match: `*/terms` does not match `/en/terms`.
@_spi(Bolts) public struct AndroidPattern: Sendable {
    /// The pattern as it is written.
    @_spi(Bolts) public let text: String
    private let pattern: ArraySlice<UInt8>

    /// Compiles a pattern.
    @_spi(Bolts) public init(_ text: String) {
        self.text = text
        pattern = Array(text.utf8)[...]
    }

    /// Returns whether the pattern matches a whole text; it does not once a limit is exceeded.
    func matches(_ text: [UInt8], _ budget: inout MatchBudget) -> Bool {
        budget.spend(pattern.count + text.count) && matches(text)
    }

    /// Returns whether the pattern matches a whole text.
    @_spi(Bolts) public func matches(_ text: [UInt8]) -> Bool {
        let star = UInt8(ascii: "*")
        let any = UInt8(ascii: "?")
        let all = text[...]
        let text = all.span
        var position = 0
        var index = 0
        while index < pattern.count {
            let byte = pattern[index]
            index += 1
            if byte == star {
                while index < pattern.count, pattern[index] == star { index += 1 }
                guard index < pattern.count else { return true }
                if pattern[index] == any { continue }
                // The star ends at a character, which may have several bytes.
                let length = max(1, UTF8Check.sequenceLength(at: index, in: pattern.span))
                while position < text.count, !Self.stands(pattern[index..<index + length], at: position, in: text) {
                    position += 1
                }
                guard position < text.count else { return false }
            } else if byte == any {
                guard position < text.count else { return false }
                position += max(1, UTF8Check.sequenceLength(at: position, in: text))
            } else {
                guard position < text.count, text[position] == byte else { return false }
                position += 1
            }
        }
        return position == text.count
    }

    private static func stands(_ character: ArraySlice<UInt8>, at position: Int, in text: Span<UInt8>) -> Bool {
        guard text.count - position >= character.count else { return false }
        return character.indices.allSatisfy { text[position + $0 - character.startIndex] == character[$0] }
    }
}
