import BoltsBase

/// A condition on a query item, in a form that several rules can share.
struct ItemCondition: Hashable, Sendable {
    var name: [UInt8]
    /// The number of the pattern among those for item values.
    var pattern: Int
    var occurrence: LinkRule.Occurrence
    var decodes: Bool
    var matchesEmpty: Bool
}

/// A class of queries with regard to the items of one name: the conditions that are met, and the shortest example.
struct QueryItemClass: Sendable {
    /// The conditions that are met, by number.
    var holds: Set<Int>
    /// The items in a query, joined with ampersands; empty if there are none.
    var spelling: [UInt8]
    var cost: Int
}

/// All classes of queries with regard to the items of one name.
///
/// Items of different names are independent, so each name is examined alone.
struct QueryItemClasses {
    private enum Answer: UInt8 {
        case absent
        case yes
        case no
    }

    private struct Candidate {
        var answers: [Answer]
        var spelling: [UInt8]
        var cost: Int
    }

    let classes: [QueryItemClass]

    /// Returns the classes of the items of a name.
    init(
        name: [UInt8],
        conditions: [(number: Int, condition: ItemCondition)],
        values: [PartClass],
        maximumOccurrences: Int
    ) {
        var singles: [[Answer]: Candidate] = [:]
        for spelling in Self.spellings(of: name, conditions) {
            for value in values {
                for hasEquals in value.spelling.isEmpty ? [true, false] : [true] {
                    let answers = conditions.map { entry -> Answer in
                        let condition = entry.condition
                        guard condition.decodes || condition.name == spelling.text else { return .absent }
                        if condition.occurrence == .anyWithEqualsSign, !hasEquals { return .no }
                        return value.patterns.contains(Int32(condition.pattern)) ? .yes : .no
                    }
                    let text = spelling.text + (hasEquals ? [UInt8(ascii: "=")] : []) + value.spelling
                    let cost = 4 + spelling.cost + value.cost + (hasEquals ? 0 : 1)
                    Self.insert(Candidate(answers: answers, spelling: text, cost: cost), into: &singles)
                }
            }
        }
        let none = Candidate(answers: conditions.map { _ in .absent }, spelling: [], cost: 0)
        var all: [[Answer]: Candidate] = singles
        Self.insert(none, into: &all)
        if maximumOccurrences > 1 {
            let list = singles.values.sorted { $0.cost < $1.cost }
            for first in list {
                for second in list {
                    let answers = conditions.indices.map { index -> Answer in
                        let occurrence = conditions[index].condition.occurrence
                        return Self.combine(first.answers[index], second.answers[index], occurrence)
                    }
                    let text = first.spelling + [UInt8(ascii: "&")] + second.spelling
                    let cost = first.cost + second.cost + 20
                    Self.insert(Candidate(answers: answers, spelling: text, cost: cost), into: &all)
                }
            }
        }
        var merged: [Set<Int>: QueryItemClass] = [:]
        for candidate in all.values {
            var holds = Set<Int>()
            for (index, entry) in conditions.enumerated() {
                let isAbsentAllowed = entry.condition.occurrence == .everyOrEmpty && entry.condition.matchesEmpty
                switch candidate.answers[index] {
                case .yes: holds.insert(entry.number)
                case .absent: if isAbsentAllowed { holds.insert(entry.number) }
                case .no: break
                }
            }
            if let known = merged[holds], !Self.precedes(candidate.cost, candidate.spelling, known.cost, known.spelling)
            {
                continue
            }
            merged[holds] = QueryItemClass(holds: holds, spelling: candidate.spelling, cost: candidate.cost)
        }
        classes = merged.values.sorted { Self.precedes($0.cost, $0.spelling, $1.cost, $1.spelling) }
    }

    private static func precedes(_ cost: Int, _ text: [UInt8], _ otherCost: Int, _ other: [UInt8]) -> Bool {
        cost == otherCost ? text.lexicographicallyPrecedes(other) : cost < otherCost
    }

    private static func insert(_ candidate: Candidate, into table: inout [[Answer]: Candidate]) {
        if let known = table[candidate.answers],
            !precedes(candidate.cost, candidate.spelling, known.cost, known.spelling)
        {
            return
        }
        table[candidate.answers] = candidate
    }

    private static func combine(_ first: Answer, _ second: Answer, _ occurrence: LinkRule.Occurrence) -> Answer {
        if first == .absent { return second }
        if second == .absent { return first }
        switch occurrence {
        case .every, .everyOrEmpty: return first == .yes && second == .yes ? .yes : .no
        case .any, .anyWithEqualsSign: return first == .yes || second == .yes ? .yes : .no
        }
    }

    /// Returns the spellings of a name that conditions can distinguish, and one that no condition names.
    private static func spellings(
        of name: [UInt8],
        _ conditions: [(number: Int, condition: ItemCondition)]
    ) -> [(text: [UInt8], cost: Int)] {
        let usual = PercentCoding.encode(name, keeping: isPlain)
        var texts = [(text: usual, cost: 0)]
        func add(_ text: [UInt8], _ cost: Int) {
            if !texts.contains(where: { $0.text == text }) { texts.append((text, cost)) }
        }
        for entry in conditions where !entry.condition.decodes && isWritable(entry.condition.name) {
            add(entry.condition.name, 4)
        }
        if conditions.contains(where: { !$0.condition.decodes }), !name.isEmpty {
            // There are more candidates than conditions, so at least one is none of the names above.
            for count in 1...name.count {
                let rest = PercentCoding.encode(name.dropFirst(count), keeping: isPlain)
                add(PercentCoding.encode(name.prefix(count)) { _ in false } + rest, 30)
            }
        }
        return texts
    }

    /// Whether a byte can be in a name unescaped.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte < 0x80 && byte != UInt8(ascii: "=") && PartGrammar.value.plain.contains(Int(byte))
    }

    /// Whether a name can be in a query as it is.
    private static func isWritable(_ name: [UInt8]) -> Bool {
        name.allSatisfy { $0 == UInt8(ascii: "%") || isPlain($0) }
    }
}
