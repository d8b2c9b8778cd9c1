/// All patterns for one part of a URL, matched together: a deterministic automaton whose states are created when they are first
/// reached.
///
/// It reads letters, either decoded or as written. A state represents the set of places that the patterns have reached.
struct PatternMachine {
    /// The kind of a place; sets and lists of places are stored separately by number, so that a step needs few bytes.
    private enum Operation {
        case take(Int32)
        case skip
        /// Reads letters up to and including the first one of a set.
        case find(Int32)
        /// Continues at several places.
        case split(Int32)
        case accept
        case fail
    }

    /// How the pattern of a place reads letters.
    private struct Traits {
        var pattern: Int32
        var normalizes: Bool
        var countsUTF16: Bool
    }

    /// A move to another state by some letters.
    struct Move {
        var letters: LetterSet
        var target: Int32
    }

    /// The preceding letters, for the normalization of paths.
    private enum Previous: Int32 {
        case other
        case slash
        case star
    }

    private struct State {
        var previous: Previous
        var places: Range<Int>
        var moves: [Move]?
        var accepted: Int32 = -1
    }

    private let alphabet: PatternAlphabet
    private let all: LetterSet
    private let long: LetterSet
    private var operations: [Operation] = []
    private var sets: [LetterSet] = []
    private var numbers: [LetterSet: Int32] = [:]
    private var targets: [[Int32]] = []
    private var traits: [Traits] = []
    private var starts: [Int32] = []
    private var hasNormalized = false
    private var hasUTF16 = false
    /// The places of all states, one after another.
    private var places: [Int32] = []
    private var states: [State] = []
    private var table: [Int: [Int32]] = [:]
    private var marks: [Int32] = []
    private var mark: Int32 = 0
    /// The sets of patterns that states accept.
    private(set) var acceptances: [[Int32]] = []
    private var acceptanceIndex: [[Int32]: Int32] = [:]
    private let maximumOperations: Int
    /// The work done to create states: places that were advanced, and sets of letters that were divided.
    private(set) var work = 0
    private(set) var isTooLarge = false

    /// Creates the automaton of some patterns, each with its number.
    init(_ patterns: [(number: Int, pattern: LinkPattern)], _ alphabet: PatternAlphabet, maximumOperations: Int) {
        self.alphabet = alphabet
        self.maximumOperations = maximumOperations
        all = alphabet.all
        long = alphabet.long
        for (number, pattern) in patterns {
            guard !isTooLarge else { break }
            let own = Traits(pattern: Int32(number), normalizes: pattern.normalizes, countsUTF16: pattern.countsUTF16)
            hasNormalized = hasNormalized || own.normalizes
            hasUTF16 = hasUTF16 || own.countsUTF16
            starts.append(Int32(operations.count))
            compile(pattern.steps, pattern, own)
            add(.accept, own)
        }
        marks = [Int32](repeating: 0, count: operations.count)
    }

    private mutating func add(_ operation: Operation, _ own: Traits) {
        guard operations.count < maximumOperations else {
            isTooLarge = true
            return
        }
        operations.append(operation)
        traits.append(own)
    }

    private mutating func compile(_ steps: [LinkPattern.Step], _ pattern: LinkPattern, _ own: Traits) {
        for step in steps {
            guard !isTooLarge else { return }
            switch step {
            case .character(let value): add(.take(number(letters(value, pattern))), own)
            case .anyCharacter: add(.take(number(all)), own)
            case .anything: add(.skip, own)
            case .upTo(let value): add(.find(number(letters(value, pattern))), own)
            case .ascii(let set): add(.take(number(set.letters)), own)
            case .never: add(.fail, own)
            case .oneOf(let choices):
                let first = operations.count
                add(.fail, own)
                var begins: [Int32] = []
                var ends: [Int] = []
                for choice in choices {
                    begins.append(Int32(operations.count))
                    compile(choice, pattern, own)
                    ends.append(operations.count)
                    add(.fail, own)
                }
                guard !isTooLarge else { return }
                operations[first] = split(begins)
                let behind = split([Int32(operations.count)])
                for end in ends { operations[end] = behind }
            }
        }
    }

    private mutating func number(_ set: LetterSet) -> Int32 {
        if let known = numbers[set] { return known }
        let number = Int32(sets.count)
        sets.append(set)
        numbers[set] = number
        return number
    }

    private mutating func split(_ places: [Int32]) -> Operation {
        targets.append(places)
        return .split(Int32(targets.count - 1))
    }

    private func letters(_ value: UInt32, _ pattern: LinkPattern) -> LetterSet {
        // A URL is written in ASCII, so other characters match only after decoding.
        guard value < 0x80 else { return pattern.decodes ? LetterSet(alphabet.letter(value)) : LetterSet() }
        var set = LetterSet(Int(value))
        let lower = value | 0x20
        if pattern.foldsCase, (0x61...0x7A).contains(lower) {
            set.insert(Int(lower))
            set.insert(Int(lower ^ 0x20))
        }
        return set
    }

    // MARK: - States

    mutating func start() -> Int32 {
        var found: [Int32] = []
        beginSet()
        for start in starts { close(start, &found) }
        return intern(.other, &found)
    }

    private mutating func beginSet() { mark += 1 }

    /// Adds a place, or the places that it reaches without a letter.
    private mutating func close(_ place: Int32, _ found: inout [Int32]) {
        guard marks[Int(place)] != mark else { return }
        marks[Int(place)] = mark
        switch operations[Int(place)] {
        case .split(let number): for target in targets[Int(number)] { close(target, &found) }
        case .skip:
            found.append(place)
            close(place + 1, &found)
        case .fail: break
        case .take, .find, .accept: found.append(place)
        }
    }

    private mutating func intern(_ previous: Previous, _ found: inout [Int32]) -> Int32 {
        found.sort()
        let matters = hasNormalized && found.contains { traits[Int($0)].normalizes }
        let previous = matters ? previous : .other
        var hasher = Hasher()
        hasher.combine(previous.rawValue)
        for place in found { hasher.combine(place) }
        let hash = hasher.finalize()
        for candidate in table[hash] ?? [] {
            let state = states[Int(candidate)]
            if state.previous == previous, places[state.places].elementsEqual(found) { return candidate }
        }
        let first = places.count
        places += found
        let index = Int32(states.count)
        states.append(State(previous: previous, places: first..<places.count))
        table[hash, default: []].append(index)
        return index
    }

    /// Adds the places after one letter.
    private mutating func advance(_ place: Int32, _ letter: Int, _ found: inout [Int32]) {
        switch operations[Int(place)] {
        case .take(let number): if sets[Int(number)].contains(letter) { close(place + 1, &found) }
        case .find(let number): close(sets[Int(number)].contains(letter) ? place + 1 : place, &found)
        case .skip: close(place, &found)
        case .split, .accept, .fail: break
        }
    }

    private mutating func next(_ state: Int32, _ letter: Int) -> Int32 {
        let source = states[Int(state)]
        var reached = Reached(previous: source.previous, places: Array(places[source.places]))
        advance(&reached, letter)
        return intern(reached.previous, &reached.places)
    }

    /// The places of the patterns, before a state is created from them.
    private struct Reached {
        var previous: Previous
        var places: [Int32]
    }

    private mutating func advance(_ reached: inout Reached, _ letter: Int) {
        work += reached.places.count + 1
        var found: [Int32] = []
        let repeats =
            (reached.previous == .slash && letter == Letter.slash)
            || (reached.previous == .star && letter == Letter.star)
        // Each half of a long character is compared as a letter that no pattern contains.
        let isLong = hasUTF16 && long.contains(letter)
        if isLong { found = halves(reached.places) }
        beginSet()
        for place in found { marks[Int(place)] = mark }
        for place in reached.places {
            let own = traits[Int(place)]
            if isLong, own.countsUTF16 { continue }
            if repeats, own.normalizes {
                close(place, &found)
            } else {
                advance(place, letter, &found)
            }
        }
        reached.places = found
        reached.previous = letter == Letter.slash ? .slash : letter == Letter.star ? .star : .other
    }

    /// Returns the places of UTF-16 patterns after the two halves of a long character.
    private mutating func halves(_ source: [Int32]) -> [Int32] {
        var places = source.filter { traits[Int($0)].countsUTF16 }
        for _ in 0..<2 {
            var found: [Int32] = []
            beginSet()
            for place in places { advance(place, Letter.otherCharacter, &found) }
            places = found
        }
        return places
    }

    /// Returns the moves from a state; their letters cover all letters without overlap.
    mutating func moves(_ state: Int32) -> [Move] {
        if let known = states[Int(state)].moves { return known }
        let source = states[Int(state)]
        var blocks = [all]
        func refine(_ set: LetterSet) {
            guard !set.isEmpty, set != all else { return }
            work += blocks.count
            var refined: [LetterSet] = []
            refined.reserveCapacity(blocks.count + 1)
            for block in blocks {
                let inside = block.intersection(set)
                if inside.isEmpty || inside == block {
                    refined.append(block)
                } else {
                    refined.append(inside)
                    refined.append(block.subtracting(set))
                }
            }
            blocks = refined
        }
        var normalizes = false
        var countsUTF16 = false
        for index in source.places {
            let place = Int(places[index])
            normalizes = normalizes || traits[place].normalizes
            countsUTF16 = countsUTF16 || traits[place].countsUTF16
            switch operations[place] {
            case .take(let number), .find(let number): refine(sets[Int(number)])
            case .skip, .split, .accept, .fail: break
            }
        }
        if normalizes {
            refine(LetterSet(Letter.slash))
            refine(LetterSet(Letter.star))
        }
        if countsUTF16 { refine(long) }
        var moves: [Move] = []
        moves.reserveCapacity(blocks.count)
        for block in blocks {
            guard let letter = block.first else { continue }
            let target = next(state, letter)
            if let same = moves.firstIndex(where: { $0.target == target }) {
                moves[same].letters.formUnion(block)
            } else {
                moves.append(Move(letters: block, target: target))
            }
        }
        states[Int(state)].moves = moves
        return moves
    }

    /// Returns the state after one letter.
    mutating func step(_ state: Int32, _ letter: Int) -> Int32 {
        for move in moves(state) where move.letters.contains(letter) { return move.target }
        return state
    }

    /// Returns the set of the patterns that match if the text ends at a state: an index of ``acceptances``.
    mutating func acceptance(_ state: Int32) -> Int32 {
        if states[Int(state)].accepted >= 0 { return states[Int(state)].accepted }
        let source = states[Int(state)]
        let accepted = accepted(Reached(previous: source.previous, places: Array(places[source.places])))
        let index: Int32
        if let known = acceptanceIndex[accepted] {
            index = known
        } else {
            index = Int32(acceptances.count)
            acceptances.append(accepted)
            acceptanceIndex[accepted] = index
        }
        states[Int(state)].accepted = index
        return index
    }

    /// Returns the patterns that match if the text ends here, in order.
    private mutating func accepted(_ reached: Reached) -> [Int32] {
        var accepted: [Int32] = []
        var normalized: [Int32] = []
        let addsSlash = reached.previous == .other
        for place in reached.places {
            let own = traits[Int(place)]
            if own.normalizes, addsSlash {
                normalized.append(place)
            } else if case .accept = operations[Int(place)] {
                accepted.append(own.pattern)
            }
        }
        if !normalized.isEmpty {
            var found: [Int32] = []
            beginSet()
            for place in normalized { advance(place, Letter.slash, &found) }
            for place in found {
                if case .accept = operations[Int(place)] { accepted.append(traits[Int(place)].pattern) }
            }
        }
        return accepted.sorted()
    }

    /// Returns the patterns that match a text, in order, without caching states; `nil` if that exceeds a total of ``work``.
    mutating func patterns(matching letters: some Sequence<Int>, maximumWork: Int = .max) -> [Int32]? {
        if isEmpty { return [] }
        var reached = Reached(previous: .other, places: [])
        beginSet()
        for start in starts { close(start, &reached.places) }
        for letter in letters where !reached.places.isEmpty {
            guard work <= maximumWork else { return nil }
            advance(&reached, letter)
        }
        return accepted(reached)
    }

    var isEmpty: Bool { starts.isEmpty }
}
