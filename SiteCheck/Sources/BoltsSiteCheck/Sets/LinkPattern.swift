/// A pattern for a part of a URL, and how the part is normalized before the comparison.
///
/// It can represent any platform's patterns, so that those of different platforms can be compared as sets.
struct LinkPattern: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case character(UInt32)
        case anyCharacter
        case anything
        /// Everything up to the first occurrence of a character, and that character.
        case upTo(UInt32)
        case ascii(ASCIISet)
        case oneOf([[Step]])
        case never
    }

    struct ASCIISet: Hashable, Sendable {
        // A `LetterSet` would more than double the size of every step.
        private var low: UInt64 = 0
        private var high: UInt64 = 0

        init(_ contains: (UInt8) -> Bool) {
            for byte in UInt8(0)..<0x40 where contains(byte) { low |= 1 << UInt64(byte) }
            for byte in UInt8(0x40)..<0x80 where contains(byte) { high |= 1 << UInt64(byte - 0x40) }
        }

        var letters: LetterSet { LetterSet(ascii: low, high) }
    }

    var steps: [Step]
    var decodes: Bool
    /// Whether ASCII letters match in either case.
    var foldsCase = false
    /// Whether runs of slashes count as one, and a missing trailing slash is added.
    var normalizes = false
    /// Whether one character is one unit of UTF-16.
    var countsUTF16 = false
    /// Whether the pattern matches no absent part, even if it matches an empty one.
    var requiresPresence = false
    /// Whether the path of a URL without one is empty instead of `/`.
    var comparesMissingPath = false

    init(_ steps: [Step], decodes: Bool) {
        self.steps = steps
        self.decodes = decodes
    }

    var matchesEverything: Bool { steps == [.anything] && !requiresPresence }

    var matchesEmpty: Bool { Self.matchEmpty(steps) }

    private static func matchEmpty(_ steps: [Step]) -> Bool {
        steps.allSatisfy { step in
            switch step {
            case .anything: true
            case .oneOf(let choices): choices.contains(where: matchEmpty)
            case .character, .anyCharacter, .upTo, .ascii, .never: false
            }
        }
    }

    /// Whether the pattern requires a character that a part never contains, because some platform splits queries at it.
    func wants(absentFrom grammar: PartGrammar) -> Bool { Self.want(steps, grammar.neverEscaped) }

    private static func want(_ steps: [Step], _ absent: LetterSet) -> Bool {
        steps.contains { step in
            switch step {
            case .character(let value), .upTo(let value): value < 0x80 && absent.contains(Int(value))
            case .ascii(let set): set.letters.subtracting(absent).isEmpty
            case .oneOf(let choices): choices.contains { want($0, absent) }
            case .anyCharacter, .anything, .never: false
            }
        }
    }

    /// Returns the steps of a text in which `*` and `?` are wildcards.
    static func steps(simple text: String) -> [Step] {
        var steps: [Step] = []
        for scalar in text.unicodeScalars {
            switch scalar {
            case "*": if steps.last != .anything { steps.append(.anything) }
            case "?": steps.append(.anyCharacter)
            default: steps.append(.character(scalar.value))
            }
        }
        return steps
    }
}

/// Numbers patterns; equal ones get one number.
struct PatternNumbers {
    private(set) var patterns: [LinkPattern] = []
    private var numbers: [LinkPattern: Int] = [:]

    mutating func number(_ pattern: LinkPattern) -> Int {
        if let known = numbers[pattern] { return known }
        numbers[pattern] = patterns.count
        patterns.append(pattern)
        return patterns.count - 1
    }
}

/// A rule that opens or closes the links that meet all its conditions.
struct LinkRule: Hashable, Sendable {
    /// Which occurrences of an item in a query must match, and whether the item may be missing.
    enum Occurrence: Sendable, Hashable {
        /// All occurrences must match; a missing item counts as an empty one.
        case everyOrEmpty
        /// All occurrences must match, and there must be at least one.
        case every
        case any
        case anyWithEqualsSign
    }

    struct Item: Sendable, Hashable {
        /// The name, decoded if the pattern decodes, otherwise as written in the URL.
        var name: [UInt8]
        var pattern: LinkPattern
        var occurrence: Occurrence
    }

    enum Query: Hashable, Sendable {
        case anything
        case whole(LinkPattern)
        case items([Item])
    }

    var path: LinkPattern?
    var fragment: LinkPattern?
    var query = Query.anything
    var opens: Bool
}

/// A list of rules; the first one that matches decides.
struct LinkRules: Hashable, Sendable {
    var rules: [LinkRule]
    /// The decision if no rule matches.
    var opensOtherwise: Bool
    /// Whether the rules can be compared; otherwise they are not decided.
    var isComparable = true

    init(_ rules: [LinkRule], opensOtherwise: Bool = false) {
        self.rules = rules
        self.opensOtherwise = opensOtherwise
    }

    /// The number of steps of the patterns, plus one for each rule: the cost of reading and comparing it.
    var stepCount: Int {
        rules.reduce(1) { sum, rule in
            let query =
                switch rule.query {
                case .anything: 0
                case .whole(let pattern): pattern.steps.count
                case .items(let items): items.reduce(0) { $0 + 1 + $1.name.count + $1.pattern.steps.count }
                }
            return sum + 1 + (rule.path?.steps.count ?? 0) + (rule.fragment?.steps.count ?? 0) + query
        }
    }

    static let everything = LinkRules([], opensOtherwise: true)
    static let nothing = LinkRules([])
    static let notComparable: LinkRules = {
        var rules = LinkRules([])
        rules.isComparable = false
        return rules
    }()
}
