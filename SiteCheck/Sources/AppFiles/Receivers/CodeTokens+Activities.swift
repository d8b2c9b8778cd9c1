@_spi(Bolts) import BoltsSiteCheck

/// Recognizes what methods for links take.
extension CodeTokens {
    /// The links that a body reads at some places where it uses its connection options.
    func links(atOptions uses: [Int]) -> Set<AppleLinkKind> {
        uses.reduce(into: []) { links, index in
            links.formUnion(AppleLinkKind.inConnection(has(".", at: index + 1) ? word(at: index + 2) : nil))
        }
    }

    /// The maximum number of comparisons to examine in a body.
    private static let maximumComparisonCount = 8

    /// Whether a body compares the type of its activity and never names `NSUserActivityTypeBrowsingWeb`, so that a link may not
    /// reach what it does with the activity.
    ///
    /// `uses` are the places where the body uses the method's parameter for links.
    func asksForOtherActivities(_ body: Range<Int>, uses: [Int]) -> Bool {
        let places = body.filter { has("activityType", at: $0) }.prefix(Self.maximumComparisonCount)
        guard let first = places.first, !body.contains(where: isBrowsing) else { return false }
        let comparisons = places.compactMap { comparison($0, body) }
        let uses = Set(uses)
        func isReached(_ place: Int) -> Bool {
            guard let name = word(at: place), !has("activityType", at: place + 1), !has("activityType", at: place + 2),
                !hasAny([".", "let", "var", "for"], at: place - 1)
            else { return false }
            return (comparisons.contains { $0.activity == name } || place > first && uses.contains(place))
                && !comparisons.contains { $0.others.contains(place) }
        }
        return !comparisons.isEmpty && !body.contains(where: isReached)
    }

    /// The function whose answer decides whether a body uses its activity: `canOpen` of `if canOpen(activity) { open(activity) }`.
    func askedFunction(_ body: Range<Int>, uses: [Int]) -> String? {
        guard let first = uses.first,
            let start = (body.lowerBound..<first).last(where: { hasAny(["if", "guard", "{"], at: $0) }),
            !has("{", at: start), let block = (first..<body.upperBound).first(where: { has("{", at: $0) }),
            !(start..<block).contains(where: { hasAny(["!", "|", "let"], at: $0) }),
            let bracket = (start..<first).last(where: { has("(", at: $0) }), let name = word(at: bracket - 1)
        else { return nil }
        let end = end(ofBracketAt: block)
        let reached = has("if", at: start) ? block..<end : end..<max(end, body.upperBound)
        return uses.dropFirst().allSatisfy(reached.contains) ? name : nil
    }

    private func isBrowsing(_ index: Int) -> Bool {
        has("NSUserActivityTypeBrowsingWeb", at: index)
            || text(at: index)?.contains("NSUserActivityTypeBrowsingWeb") == true
    }

    /// The name of the activity whose type is compared at a place, and the code that only activities of that type reach; `nil` if
    /// the type is not compared.
    private func comparison(_ index: Int, _ body: Range<Int>) -> (activity: String?, others: Range<Int>)? {
        // The activity is `activity`, `scene.activity` or `activity?`; in Objective-C it may be in brackets.
        let isInBrackets = isWord(at: index - 1) && has("]", at: index + 1)
        guard isInBrackets || has(".", at: index - 1) else { return nil }
        var start = isInBrackets ? index - 1 : index - 2
        while start > body.lowerBound, !isWord(at: start) || has(".", at: start - 1) { start -= 1 }
        let before = isInBrackets ? start - 2 : start - 1
        let after = isInBrackets ? index + 2 : index + 1
        let isDifferent =
            has("!", at: after) && has("=", at: after + 1) || has("=", at: before) && has("!", at: before - 1)
            || has("[", at: before) && has("!", at: before - 1)
        let isEqual =
            has("=", at: after) && has("=", at: after + 1) || has("=", at: before) && has("=", at: before - 1)
            || hasAny(["isEqualToString", "isEqual"], at: after)
        guard isEqual || isDifferent || has("switch", at: before) else { return nil }
        let statement = (body.lowerBound..<index).last { hasAny(["guard", "if", "switch", "where"], at: $0) }
        let block = (index..<body.upperBound).first { hasAny(["{", ";"], at: $0) } ?? index
        let end = min(end(ofBracketAt: block), body.upperBound)
        let others: Range<Int>
        switch statement {
        case let place? where has("guard", at: place): others = isDifferent ? end..<end : end..<body.upperBound
        case let place? where has("switch", at: place):
            others = block..<((block..<end).first { has("default", at: $0) } ?? end)
        case nil: others = end..<end
        default: others = isDifferent ? end..<body.upperBound : block..<end
        }
        return (word(at: start), others)
    }
}
