/// The variables that a file defines, and the built-in ones.
@_spi(Bolts) public struct SubstitutionVariables {
    /// The usable values of each variable of the file; they override built-in ones with the same name.
    @_spi(Bolts) public let own: [String: [String]]
    /// The variables to which the tokens of compiled patterns refer.
    @_spi(Bolts) public private(set) var compiled: [PatternVariable] = []
    private var indices: [Key: Int] = [:]

    private struct Key: Hashable {
        var name: String
        var foldsCase: Bool
    }

    /// Reads `substitutionVariables`; a value that is not an object defines none.
    @_spi(Bolts) public init(_ node: JSONNode?) {
        var own: [String: [String]] = [:]
        if let node, node.isObject {
            for member in node.children {
                guard let name = member.name else { continue }
                own[name] = Self.usableValues(member)
            }
        }
        self.own = own
    }

    /// Returns the valid values: strings that do not refer to another variable; a single string counts as a list of one.
    static func usableValues(_ node: JSONNode) -> [String] {
        if let value = node.string { return value.contains("$(") ? [] : [value] }
        guard let elements = node.elements else { return [] }
        return elements.compactMap { $0.string }.filter { !$0.contains("$(") }
    }

    /// Whether a name is built in.
    @_spi(Bolts) public static func isBuiltIn(_ name: String) -> Bool { builtIn(name) != nil }

    /// The names of the built-in variables.
    @_spi(Bolts) public static let builtInNames = [
        "alpha", "upper", "lower", "alnum", "digit", "xdigit", "region", "lang",
    ]

    private static func builtIn(_ name: String) -> PatternToken? {
        switch name {
        case "alpha": PatternToken(characterClass: .alpha)
        case "upper": PatternToken(characterClass: .upper)
        case "lower": PatternToken(characterClass: .lower)
        case "alnum": PatternToken(characterClass: .alnum)
        case "digit": PatternToken(characterClass: .digit)
        case "xdigit": PatternToken(characterClass: .xdigit)
        case "region": .region
        case "lang": .language
        default: nil
        }
    }

    /// Whether the file or the system defines a variable.
    @_spi(Bolts) public func isDefined(_ name: String) -> Bool { own[name] != nil || Self.isBuiltIn(name) }

    /// Returns the token for a variable, or `nil` if it is not defined.
    mutating func token(for name: String, foldsCase: Bool) -> PatternToken? {
        guard let values = own[name] else { return Self.builtIn(name) }
        let key = Key(name: name, foldsCase: foldsCase)
        if let index = indices[key] { return PatternToken(variable: index) }
        guard let token = PatternToken(variable: compiled.count) else { return nil }
        indices[key] = compiled.count
        compiled.append(PatternVariable(values: values, foldsCase: foldsCase))
        return token
    }
}
