/// The decisions about one URL for several apps of a file.
///
/// Apps of one entry share one decision, and all decisions share one limit of comparisons, so a file with a hundred apps costs
/// no more than a file with one.
@_spi(Bolts) public struct UniversalLinkDecisions: Sendable {
    private let file: AppSiteAssociation
    private let url: String
    private var budget: MatchBudget
    /// The cost of compiling a rule again in another form, in the budget's steps.
    private static let compilingCost = 100
    private var otherBudget = MatchBudget()
    /// The decisions by the index of the entry.
    private var known: [Int: UniversalLinkDecision] = [:]

    /// Creates the decisions about a URL, as it was written, with at most `steps` comparisons in all.
    @_spi(Bolts) public init(_ file: AppSiteAssociation, url: String, steps: Int = 20_000_000) {
        self.file = file
        self.url = url
        budget = MatchBudget(steps: steps)
    }

    /// Decides for an app, as ``AppSiteAssociation/decision(for:app:domain:tracing:)`` does.
    @_spi(Bolts) public mutating func decision(app: String) -> UniversalLinkDecision {
        let entry = file.file.entry(for: app)
        if let entry, let decision = known[entry] { return decision }
        let decision = file.decision(for: url, app: app, domain: nil, tracing: false, &budget)
        if let entry { known[entry] = decision }
        return decision
    }

    /// Returns the outcome for readers that combine all entries and lists, or `nil` if it is not known.
    @_spi(Bolts) public mutating func otherReading(app: String) -> AssociationOutcome? {
        guard file.file.isMixed(app) else { return decision(app: app).outcome }
        guard !otherBudget.isExhausted, otherBudget.spend(file.file.ruleCount * Self.compilingCost) else { return nil }
        return file.otherReading(of: url, app: app)
    }
}
