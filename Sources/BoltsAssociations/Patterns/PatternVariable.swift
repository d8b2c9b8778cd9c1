/// The values of a substitution variable, compiled for one letter-case rule.
package struct PatternVariable: Sendable {
    /// The values without wildcards.
    let literals: PrefixTrie
    /// The values with wildcards.
    let wildcards: [[PatternToken]]

    /// Compiles values in which `*` and `?` are wildcards.
    init(values: [String], foldsCase: Bool) {
        var literals = PrefixTrie()
        var wildcards: [[PatternToken]] = []
        for value in values {
            let tokens = WildcardPattern(tokens: WildcardPattern.tokens(simple: value), foldsCase: foldsCase).tokens
            if tokens.allSatisfy(\.isByte) {
                literals.insert(tokens.map { UInt8($0.code) }, payload: 0)
            } else {
                wildcards.append(tokens)
            }
        }
        self.literals = literals
        self.wildcards = wildcards
    }
}
