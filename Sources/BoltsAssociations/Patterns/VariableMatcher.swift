/// Moves the set of positions that a pattern has reached through its tokens.
// Safe once made: whoever makes one promises that the bytes outlive it, and every index is within them.
@safe struct VariableMatcher {
    let text: UnsafeBufferPointer<UInt8>
    let variables: [PatternVariable]
    let foldsCase: Bool

    /// Replaces the positions before some tokens by those after them.
    ///
    /// - Returns: `false` if the budget is spent.
    mutating func advance(
        _ set: inout PositionSet,
        through tokens: some Collection<PatternToken>,
        _ budget: inout MatchBudget
    ) -> Bool {
        for token in tokens {
            if set.isEmpty { return true }
            guard advance(&set, through: token, &budget) else { return false }
        }
        return true
    }

    private mutating func advance(
        _ set: inout PositionSet,
        through token: PatternToken,
        _ budget: inout MatchBudget
    ) -> Bool {
        var next = unsafe PositionSet(count: text.count + 1)
        guard budget.spend(set.words.count) else { return false }
        if token == .star {
            guard let first = set.first else { return true }
            guard unsafe budget.spend(text.count - first) else { return false }
            for position in unsafe first...text.count where isBoundary(position) { next.insert(position) }
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
                unsafe steps += variable.literals.forEachPrefix(of: text, from: position) { next.insert($0) }
            }
            guard budget.spend(steps) else { return false }
            for value in variable.wildcards {
                var reached = set
                guard advance(&reached, through: value, &budget) else { return false }
                next.formUnion(reached)
            }
            set = next
            return true
        }
        var steps = 0
        set.visit { position in
            steps += 1
            forEachEnd(of: token, at: position) { next.insert($0) }
        }
        set = next
        return budget.spend(steps)
    }

    private func isBoundary(_ position: Int) -> Bool {
        unsafe position == text.count || text[position] & 0xC0 != 0x80
    }

    @inline(__always)
    private func forEachEnd(of token: PatternToken, at position: Int, _ body: (Int) -> Void) {
        guard unsafe position < text.count else { return }
        let byte = unsafe text[position]
        if token.isByte {
            if token.code == UInt16(byte) { body(position + 1) }
        } else if token == .anyScalar {
            unsafe body(position + max(1, UTF8Check.sequenceLength(at: position, in: text)))
        } else if let characterClass = token.characterClass {
            if characterClass.contains(byte, foldsCase: foldsCase) { body(position + 1) }
        } else if unsafe position + 1 < text.count {
            let second = unsafe text[position + 1]
            if token == .region {
                if ISOCodes.isRegion(byte, second, foldsCase: foldsCase) { body(position + 2) }
                return
            }
            if ISOCodes.isLanguage(byte, second, foldsCase: foldsCase) { body(position + 2) }
            if unsafe position + 2 < text.count,
                unsafe ISOCodes.isLanguage(byte, second, text[position + 2], foldsCase: foldsCase)
            {
                body(position + 3)
            }
        }
    }
}
