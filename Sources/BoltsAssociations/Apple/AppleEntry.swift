/// An entry of `details`: its apps and its rules.
@_spi(Bolts) public final class AppleEntry: Sendable {
    /// The form of the rules.
    @_spi(Bolts) public enum Form: Sendable {
        case components
        case paths
        /// The entry has neither, so every URL matches.
        case everything
    }

    /// The JSON value of the entry.
    @_spi(Bolts) public let node: JSONNode
    /// The identifiers of the apps.
    @_spi(Bolts) public let identifiers: [String]
    /// The form of the entry's rules.
    @_spi(Bolts) public let form: Form
    /// The rules, in the order of the file.
    @_spi(Bolts) public let rules: [AppleRule]
    private let indices: [PathIndex]

    /// The rules of one form of comparison, indexed by the literal prefixes of their paths.
    private final class PathIndex: Sendable {
        let form: ComparedForm
        let trie: PrefixTrie

        init(form: ComparedForm, trie: PrefixTrie) {
            self.form = form
            self.trie = trie
        }
    }

    /// How many bytes of a literal are in the trie, which bounds its size.
    private static let maximumTrieDepth = 64

    init(node: JSONNode, identifiers: [String], form: Form, rules: [AppleRule]) {
        self.node = node
        self.identifiers = identifiers
        self.form = form
        self.rules = rules
        var tries: [ComparedForm: PrefixTrie] = [:]
        for (index, rule) in rules.enumerated() {
            if rule.path?.compiled.shape == .never { continue }
            let literal = rule.path?.compiled.literalPrefix.prefix(Self.maximumTrieDepth) ?? []
            tries[rule.form, default: PrefixTrie()].insert(literal, payload: Int32(index))
        }
        indices = tries.map { PathIndex(form: $0.key, trie: $0.value) }
    }

    /// Returns the first rule that matches a URL, or `nil`; only rules whose literal prefix the path has are tried.
    func firstMatch(_ text: inout ComparedText, _ variables: [PatternVariable], _ budget: inout MatchBudget) -> Int? {
        unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: max(1, rules.count)) { candidates in
            var count = 0
            for index in indices {
                let path = text.path(index.form)[...]
                index.trie.forEachMatch(path.span) { payload in
                    // Each rule is in one trie once, and there is room for all rules.
                    precondition(count < candidates.count)
                    unsafe candidates[count] = payload
                    count += 1
                }
            }
            let found = unsafe UnsafeMutableBufferPointer(rebasing: candidates[..<count])
            unsafe Self.sort(found)
            for place in found.indices {
                let index = unsafe Int(found[place])
                if rules[index].mismatch(&text, variables, &budget) == nil, !budget.isExhausted { return index }
                if budget.isExhausted { return nil }
            }
            return nil
        }
    }

    @inline(__always)
    private static func sort(_ values: UnsafeMutableBufferPointer<Int32>) {
        guard values.count <= 16 else {
            var values = unsafe values
            unsafe values.sort()
            return
        }
        for index in values.indices.dropFirst() {
            let value = unsafe values[index]
            var hole = index
            while hole > 0, unsafe values[hole - 1] > value {
                unsafe values[hole] = unsafe values[hole - 1]
                hole -= 1
            }
            unsafe values[hole] = value
        }
    }
}
