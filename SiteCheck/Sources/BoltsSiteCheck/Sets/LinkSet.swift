/// A set of URLs of a site, given by rules or combined from other sets.
///
/// The URLs are those of RFC 3986 whose path begins with a slash or is missing and whose escapes are UTF-8. Scheme and host are
/// ignored.
struct LinkSet: Sendable {
    private indirect enum Expression: Sendable {
        case rules(LinkRules)
        case complement(Expression)
        case union(Expression, Expression)
        case intersection(Expression, Expression)
    }

    enum Content: Sendable, Equatable {
        case empty
        /// The set has at least one URL: a path, and a query and a fragment if they are needed.
        case example(String)
        /// Deciding whether there is one would take too much work.
        case notDecided
    }

    private let expression: Expression

    private init(_ expression: Expression) { self.expression = expression }

    init(_ rules: LinkRules) { expression = .rules(rules) }

    var complement: LinkSet { LinkSet(.complement(expression)) }

    func union(_ other: LinkSet) -> LinkSet { LinkSet(.union(expression, other.expression)) }

    func intersection(_ other: LinkSet) -> LinkSet { LinkSet(.intersection(expression, other.expression)) }

    func subtracting(_ other: LinkSet) -> LinkSet { intersection(other.complement) }

    /// Returns the most readable URL of the set, if there is any.
    func content(limits: LinkComparison.Limits = .init()) -> Content {
        var lists: [LinkRules] = []
        let numbered = Self.number(expression, &lists)
        let result = LinkComparison(lists, limits: limits).result()
        if let group = result.groups.first(where: { Self.contains(numbered, $0.opens) }) {
            return .example(group.spelling)
        }
        return result.isComplete ? .empty : .notDecided
    }

    private indirect enum Numbered {
        case list(Int)
        case complement(Numbered)
        case union(Numbered, Numbered)
        case intersection(Numbered, Numbered)
    }

    private static func number(_ expression: Expression, _ lists: inout [LinkRules]) -> Numbered {
        switch expression {
        case .rules(let rules):
            lists.append(rules)
            return .list(lists.count - 1)
        case .complement(let inner): return .complement(number(inner, &lists))
        case .union(let first, let second): return .union(number(first, &lists), number(second, &lists))
        case .intersection(let first, let second): return .intersection(number(first, &lists), number(second, &lists))
        }
    }

    private static func contains(_ expression: Numbered, _ opens: [Bool]) -> Bool {
        switch expression {
        case .list(let index): opens[index]
        case .complement(let inner): !contains(inner, opens)
        case .union(let first, let second): contains(first, opens) || contains(second, opens)
        case .intersection(let first, let second): contains(first, opens) && contains(second, opens)
        }
    }
}
