/// A class of spellings of a part of a URL that the same patterns match, with one example.
struct PartClass: Sendable {
    /// The numbers of the matching patterns, in order.
    var patterns: [Int32]
    /// A short and readable spelling.
    var spelling: [UInt8]
    var cost: Int
}

/// The characters that a part of a URL may contain.
struct PartGrammar: Sendable {
    /// The characters that may be unescaped.
    var plain: LetterSet
    var neverEscaped = LetterSet()
    var beginsWithSlash = false

    private static let unreserved: StaticString =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

    private static func set(_ more: StaticString) -> LetterSet {
        var set = LetterSet(unreserved)
        set.formUnion(LetterSet(more))
        return set
    }

    static let path = PartGrammar(plain: set("!$&'()*+,;=:@/"), beginsWithSlash: true)
    static let query = PartGrammar(plain: set("!$&'()*+,;=:@/?"))
    static let fragment = PartGrammar(plain: set("!$&'()*+,;=:@/?"))
    /// The value of a query item, without the characters at which some platform splits a query.
    static let value = PartGrammar(plain: set("!$'()*+,=:@/?"), neverEscaped: LetterSet("&;"))
    /// The value of a query item if every reading splits only at ampersands.
    static let valueBesideAmpersand = PartGrammar(plain: set("!$'()*+,;=:@/?"), neverEscaped: LetterSet("&"))
}

/// The automaton of all patterns for one part of a URL, over the written bytes of the part.
///
/// It has two components: one reads the written bytes, the other their decoded form. An escape is one step of the second component,
/// and three or more of the first.
struct PartAutomaton {
    struct Key: Hashable {
        var written: Int32
        var decoded: Int32
    }

    private struct Node {
        var key: Key
        var cost: Int
        var previous: Int32
        var letter: Int16
        var isEscaped: Bool
        var isSettled: Bool
    }

    private struct Outcome {
        var written: Int32
        var letters: LetterSet
    }

    private let alphabet: PatternAlphabet
    let grammar: PartGrammar
    private lazy var escapes = EscapeTree(alphabet)
    private(set) var written: PatternMachine
    private(set) var decoded: PatternMachine
    private var outcomes: [Int32: [Outcome]] = [:]
    private var nodes: [Node] = []
    private var nodeByKey: [Key: Int32] = [:]
    private let hasWritten: Bool
    /// The patterns that read a missing path as empty; others read it as a slash.
    private let comparingMissing: Set<Int32>
    private var edgeCount = 0
    /// The work limit for following escapes, because a single state can have very many.
    var maximumWork = Int.max
    /// The work done so far.
    var work: Int { written.work + decoded.work + edgeCount }

    /// Creates the automaton of patterns, whose numbers are their indices; `nil` if there are too many or they are too long.
    init?(_ patterns: [LinkPattern], _ alphabet: PatternAlphabet, _ grammar: PartGrammar, maximumOperations: Int) {
        let numbered = patterns.enumerated().map { (number: $0, pattern: $1) }
        let plain = numbered.filter { !$0.pattern.decodes }
        written = PatternMachine(plain, alphabet, maximumOperations: maximumOperations)
        decoded = PatternMachine(numbered.filter(\.pattern.decodes), alphabet, maximumOperations: maximumOperations)
        guard !written.isTooLarge, !decoded.isTooLarge else { return nil }
        hasWritten = !written.isEmpty
        comparingMissing = Set(
            numbered.lazy.filter { grammar.beginsWithSlash && $0.pattern.comparesMissingPath }.map { Int32($0.number) }
        )
        self.alphabet = alphabet
        self.grammar = grammar
    }

    // MARK: - One text

    /// A written character of a part: one byte, or the escapes of a letter.
    struct Unit {
        var bytes: ArraySlice<UInt8>
        var letter: Int
    }

    /// Returns the written characters of a part, or `nil` if it has characters or escapes that no valid URL has there.
    mutating func units(of text: [UInt8]) -> [Unit]? {
        if grammar.beginsWithSlash, text.first != UInt8(ascii: "/") { return nil }
        var units: [Unit] = []
        var index = 0
        while index < text.count {
            let start = index
            let byte = Int(text[index])
            index += 1
            guard byte == Letter.percent else {
                guard byte < 0x80, grammar.plain.contains(byte) else { return nil }
                units.append(Unit(bytes: text[start..<index], letter: byte))
                continue
            }
            var node = escapes.root
            var letter: Int?
            while letter == nil {
                guard index < text.count, text[index] < 0x80 else { return nil }
                let next = Int(text[index])
                index += 1
                switch escapes.nodes[node] {
                case .percent(let target):
                    guard next == Letter.percent else { return nil }
                    node = target
                case .digit(let branches):
                    let value = (0..<16).first { EscapeTree.digits($0).contains(next) }
                    switch value.flatMap({ branches[$0] }) {
                    case .node(let target): node = target
                    case .letter(let found): letter = found
                    case nil: return nil
                    }
                }
            }
            guard let letter, !grammar.neverEscaped.contains(letter) else { return nil }
            units.append(Unit(bytes: text[start..<index], letter: letter))
        }
        return units
    }

    /// The state of all patterns before the first letter.
    mutating func start() -> Key { Key(written: written.start(), decoded: decoded.start()) }

    /// Returns the state of the patterns after a character.
    mutating func step(_ key: Key, _ unit: Unit) -> Key {
        var key = key
        for byte in unit.bytes { key.written = written.step(key.written, Int(byte)) }
        key.decoded = decoded.step(key.decoded, unit.letter)
        return key
    }

    /// Returns the patterns that match a written part, or `nil` if it has characters or escapes that no valid URL has there, or if
    /// finding them takes more than the given additional work.
    mutating func patterns(matching text: some Collection<UInt8>, maximumWork: Int = .max) -> [Int32]? {
        if text.isEmpty, grammar.beginsWithSlash { return patternsOfMissing() }
        guard let units = units(of: Array(text)) else { return nil }
        func limit(_ work: Int) -> Int { maximumWork == .max ? .max : work + maximumWork }
        let letters = text.lazy.map { Int($0) }
        guard let first = written.patterns(matching: letters, maximumWork: limit(written.work)),
            let second = decoded.patterns(matching: units.lazy.map(\.letter), maximumWork: limit(decoded.work))
        else { return nil }
        return (first + second).sorted()
    }

    mutating func accepted(_ key: Key) -> [Int32] {
        let first = written.acceptance(key.written)
        let second = decoded.acceptance(key.decoded)
        return (written.acceptances[Int(first)] + decoded.acceptances[Int(second)]).sorted()
    }

    /// Returns the patterns that match the path of a URL that has none.
    private mutating func patternsOfMissing() -> [Int32] {
        let start = start()
        let slash = Key(
            written: written.step(start.written, Letter.slash),
            decoded: decoded.step(start.decoded, Letter.slash)
        )
        let empty = accepted(start).filter(comparingMissing.contains)
        return (empty + accepted(slash).filter { !comparingMissing.contains($0) }).sorted()
    }

    /// The cost of a missing path: more than a short one, because it is easily overlooked.
    private static let missingCost = 9

    // MARK: - All texts

    /// Returns each set of patterns for which some spelling matches exactly those patterns, with its most readable spelling, or
    /// `nil` if the automaton exceeds the limits of states or work.
    mutating func classes(maximumStates: Int, maximumWork: Int = .max) -> [PartClass]? {
        self.maximumWork = maximumWork
        var buckets: [[Int32]] = [[]]
        nodes = []
        nodeByKey = [:]
        func push(_ index: Int32, _ cost: Int) {
            while buckets.count <= cost { buckets.append([]) }
            buckets[cost].append(index)
        }
        var start = Key(written: written.start(), decoded: decoded.start())
        if grammar.beginsWithSlash {
            start.written = written.step(start.written, Letter.slash)
            start.decoded = decoded.step(start.decoded, Letter.slash)
        }
        nodes.append(Node(key: start, cost: 0, previous: -1, letter: -1, isEscaped: false, isSettled: false))
        nodeByKey[start] = 0
        push(0, 0)
        var found: [Key: (node: Int32, cost: Int)] = [:]
        var cost = 0
        while cost < buckets.count {
            var position = 0
            while position < buckets[cost].count {
                let index = buckets[cost][position]
                position += 1
                guard work <= maximumWork else { return nil }
                let node = nodes[Int(index)]
                guard !node.isSettled, node.cost == cost else { continue }
                nodes[Int(index)].isSettled = true
                let accepted = Key(
                    written: written.acceptance(node.key.written),
                    decoded: decoded.acceptance(node.key.decoded)
                )
                let total = cost + (node.letter == Letter.slash ? 3 : 0)
                if found[accepted].map({ total < $0.cost }) ?? true { found[accepted] = (index, total) }
                for edge in edges(node.key) {
                    let price = cost + edge.cost
                    if let known = nodeByKey[edge.key] {
                        guard price < nodes[Int(known)].cost else { continue }
                        nodes[Int(known)].cost = price
                        nodes[Int(known)].previous = index
                        nodes[Int(known)].letter = Int16(edge.letter)
                        nodes[Int(known)].isEscaped = edge.isEscaped
                        push(known, price)
                    } else {
                        guard nodes.count < maximumStates else { return nil }
                        let added = Int32(nodes.count)
                        nodes.append(
                            Node(
                                key: edge.key,
                                cost: price,
                                previous: index,
                                letter: Int16(edge.letter),
                                isEscaped: edge.isEscaped,
                                isSettled: false
                            )
                        )
                        nodeByKey[edge.key] = added
                        push(added, price)
                    }
                }
            }
            cost += 1
        }
        guard work <= maximumWork else { return nil }
        var merged: [[Int32]: PartClass] = [:]
        for (accepted, best) in found {
            let patterns =
                (written.acceptances[Int(accepted.written)] + decoded.acceptances[Int(accepted.decoded)]).sorted()
            if let known = merged[patterns], known.cost <= best.cost { continue }
            merged[patterns] = PartClass(patterns: patterns, spelling: spelling(best.node), cost: best.cost)
        }
        if !comparingMissing.isEmpty {
            let patterns = patternsOfMissing()
            if merged[patterns].map({ Self.missingCost < $0.cost }) ?? true {
                merged[patterns] = PartClass(patterns: patterns, spelling: [], cost: Self.missingCost)
            }
        }
        return merged.values.sorted { first, second in
            first.cost == second.cost
                ? first.patterns.lexicographicallyPrecedes(second.patterns) : first.cost < second.cost
        }
    }

    struct Edge {
        var key: Key
        var letter: Int
        var isEscaped: Bool
        var cost: Int
    }

    mutating func edges(_ key: Key) -> [Edge] {
        var edges: [Edge] = []
        let decodedMoves = decoded.moves(key.decoded)
        for first in written.moves(key.written) {
            let plain = first.letters.intersection(grammar.plain)
            if plain.isEmpty { continue }
            for second in decodedMoves {
                let both = plain.intersection(second.letters)
                guard let letter = Self.preferred(both) else { continue }
                let target = Key(written: first.target, decoded: second.target)
                edges.append(Edge(key: target, letter: letter, isEscaped: false, cost: Self.cost(letter)))
            }
        }
        for outcome in escapeOutcomes(key.written) {
            let allowed = outcome.letters.subtracting(grammar.neverEscaped)
            for second in decodedMoves {
                let both = allowed.intersection(second.letters)
                guard let letter = Self.preferredEscape(both) else { continue }
                let target = Key(written: outcome.written, decoded: second.target)
                edges.append(Edge(key: target, letter: letter, isEscaped: true, cost: Self.escapeCost(letter)))
            }
        }
        edgeCount += edges.count
        return edges
    }

    // MARK: - Escapes

    /// Returns the states to which escapes lead the patterns on written text, each with the decoded letters.
    private mutating func escapeOutcomes(_ state: Int32) -> [Outcome] {
        if let known = outcomes[state] { return known }
        var result: [Int32: LetterSet] = [:]
        if !hasWritten {
            result[state] = alphabet.all
        } else if let simple = uniformOutcomes(state) {
            result = simple
        } else {
            var memo: [Int: [Int32: LetterSet]] = [:]
            result = explore(escapes.root, written.step(state, Letter.percent), &memo)
        }
        let list = result.map { Outcome(written: $0.key, letters: $0.value) }.sorted { $0.written < $1.written }
        // If the limit was exceeded, the list is incomplete and is not cached.
        if work <= maximumWork { outcomes[state] = list }
        return list
    }

    /// Returns the outcomes if the digits of an escape make no difference, otherwise `nil`.
    private mutating func uniformOutcomes(_ state: Int32) -> [Int32: LetterSet]? {
        var result: [Int32: LetterSet] = [:]
        var current = state
        for length in 1...4 {
            current = written.step(current, Letter.percent)
            for _ in 0..<2 {
                let moves = written.moves(current)
                guard let move = moves.first(where: { $0.letters.isSuperset(of: EscapeTree.hexadecimal) })
                else { return nil }
                current = move.target
            }
            var letters = length == 1 ? LetterSet.ascii : LetterSet()
            if length == 2 || length == 3 { letters.insert(Letter.otherCharacter) }
            if length == 4 { letters.insert(Letter.otherLongCharacter) }
            for value in alphabet.named where CharacterSpelling.utf8(value).count == length {
                letters.insert(alphabet.letter(value))
            }
            result[current, default: LetterSet()].formUnion(letters)
        }
        return result
    }

    private mutating func explore(
        _ node: Int,
        _ state: Int32,
        _ memo: inout [Int: [Int32: LetterSet]]
    ) -> [Int32: LetterSet] {
        let memoKey = Int(state) << 20 | node
        if let known = memo[memoKey] { return known }
        var result: [Int32: LetterSet] = [:]
        guard work <= maximumWork else { return result }
        switch escapes.nodes[node] {
        case .percent(let target):
            result = explore(target, written.step(state, Letter.percent), &memo)
        case .digit(let branches):
            for value in 0..<16 {
                guard let branch = branches[value] else { continue }
                for digit in EscapeTree.digits(value) {
                    let next = written.step(state, digit)
                    edgeCount += 1
                    switch branch {
                    case .letter(let letter): result[next, default: LetterSet()].insert(letter)
                    case .node(let target):
                        for (end, letters) in explore(target, next, &memo) {
                            result[end, default: LetterSet()].formUnion(letters)
                        }
                    }
                }
            }
        }
        memo[memoKey] = result
        return result
    }

    /// Returns an escape of a letter that leads from one state to another.
    mutating func escape(_ letter: Int, from state: Int32, to target: Int32) -> [UInt8] {
        let usual = CharacterSpelling.escapes(alphabet.scalar(letter))
        var current = state
        for byte in usual { current = written.step(current, Int(byte)) }
        if current == target || !hasWritten { return usual }
        var text = [UInt8(ascii: "%")]
        var visited = Set<Int>()
        let first = written.step(state, Letter.percent)
        return spell(escapes.root, first, letter, target, &text, &visited) ? text : usual
    }

    private mutating func spell(
        _ node: Int,
        _ state: Int32,
        _ letter: Int,
        _ target: Int32,
        _ text: inout [UInt8],
        _ visited: inout Set<Int>
    ) -> Bool {
        guard visited.insert(Int(state) << 20 | node).inserted else { return false }
        switch escapes.nodes[node] {
        case .percent(let next):
            text.append(UInt8(ascii: "%"))
            let found = spell(next, written.step(state, Letter.percent), letter, target, &text, &visited)
            if !found { text.removeLast() }
            return found
        case .digit(let branches):
            for value in 0..<16 {
                guard let branch = branches[value] else { continue }
                for digit in EscapeTree.digits(value) {
                    let next = written.step(state, digit)
                    text.append(UInt8(digit))
                    switch branch {
                    case .letter(let found): if found == letter, next == target { return true }
                    case .node(let child):
                        if spell(child, next, letter, target, &text, &visited) { return true }
                    }
                    text.removeLast()
                }
            }
            return false
        }
    }

    private mutating func spelling(_ index: Int32) -> [UInt8] {
        var steps: [Int32] = []
        var current = index
        while nodes[Int(current)].previous >= 0 {
            steps.append(current)
            current = nodes[Int(current)].previous
        }
        var text: [UInt8] = grammar.beginsWithSlash ? [UInt8(ascii: "/")] : []
        for step in steps.reversed() {
            let node = nodes[Int(step)]
            if node.isEscaped {
                let from = nodes[Int(node.previous)].key.written
                text += escape(Int(node.letter), from: from, to: node.key.written)
            } else {
                text.append(UInt8(node.letter))
            }
        }
        return text
    }

    // MARK: - Readable letters

    private static let order: [Int] =
        "xyzabcdefghijklmnopqrstuvw0123456789XYZABCDEFGHIJKLMNOPQRSTUVW-_./~!'(),:;=@&+$*?".utf8.map { Int($0) }

    private static func preferred(_ letters: LetterSet) -> Int? {
        if letters.isEmpty { return nil }
        if let only = letters.only { return only }
        return order.first { letters.contains($0) }
    }

    private static func preferredEscape(_ letters: LetterSet) -> Int? {
        if letters.isEmpty { return nil }
        if let only = letters.only { return only }
        if letters.contains(Letter.otherCharacter) { return Letter.otherCharacter }
        return order.first { letters.contains($0) } ?? letters.first
    }

    static func cost(_ letter: Int) -> Int {
        switch UInt8(letter) {
        // Fillers for wildcards are cheaper than letters that other patterns contain.
        case UInt8(ascii: "x"), UInt8(ascii: "y"), UInt8(ascii: "z"): 1
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): 2
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."):
            3
        default: 8
        }
    }

    private static func escapeCost(_ letter: Int) -> Int {
        if letter >= Letter.firstNamed { return 12 }
        if letter >= Letter.otherCharacter { return letter == Letter.otherCharacter ? 14 : 18 }
        return letter > 0x20 && letter < 0x7F ? 16 : 24
    }
}
