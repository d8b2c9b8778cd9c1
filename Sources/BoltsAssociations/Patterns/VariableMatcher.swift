/// Moves the set of positions that a pattern has reached through its tokens.
struct VariableMatcher {
    let variables: [PatternVariable]
    let foldsCase: Bool

    /// Replaces the positions before some tokens by those after them; `false` if the budget is spent.
    func advance(
        _ set: inout PositionSet,
        through tokens: some Collection<PatternToken>,
        in text: Span<UInt8>,
        _ budget: inout MatchBudget
    ) -> Bool {
        for token in tokens {
            if set.isEmpty { return true }
            guard advance(&set, through: token, in: text, &budget) else { return false }
        }
        return true
    }

    private func advance(
        _ set: inout PositionSet,
        through token: PatternToken,
        in text: Span<UInt8>,
        _ budget: inout MatchBudget
    ) -> Bool {
        var next = PositionSet(count: text.count + 1)
        guard budget.spend(set.words.count) else { return false }
        if token == .star {
            guard let first = set.first else { return true }
            guard budget.spend(text.count - first) else { return false }
            for position in first...text.count where Self.isBoundary(position, in: text) { next.insert(position) }
            set = next
            return true
        }
        if let index = token.variable {
            guard index < variables.count else {
                set = next
                return true
            }
            let variable = variables[index]
            var steps = 0
            set.visit { position in
                steps += variable.literals.forEachPrefix(of: text, from: position) { next.insert($0) }
            }
            guard budget.spend(steps) else { return false }
            for value in variable.wildcards {
                var reached = set
                guard advance(&reached, through: value, in: text, &budget) else { return false }
                next.formUnion(reached)
            }
            set = next
            return true
        }
        var steps = 0
        set.visit { position in
            steps += 1
            forEachEnd(of: token, at: position, in: text) { next.insert($0) }
        }
        set = next
        return budget.spend(steps)
    }

    private static func isBoundary(_ position: Int, in text: Span<UInt8>) -> Bool {
        position == text.count || text[position] & 0xC0 != 0x80
    }

    @inline(__always)
    private func forEachEnd(
        of token: PatternToken,
        at position: Int,
        in text: Span<UInt8>,
        _ body: (Int) -> Void
    ) {
        guard position < text.count else { return }
        let byte = text[position]
        if token.isByte {
            if token.code == UInt16(byte) { body(position + 1) }
        } else if token == .anyScalar {
            body(position + max(1, UTF8Check.sequenceLength(at: position, in: text)))
        } else if let characterClass = token.characterClass {
            if characterClass.contains(byte, foldsCase: foldsCase) { body(position + 1) }
        } else if position + 1 < text.count {
            let second = text[position + 1]
            if token == .region {
                if ISOCodes.isRegion(byte, second, foldsCase: foldsCase) { body(position + 2) }
                return
            }
            if ISOCodes.isLanguage(byte, second, foldsCase: foldsCase) { body(position + 2) }
            if position + 2 < text.count, ISOCodes.isLanguage(byte, second, text[position + 2], foldsCase: foldsCase) {
                body(position + 3)
            }
        }
    }
}
