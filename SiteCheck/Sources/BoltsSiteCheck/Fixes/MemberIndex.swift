@_spi(Bolts) import BoltsAssociations

/// The members of objects by name, and dynamic rules by place, computed once for each value.
final class MemberIndex {
    private var known: [Int: [String: JSONNode]] = [:]
    private var dynamicRules: [Int: (rules: [DynamicRules.Rule], places: [Int: Int])] = [:]
    private var dynamicCovers: [Int: DynamicRuleCover] = [:]
    private let budget = CoverBudget()

    /// Returns the first member with a name.
    func first(_ name: String, of object: JSONNode) -> JSONNode? {
        if known[object.index] == nil {
            var members: [String: JSONNode] = [:]
            for child in object.children {
                if let name = child.name, members[name] == nil { members[name] = child }
            }
            known[object.index] = members
        }
        return known[object.index]?[name]
    }

    /// Returns the fix that renames a misspelled member, unless the object already has the correct one.
    func renaming(_ finding: Finding, _ node: JSONNode, among names: [String]) -> FindingFix? {
        guard let parent = node.parent, let name = node.name, let nearest = NearestKey.nearest(to: name, among: names),
            first(nearest, of: parent) == nil, let edit = FileEdit.name(of: node, nearest)
        else { return nil }
        return FindingFix(finding, .unsafe, [edit])
    }

    /// Returns the rules of a list, and the index of the one that contains a value; `nil` if Android discards them all.
    func dynamicRules(of list: JSONNode, at node: JSONNode) -> (rules: [DynamicRules.Rule], index: Int)? {
        if dynamicRules[list.index] == nil {
            let rules = (try? DynamicRules(list))?.rules ?? []
            let places = rules.enumerated().map { ($1.node.index, $0) }
            dynamicRules[list.index] = (rules, Dictionary(uniqueKeysWithValues: places))
        }
        guard let (rules, places) = dynamicRules[list.index], let index = places[node.index] else { return nil }
        return (rules, index)
    }

    /// Returns the first rule of a list that covers a later one, or `nil` if none does.
    func firstCovering(_ index: Int, of list: JSONNode) -> Int? {
        let known = dynamicCovers.removeValue(forKey: list.index)
        guard var cover = known ?? (try? DynamicRules(list)).map({ DynamicRuleCover($0, budget) }) else { return nil }
        defer { dynamicCovers[list.index] = cover }
        return cover.firstCovering(index, among: 0..<index)
    }
}
