extension AssociationRule {
    /// Every rule, in the order of the documentation.
    public static let all = RulePage.sections.flatMap(\.rules)

    private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

    /// Returns the rule with an id, or `nil` if there is none.
    public static func rule(_ id: String) -> AssociationRule? { byID[id] }
}
