import BoltsBase

extension LinkPattern {
    /// Whether a step-by-step check proves that this pattern matches every text that another pattern matches: `true` is certain,
    /// `false` means unknown.
    func certainlyCovers(_ other: LinkPattern, _ budget: CoverBudget) -> Bool {
        guard decodes == other.decodes, normalizes == other.normalizes,
            comparesMissingPath == other.comparesMissingPath,
            !requiresPresence || other.requiresPresence || !other.matchesEmpty
        else { return false }
        let pattern = steps
        let text = other.steps
        var step = 0
        var position = 0
        var behindStar = -1
        var restart = 0
        while position < text.count {
            guard budget.spend(steps: 1) else { return false }
            if step < pattern.count {
                if pattern[step] == .anything {
                    step += 1
                    if step == pattern.count { return true }
                    behindStar = step
                    restart = position
                    continue
                }
                if takes(pattern[step], text[position], of: other) {
                    step += 1
                    position += 1
                    continue
                }
            }
            guard behindStar >= 0 else { return false }
            restart += 1
            position = restart
            step = behindStar
        }
        while step < pattern.count, pattern[step] == .anything { step += 1 }
        return step == pattern.count
    }

    /// Whether a step matches everything that a step of another pattern matches.
    private func takes(_ step: Step, _ text: Step, of other: LinkPattern) -> Bool {
        switch (step, text) {
        case (.character(let first), .character(let second)):
            if first == second { return foldsCase || !other.foldsCase || !Self.isLetter(first) }
            return foldsCase && first < 0x80 && second < 0x80
                && UInt8(first).asciiLowercased == UInt8(second).asciiLowercased
        case (.ascii(let set), .character(let value)):
            guard value < 0x80 else { return false }
            let isEitherCase = other.foldsCase && Self.isLetter(value)
            return set.letters.contains(Int(value)) && (!isEitherCase || set.letters.contains(Int(value ^ 0x20)))
        case (.ascii(let set), .ascii(let otherSet)): return set.letters.isSuperset(of: otherSet.letters)
        // A character beyond U+FFFF is one unit or two.
        case (.anyCharacter, .character(let value)): return !countsUTF16 || value <= 0xFFFF
        case (.anyCharacter, .anyCharacter): return countsUTF16 == other.countsUTF16
        case (.anyCharacter, .ascii): return true
        // If both search for the same character they end at the same one.
        case (.upTo, .upTo), (.oneOf, .oneOf):
            return step == text && foldsCase == other.foldsCase && countsUTF16 == other.countsUTF16
        default: return false
        }
    }

    private static func isLetter(_ value: UInt32) -> Bool { value < 0x80 && UInt8(value).isASCIILetter }
}
