/// The `dynamic_app_link_components` of a statement, which Android 15 and newer read.
@_spi(Bolts) public struct DynamicRules: Sendable {
    /// One rule of the list.
    @_spi(Bolts) public struct Rule: Sendable {
        /// The JSON value of the rule.
        @_spi(Bolts) public var node: JSONNode
        /// Whether a match closes the URL for the app.
        @_spi(Bolts) public var excludes: Bool
        /// The pattern of the path, or `nil` if any path matches.
        @_spi(Bolts) public var path: AndroidPattern?
        /// The pattern of the fragment, or `nil` if any fragment matches.
        @_spi(Bolts) public var fragment: AndroidPattern?
        /// The patterns of the named query items; empty if any query matches.
        @_spi(Bolts) public var query: [(name: String, pattern: AndroidPattern)] = []

        /// Creates a rule without conditions.
        @_spi(Bolts) public init(node: JSONNode, excludes: Bool) {
            self.node = node
            self.excludes = excludes
        }
    }

    /// A mistake that makes the reader discard all rules.
    @_spi(Bolts) public struct Defect: Error, Sendable {
        /// Whether the value with the mistake is empty instead of malformed.
        @_spi(Bolts) public var isEmpty: Bool
        /// What is wrong.
        @_spi(Bolts) public var message: String
        /// The JSON value with the mistake.
        @_spi(Bolts) public var node: JSONNode
    }

    /// The JSON value of the list.
    @_spi(Bolts) public let node: JSONNode
    /// The rules, in the order of the file.
    @_spi(Bolts) public let rules: [Rule]

    /// The member of a statement that contains the dynamic rules, or `nil`.
    @_spi(Bolts) public static func node(in statement: JSONNode) -> JSONNode? {
        statement["relation_extensions"]?[AssetRelation.handleAllURLs.description]?["dynamic_app_link_components"]
    }

    /// Reads the rules, or fails with the first malformed or empty value; Android then ignores all rules.
    @_spi(Bolts) public init(_ node: JSONNode) throws(Defect) {
        guard let elements = node.elements else {
            throw Defect(isEmpty: false, message: "dynamic_app_link_components is not an array", node: node)
        }
        guard !elements.isEmpty else {
            throw Defect(isEmpty: true, message: "dynamic_app_link_components is empty", node: node)
        }
        self.node = node
        var rules: [Rule] = []
        for element in elements { rules.append(try Self.rule(element)) }
        self.rules = rules
    }

    /// Creates a subset of a list's rules, in its order.
    @_spi(Bolts) public init(_ rules: [Rule], in node: JSONNode) {
        self.node = node
        self.rules = rules
    }

    private static func rule(_ node: JSONNode) throws(Defect) -> Rule {
        guard node.isObject else { throw Defect(isEmpty: false, message: "a rule is not an object", node: node) }
        guard !node.children.isEmpty else { throw Defect(isEmpty: true, message: "a rule is empty", node: node) }
        var rule = Rule(node: node, excludes: false)
        for member in node.children {
            switch member.name {
            case "/": rule.path = try pattern(member, "the path")
            case "#": rule.fragment = try pattern(member, "the fragment")
            case "exclude":
                guard let flag = member.bool else {
                    throw Defect(isEmpty: false, message: "exclude is not a Boolean", node: member)
                }
                rule.excludes = flag
            case "?":
                guard member.isObject else {
                    throw Defect(isEmpty: false, message: "? is not an object", node: member)
                }
                guard !member.children.isEmpty else {
                    throw Defect(isEmpty: true, message: "? is empty", node: member)
                }
                for item in member.children {
                    rule.query.append((item.name ?? "", try pattern(item, "a query item")))
                }
            default: break
            }
        }
        return rule
    }

    private static func pattern(_ node: JSONNode, _ subject: String) throws(Defect) -> AndroidPattern {
        guard let text = node.string else {
            throw Defect(isEmpty: false, message: "\(subject) is not a string", node: node)
        }
        guard !text.isEmpty else { throw Defect(isEmpty: true, message: "\(subject) is empty", node: node) }
        return AndroidPattern(text)
    }

    /// Returns the first rule that matches, or `nil`, which means that the URL is excluded or the budget is exhausted.
    @_spi(Bolts) public func firstMatch(_ text: WebURLText, _ budget: inout MatchBudget) -> Rule? {
        rules.first { rule in
            if let path = rule.path, !path.matches(text.path, &budget) { return false }
            if let fragment = rule.fragment, !fragment.matches(text.fragment, &budget) { return false }
            return rule.query.allSatisfy { name, pattern in
                text.items.contains {
                    budget.spend(name.utf8.count) && $0.name.elementsEqual(name.utf8)
                        && pattern.matches($0.value, &budget)
                }
            } && !budget.isExhausted
        }
    }
}
