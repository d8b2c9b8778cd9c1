import BoltsBase

/// Whether one pattern matches everything that another matches.
///
/// Sound but not complete: `true` is certain, `false` says nothing.
package enum PatternCover {
    /// Returns whether every text that a later pattern matches is matched by an earlier one.
    ///
    /// The wildcards of the later pattern are taken as letters that only a star, or a question mark for a question
    /// mark, can match.
    package static func covers(_ earlier: WildcardPattern, _ later: WildcardPattern, _ budget: inout MatchBudget)
        -> Bool
    {
        if earlier.shape == .anything || later.shape == .never { return earlier.shape != .never }
        guard earlier.shape != .never else { return false }
        if !earlier.foldsCase, later.foldsCase, hasLetters(earlier.tokens) { return false }
        let folds = earlier.foldsCase
        let pattern = earlier.tokens
        let text = later.tokens
        var token = 0
        var position = 0
        var tokenAfterStar = -1
        var restart = 0
        while position < text.count {
            guard budget.spend(1) else { return false }
            if token < pattern.count {
                if pattern[token] == .star {
                    token += 1
                    if token == pattern.count { return true }
                    tokenAfterStar = token
                    restart = position
                    continue
                }
                let length = step(pattern[token], text, position, folds: folds)
                if length > 0 {
                    token += 1
                    position += length
                    continue
                }
            }
            guard tokenAfterStar >= 0 else { return false }
            restart += scalarLength(text, restart)
            position = restart
            token = tokenAfterStar
        }
        while token < pattern.count, pattern[token] == .star { token += 1 }
        return token == pattern.count
    }

    /// Whether a path pattern matches every path, since all begin with a slash.
    package static func isEveryPath(_ pattern: WildcardPattern) -> Bool {
        pattern.shape == .anything || (pattern.shape == .prefix && pattern.literalPrefix == [UInt8(ascii: "/")])
    }

    private static func hasLetters(_ tokens: [PatternToken]) -> Bool {
        tokens.contains { ($0.isByte && UInt8($0.code).isASCIILetter) || $0.characterClass != nil || $0.needsSets }
    }

    /// Returns how many tokens of the later pattern a token of the earlier one takes, or 0.
    private static func step(_ token: PatternToken, _ text: [PatternToken], _ position: Int, folds: Bool) -> Int {
        let other = text[position]
        if other == .star { return 0 }
        if token == .anyScalar {
            if other.isByte { return scalarLength(text, position) }
            return other == .anyScalar || other.characterClass != nil ? 1 : 0
        }
        if token == other { return token.variable != nil && folds ? 0 : 1 }
        if let characterClass = token.characterClass {
            guard other.isByte else { return 0 }
            return characterClass.contains(UInt8(other.code), foldsCase: folds) ? 1 : 0
        }
        guard folds, token.isByte, other.isByte else { return 0 }
        return token.code == UInt16(UInt8(other.code).asciiLowercased) ? 1 : 0
    }

    /// Returns the number of tokens that one character takes.
    private static func scalarLength(_ tokens: [PatternToken], _ position: Int) -> Int {
        var end = position + 1
        guard tokens[position].isByte, tokens[position].code >= 0xC0 else { return 1 }
        while end < tokens.count, tokens[end].isByte, tokens[end].code & 0xC0 == 0x80 { end += 1 }
        return end - position
    }
}
