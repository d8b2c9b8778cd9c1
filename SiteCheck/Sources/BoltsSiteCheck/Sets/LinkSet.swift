/// A set of URLs of a site, given by rules or combined from other sets.
///
/// The URLs are those of RFC 3986 whose path begins with a slash or is missing and whose escapes are UTF-8. Scheme and host are
/// ignored.
struct LinkSet: Sendable {
    enum Content: Sendable, Equatable {
        case empty
        /// The set has at least one URL: a path, and a query and a fragment if they are needed.
        case example(String)
        /// Deciding whether there is one would take too much work.
        case notDecided
    }

    private let lists: [LinkRules]
    /// Whether a URL is in the set, given which of the lists open it.
    private let contains: @Sendable (ArraySlice<Bool>) -> Bool

    init(_ rules: LinkRules) { self.init([rules]) { $0.first == true } }

    private init(_ lists: [LinkRules], contains: @escaping @Sendable (ArraySlice<Bool>) -> Bool) {
        self.lists = lists
        self.contains = contains
    }

    var complement: LinkSet { LinkSet(lists) { [contains] in !contains($0) } }

    func union(_ other: LinkSet) -> LinkSet { combined(with: other) { $0 || $1 } }

    func intersection(_ other: LinkSet) -> LinkSet { combined(with: other) { $0 && $1 } }

    private func combined(with other: LinkSet, _ operation: @escaping @Sendable (Bool, Bool) -> Bool) -> LinkSet {
        LinkSet(lists + other.lists) { [contains, count = lists.count] opens in
            operation(contains(opens.prefix(count)), other.contains(opens.dropFirst(count)))
        }
    }

    func subtracting(_ other: LinkSet) -> LinkSet { intersection(other.complement) }

    /// Returns the most readable URL of the set, if there is any.
    func content(limits: LinkComparison.Limits = .init()) -> Content {
        let result = LinkComparison(lists, limits: limits).result()
        if let group = result.groups.first(where: { contains($0.opens[...]) }) {
            return .example(group.spelling)
        }
        return result.isComplete ? .empty : .notDecided
    }
}
