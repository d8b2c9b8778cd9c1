import BoltsBase

extension PartAutomaton {
    /// A spelling that differs from another one in a few characters.
    struct NearSpelling {
        var spelling: [UInt8]
        /// The size of the difference: 4 for a character, 1 for a difference only in letter case.
        var difference: Int
        /// The numbers of the matching patterns, in order.
        var patterns: [Int32]
    }

    enum NearSearch {
        case found(NearSpelling)
        case none
        /// The search exceeded its limits.
        case givenUp
    }

    /// The cost of a changed character.
    static let editDifference = 4
    /// The cost of a different letter case.
    private static let caseDifference = 1
    /// The cost of one unit of difference.
    ///
    /// It exceeds the cost of all written letters, which therefore decide only between equal differences.
    private static let differenceCost = 128

    /// A place in the product of the automaton and the edits: the number of characters read and the state of the patterns.
    private struct Place: Hashable {
        var key: Key
        var position: Int
    }

    private struct Visit {
        var place: Place
        var cost: Int
        var difference: Int
        var previous: Int
        /// The letters written since the previous place.
        var written: Written
        var isSettled = false
    }

    private enum Written {
        case nothing
        case unit
        case byte(UInt8)
        case letter(Int, isEscaped: Bool)
    }

    /// Finds the spelling with the fewest changed characters whose patterns meet a condition; `maximumDifference` is at most
    /// 20.
    mutating func nearest(
        to text: [UInt8],
        maximumDifference: Int,
        maximumNodes: Int,
        maximumWork: Int,
        where isWanted: ([Int32]) -> Bool
    ) -> NearSearch {
        guard let units = units(of: text), !units.isEmpty else { return .givenUp }
        self.maximumWork = maximumWork
        var visits: [Visit] = []
        var known: [Place: Int] = [:]
        var buckets: [[Int]] = [[]]
        func reach(_ place: Place, _ cost: Int, _ difference: Int, _ previous: Int, _ written: Written) -> Bool {
            guard difference <= maximumDifference else { return true }
            let visit = Visit(place: place, cost: cost, difference: difference, previous: previous, written: written)
            if let index = known[place] {
                guard cost < visits[index].cost else { return true }
                visits[index] = visit
                while buckets.count <= cost { buckets.append([]) }
                buckets[cost].append(index)
                return true
            }
            guard visits.count < maximumNodes else { return false }
            known[place] = visits.count
            while buckets.count <= cost { buckets.append([]) }
            buckets[cost].append(visits.count)
            visits.append(visit)
            return true
        }
        // The leading slash is never edited.
        let first = grammar.beginsWithSlash ? 1 : 0
        var key = start()
        if first == 1 { key = step(key, units[0]) }
        guard reach(Place(key: key, position: first), 0, 0, -1, .nothing) else { return .givenUp }
        var cost = 0
        while cost < buckets.count {
            var next = 0
            while next < buckets[cost].count {
                let index = buckets[cost][next]
                next += 1
                guard !visits[index].isSettled, visits[index].cost == cost else { continue }
                guard work <= maximumWork else { return .givenUp }
                visits[index].isSettled = true
                let visit = visits[index]
                let key = visit.place.key
                let position = visit.place.position
                if position == units.count {
                    let patterns = accepted(key)
                    if isWanted(patterns) {
                        let spelling = spelling(to: index, visits, units)
                        let near = NearSpelling(spelling: spelling, difference: visit.difference, patterns: patterns)
                        return .found(near)
                    }
                }
                if position < units.count {
                    let unit = units[position]
                    let behind = Place(key: step(key, unit), position: position + 1)
                    guard reach(behind, cost, visit.difference, index, .unit) else { return .givenUp }
                    if unit.bytes.count == 1, let byte = unit.bytes.first, byte.isASCIILetter {
                        let other = Unit(bytes: [byte ^ 0x20], letter: Int(byte ^ 0x20))
                        let place = Place(key: step(key, other), position: position + 1)
                        let price = cost + Self.differenceCost * Self.caseDifference
                        let difference = visit.difference + Self.caseDifference
                        guard reach(place, price, difference, index, .byte(byte ^ 0x20)) else { return .givenUp }
                    }
                }
                let difference = visit.difference + Self.editDifference
                guard difference <= maximumDifference else { continue }
                let price = cost + Self.differenceCost * Self.editDifference
                if position < units.count {
                    let shorter = Place(key: key, position: position + 1)
                    guard reach(shorter, price, difference, index, .nothing) else { return .givenUp }
                }
                for edge in edges(key) {
                    let written = Written.letter(edge.letter, isEscaped: edge.isEscaped)
                    let more = Place(key: edge.key, position: position)
                    guard reach(more, price + edge.cost, difference, index, written) else { return .givenUp }
                    guard position < units.count else { continue }
                    let changed = Place(key: edge.key, position: position + 1)
                    guard reach(changed, price + edge.cost, difference, index, written) else { return .givenUp }
                }
            }
            cost += 1
        }
        return work <= maximumWork ? .none : .givenUp
    }

    private mutating func spelling(to index: Int, _ visits: [Visit], _ units: [Unit]) -> [UInt8] {
        var path: [Int] = []
        var current = index
        while visits[current].previous >= 0 {
            path.append(current)
            current = visits[current].previous
        }
        var text: [UInt8] = grammar.beginsWithSlash ? Array(units[0].bytes) : []
        for step in path.reversed() {
            let visit = visits[step]
            switch visit.written {
            case .nothing: break
            case .unit: text += units[visit.place.position - 1].bytes
            case .byte(let byte): text.append(byte)
            case .letter(let letter, let isEscaped):
                guard isEscaped else {
                    text.append(UInt8(letter))
                    continue
                }
                let from = visits[visit.previous].place.key.written
                text += escape(letter, from: from, to: visit.place.key.written)
            }
        }
        return text
    }
}
