import BoltsBase

/// A compiled pattern with `*`, `?`, classes and variables, matched against the bytes of a whole text.
///
/// Without variables, a match backtracks to the last star only, so its cost is at most the product of the lengths. With
/// variables, the set of positions reached so far moves through the pattern once; nothing is tried twice.
@_spi(Bolts) public struct WildcardPattern: Sendable {
    /// The kinds of pattern; only `wildcards` and `variables` need general matching.
    @_spi(Bolts) public enum Shape: Sendable {
        /// Matches every text.
        case anything
        /// Matches its literal only.
        case exact
        /// Matches every text that starts with its literal.
        case prefix
        /// Contains bytes, `?`, `*` and classes.
        case wildcards
        /// Contains variables.
        case variables
        /// Matches nothing.
        case never
    }

    /// The kind of matching that the pattern needs.
    @_spi(Bolts) public let shape: Shape
    /// The steps of the pattern, in order.
    @_spi(Bolts) public let tokens: [PatternToken]
    /// The bytes before the first token that is not a literal byte.
    @_spi(Bolts) public let literalPrefix: [UInt8]
    /// Whether the text was folded to lower-case ASCII letters before the match.
    @_spi(Bolts) public let foldsCase: Bool

    /// Compiles tokens in order; the caller folds the text if the pattern folds case.
    @_spi(Bolts) public init(tokens: [PatternToken], foldsCase: Bool = false) {
        let tokens = foldsCase ? tokens.map(Self.fold) : tokens
        let prefix = tokens.prefix { $0.isByte }.map { UInt8($0.code) }
        self.tokens = tokens
        self.literalPrefix = prefix
        self.foldsCase = foldsCase
        let rest = tokens.count - prefix.count
        if rest == 0 {
            shape = .exact
        } else if rest == 1, tokens.last == .star {
            shape = prefix.isEmpty ? .anything : .prefix
        } else {
            shape = tokens.contains { $0.needsSets } ? .variables : .wildcards
        }
    }

    private init(never: Bool) {
        shape = .never
        tokens = []
        literalPrefix = []
        foldsCase = false
    }

    /// A pattern that matches nothing, not even an empty text.
    static let never = WildcardPattern(never: true)

    private static func fold(_ token: PatternToken) -> PatternToken {
        token.isByte ? PatternToken(byte: UInt8(token.code).asciiLowercased) : token
    }

    /// Compiles text in which `*` and `?` are the only wildcards.
    @_spi(Bolts) public init(simple text: String) {
        self.init(tokens: Self.tokens(simple: text))
    }

    /// Returns the tokens of text in which `*` and `?` are the only wildcards.
    @_spi(Bolts) public static func tokens(simple text: String) -> [PatternToken] {
        var tokens: [PatternToken] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "*"): if tokens.last != .star { tokens.append(.star) }
            case UInt8(ascii: "?"): tokens.append(.anyScalar)
            default: tokens.append(PatternToken(byte: byte))
            }
        }
        return tokens
    }

    /// Whether the pattern matches a whole text; one that exceeds the budget does not.
    @_spi(Bolts) public func matches(
        _ text: Span<UInt8>,
        variables: [PatternVariable],
        budget: inout MatchBudget
    ) -> Bool {
        switch shape {
        case .anything: return true
        case .never: return false
        case .exact: return text.count == literalPrefix.count && startsWithLiteral(text)
        case .prefix: return startsWithLiteral(text)
        case .wildcards: return startsWithLiteral(text) && matchesWildcards(text, &budget)
        case .variables:
            guard startsWithLiteral(text) else { return false }
            var set = PositionSet(count: text.count + 1)
            set.insert(literalPrefix.count)
            let matcher = VariableMatcher(variables: variables, foldsCase: foldsCase)
            let rest = tokens.dropFirst(literalPrefix.count)
            guard matcher.advance(&set, through: rest, in: text, &budget) else { return false }
            return set.contains(text.count)
        }
    }

    /// Returns whether the pattern, which has no variables, matches a whole text.
    @_spi(Bolts) public func matches(_ text: String) -> Bool {
        var budget = MatchBudget()
        let bytes = Array(text.utf8)[...]
        return matches(bytes.span, variables: [], budget: &budget)
    }

    @inline(__always)
    private func startsWithLiteral(_ text: Span<UInt8>) -> Bool {
        guard text.count >= literalPrefix.count else { return false }
        for offset in literalPrefix.indices where literalPrefix[offset] != text[offset] { return false }
        return true
    }

    private func matchesWildcards(_ text: Span<UInt8>, _ budget: inout MatchBudget) -> Bool {
        var token = literalPrefix.count
        var position = literalPrefix.count
        var tokenAfterStar = -1
        var restart = 0
        while position < text.count {
            guard budget.spend(1) else { return false }
            if token < tokens.count {
                if tokens[token] == .star {
                    token += 1
                    if token == tokens.count { return true }
                    tokenAfterStar = token
                    restart = position
                    continue
                }
                let length = stepLength(tokens[token], text, position)
                if length > 0 {
                    token += 1
                    position += length
                    continue
                }
            }
            guard tokenAfterStar >= 0 else { return false }
            restart += max(1, UTF8Check.sequenceLength(at: restart, in: text))
            position = restart
            token = tokenAfterStar
        }
        while token < tokens.count, tokens[token] == .star { token += 1 }
        return token == tokens.count
    }

    /// Returns the bytes that a byte, `?` or class takes at a position, or 0 if it does not match there.
    @inline(__always)
    private func stepLength(_ token: PatternToken, _ text: Span<UInt8>, _ position: Int) -> Int {
        if token.isByte { return token.code == UInt16(text[position]) ? 1 : 0 }
        if token == .anyScalar { return max(1, UTF8Check.sequenceLength(at: position, in: text)) }
        guard let characterClass = token.characterClass else { return 0 }
        return characterClass.contains(text[position], foldsCase: foldsCase) ? 1 : 0
    }
}
