import BoltsBase

/// Compiles the rules of a file.
///
/// Members from defaults are compiled once for each form of comparison, even if many components share them.
@_spi(Bolts) public struct AppleRuleCompiler {
    /// The variables that patterns refer to.
    @_spi(Bolts) public var variables: SubstitutionVariables
    private var patterns: [Key: ApplePattern] = [:]
    private var queries: [Key: AppleRule.Query] = [:]

    private struct Key: Hashable {
        var node: Int
        var form: ComparedForm
    }

    /// Creates a compiler without rules.
    @_spi(Bolts) public init(variables: SubstitutionVariables) { self.variables = variables }

    /// Compiles a string of `paths`; the prefix `NOT `, in any letter case, excludes.
    mutating func rule(path node: JSONNode, _ text: String) -> AppleRule {
        let isExclusion = text.utf8.prefix(4).map(\.asciiLowercased).elementsEqual("not ".utf8)
        let pattern = isExclusion ? String(decoding: text.utf8.dropFirst(4), as: UTF8.self) : text
        return AppleRule(
            node: node,
            excludes: isExclusion,
            form: .asWritten,
            path: ApplePattern(pattern, isPath: true, foldsCase: false, variables: &variables),
            fragment: nil,
            query: .anything
        )
    }

    /// Compiles an element of `components`, whose missing members are supplied; one that is not an object matches everything.
    @_spi(Bolts) public mutating func rule(component node: JSONNode, defaults: AppleComponentMembers) -> AppleRule {
        let members = node.isObject ? AppleComponentMembers(node).merging(defaults) : AppleComponentMembers(nil)
        let form = ComparedForm(
            foldsCase: !(members.caseSensitive.map(LooseBoolean.value) ?? true),
            decodes: !(members.percentEncoded.map(LooseBoolean.value) ?? true)
        )
        return AppleRule(
            node: node,
            excludes: members.exclude.map(LooseBoolean.value) ?? false,
            form: form,
            path: members.path.flatMap { pattern($0, form, isPath: true) },
            fragment: members.fragment.flatMap { pattern($0, form, isPath: false) },
            query: members.query.map { query($0, form) } ?? .anything
        )
    }

    private mutating func pattern(_ node: JSONNode, _ form: ComparedForm, isPath: Bool) -> ApplePattern? {
        let key = Key(node: node.index, form: form)
        if let known = patterns[key] { return known }
        guard let text = node.string else { return nil }
        let pattern = ApplePattern(text, isPath: isPath, foldsCase: form.foldsCase, variables: &variables)
        patterns[key] = pattern
        return pattern
    }

    private mutating func query(_ node: JSONNode, _ form: ComparedForm) -> AppleRule.Query {
        let key = Key(node: node.index, form: form)
        if let known = queries[key] { return known }
        var query = AppleRule.Query.anything
        if let text = node.string {
            query = .whole(ApplePattern(text, isPath: false, foldsCase: form.foldsCase, variables: &variables))
        } else if node.isObject, node.children.allSatisfy(\.isString) {
            var items: [AppleRule.Item] = []
            for child in node.children {
                guard let name = child.name, let text = child.string else { continue }
                let pattern = ApplePattern(text, isPath: false, foldsCase: form.foldsCase, variables: &variables)
                items.append(AppleRule.Item(name: name, pattern: pattern))
            }
            if !items.isEmpty { query = .items(items) }
        }
        queries[key] = query
        return query
    }
}
