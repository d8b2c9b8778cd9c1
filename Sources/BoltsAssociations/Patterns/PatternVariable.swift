/// The values of a substitution variable, compiled for one letter-case rule.
@_spi(Bolts) public struct PatternVariable: Sendable {
    /// The values without wildcards.
    let literals: PrefixTrie
    /// The values with wildcards.
    @_spi(Bolts) public let wildcards: [[PatternToken]]
    /// The number of characters and wildcards in all values, plus one for each value.
    @_spi(Bolts) public let stepCount: Int

    /// The values without wildcards, each once, in no particular order.
    @_spi(Bolts) public var literalValues: [[UInt8]] { literals.literals }

    /// Compiles values in which `*` and `?` are wildcards.
    init(values: [String], foldsCase: Bool) {
        var literals = PrefixTrie()
        var wildcards: [[PatternToken]] = []
        var count = 0
        for value in values {
            let tokens = WildcardPattern(tokens: WildcardPattern.tokens(simple: value), foldsCase: foldsCase).tokens
            count += tokens.count + 1
            if tokens.allSatisfy(\.isByte) {
                literals.insert(tokens.map { UInt8($0.code) }, payload: 0)
            } else {
                wildcards.append(tokens)
            }
        }
        self.literals = literals
        self.wildcards = wildcards
        stepCount = count
    }
}
