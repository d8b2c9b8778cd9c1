/// Spellings of a part of a URL that a pattern matches, chosen so that few other patterns match all of them.
///
/// Another pattern that fails to match one of them does not cover this one. If the steps of a pattern depend on each other, it may
/// not match its own samples; the automaton decides.
struct PatternSamples {
    /// The maximum length of a spelling in characters; longer ones are too expensive to read.
    private static let maximumLength = 2_000

    private let pattern: LinkPattern
    private let grammar: PartGrammar
    private let alphabet: PatternAlphabet

    init(_ pattern: LinkPattern, _ alphabet: PatternAlphabet, _ grammar: PartGrammar) {
        self.pattern = pattern
        self.alphabet = alphabet
        self.grammar = grammar
    }

    /// The replacements for the wildcards and choices of a pattern.
    private struct Filling {
        var star: [UInt32]
        var character: UInt32
        var takesLast = false
        var changesCase = false
    }

    /// Returns the spellings; if `escapesAll` is `true`, one with an escape for every character, which distinguishes decoding
    /// patterns from others.
    func spellings(escapesAll: Bool) -> [[UInt8]] {
        let slash = UInt32(UInt8(ascii: "/"))
        // A sample for a decoding pattern can contain a character that no pattern contains.
        let other = pattern.decodes ? alphabet.scalar(Letter.otherCharacter) : UInt32(UInt8(ascii: "~"))
        var fillings = [Filling(star: [], character: other)]
        let isLiteral = pattern.steps.allSatisfy { if case .character = $0 { true } else { false } }
        if !isLiteral {
            fillings.append(Filling(star: [other, slash, other, other], character: other, takesLast: true))
            fillings.append(Filling(star: [slash, slash], character: slash))
            fillings.append(Filling(star: [UInt32](repeating: other, count: 40), character: other))
            if pattern.decodes {
                let long = alphabet.scalar(Letter.otherLongCharacter)
                fillings.append(Filling(star: [long], character: long))
            }
        }
        if pattern.foldsCase { fillings.append(Filling(star: [other], character: other, changesCase: true)) }
        var spellings = fillings.compactMap { filling in text(filling).flatMap { spelling($0, escapesAll: false) } }
        if escapesAll, pattern.decodes, let text = text(fillings[0]), let spelling = spelling(text, escapesAll: true) {
            spellings.append(spelling)
        }
        return spellings
    }

    private func text(_ filling: Filling) -> [UInt32]? {
        guard var text = Self.text(pattern.steps, filling) else { return nil }
        let slash = UInt32(UInt8(ascii: "/"))
        if grammar.beginsWithSlash, text.first != slash {
            if case .anyCharacter = pattern.steps.first { text.removeFirst() }
            text.insert(slash, at: 0)
        }
        return text
    }

    private static func text(_ steps: [LinkPattern.Step], _ filling: Filling) -> [UInt32]? {
        var text: [UInt32] = []
        for step in steps {
            guard text.count <= maximumLength else { return nil }
            switch step {
            case .character(let value): text.append(filling.changesCase ? otherCase(value) : value)
            case .anyCharacter: text.append(filling.character)
            case .anything: text += filling.star
            case .upTo(let value): text += filling.star.filter { $0 != value } + [value]
            case .ascii(let set):
                let members = (0..<0x80).filter(set.letters.contains)
                guard let member = filling.takesLast ? members.last : members.first else { return nil }
                text.append(UInt32(member))
            case .oneOf(let choices):
                guard let choice = filling.takesLast ? choices.last : choices.first,
                    let chosen = Self.text(choice, filling)
                else { return nil }
                text += chosen
            case .never: return nil
            }
        }
        return text
    }

    private static func otherCase(_ value: UInt32) -> UInt32 {
        (0x61...0x7A).contains(value | 0x20) ? value ^ 0x20 : value
    }

    /// Returns the written form of a text, or `nil` if it has none.
    private func spelling(_ text: [UInt32], escapesAll: Bool) -> [UInt8]? {
        var bytes: [UInt8] = []
        for (index, scalar) in text.enumerated() {
            if !pattern.decodes {
                guard scalar < 0x80 else { return nil }
                bytes.append(UInt8(scalar))
            } else if scalar < 0x80, grammar.plain.contains(Int(scalar)), !escapesAll || index == 0 {
                bytes.append(UInt8(scalar))
            } else {
                if scalar < 0x80, grammar.neverEscaped.contains(Int(scalar)) { return nil }
                bytes += CharacterSpelling.escapes(scalar)
            }
        }
        return bytes
    }
}
