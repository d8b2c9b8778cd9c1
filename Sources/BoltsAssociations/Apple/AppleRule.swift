/// One rule of an entry: a component, or a string of `paths`.
///
/// It is a class, like its patterns, so that trying a rule copies nothing.
@_spi(Bolts) public final class AppleRule: Sendable {
    /// The conditions of a rule on the query.
    @_spi(Bolts) public enum Query: Sendable {
        case anything
        /// The whole query must match.
        case whole(ApplePattern)
        /// Every occurrence of each named item must match; a missing item counts as an empty one.
        case items([Item])
    }

    /// The condition of a rule on a query item.
    @_spi(Bolts) public struct Item: Sendable {
        /// The name of the item, a key of the `?` object.
        @_spi(Bolts) public var name: String
        /// The pattern for each value of that name.
        @_spi(Bolts) public var pattern: ApplePattern

        /// Creates a condition.
        @_spi(Bolts) public init(name: String, pattern: ApplePattern) {
            self.name = name
            self.pattern = pattern
        }
    }

    /// The JSON value of the rule: the component or the string.
    @_spi(Bolts) public let node: JSONNode
    /// Whether a match closes the URL for the app.
    @_spi(Bolts) public let excludes: Bool
    /// The form in which the rule compares URLs.
    @_spi(Bolts) public let form: ComparedForm
    /// The pattern of the path, or `nil` if any path matches.
    @_spi(Bolts) public let path: ApplePattern?
    /// The pattern of the fragment, or `nil` if any fragment matches.
    @_spi(Bolts) public let fragment: ApplePattern?
    /// The condition on the query.
    @_spi(Bolts) public let query: Query

    /// Creates a rule from its parts.
    @_spi(Bolts) public init(
        node: JSONNode,
        excludes: Bool,
        form: ComparedForm,
        path: ApplePattern?,
        fragment: ApplePattern?,
        query: Query
    ) {
        self.node = node
        self.excludes = excludes
        self.form = form
        self.path = path
        self.fragment = fragment
        self.query = query
    }

    /// Whether the rule matches a URL within a budget.
    @_spi(Bolts) public func matches(_ url: String, _ variables: [PatternVariable], _ budget: inout MatchBudget) -> Bool
    {
        guard var text = ComparedText(url) else { return false }
        return mismatch(&text, variables, &budget) == nil && !budget.isExhausted
    }

    /// Returns why the rule does not match a URL, or `nil` if it does.
    @inline(__always)
    func mismatch(
        _ text: inout ComparedText,
        _ variables: [PatternVariable],
        _ budget: inout MatchBudget
    ) -> Mismatch? {
        if let path, !path.matches(text.path(form), variables, &budget) { return .path }
        if let fragment, !fragment.matches(text.fragment(form), variables, &budget) { return .fragment }
        switch query {
        case .anything: return nil
        case .whole(let pattern): return pattern.matches(text.query(form), variables, &budget) ? nil : .query
        case .items(let items): return itemMismatch(items, &text, variables, &budget)
        }
    }

    /// The part of a URL that a rule does not match.
    enum Mismatch: Sendable {
        case path
        case fragment
        case query
        case queryItem(Item, value: [UInt8]?)
    }

    private func itemMismatch(
        _ items: [Item],
        _ text: inout ComparedText,
        _ variables: [PatternVariable],
        _ budget: inout MatchBudget
    ) -> Mismatch? {
        let present = text.queryItems(form)
        for item in items {
            var isPresent = false
            for candidate in present {
                guard budget.spend(1) else { return .query }
                guard candidate.name.elementsEqual(item.name.utf8) else { continue }
                isPresent = true
                if !item.pattern.matches(candidate.value, variables, &budget) {
                    return .queryItem(item, value: candidate.value)
                }
            }
            if !isPresent, !item.pattern.matches([], variables, &budget) { return .queryItem(item, value: nil) }
        }
        return nil
    }
}
