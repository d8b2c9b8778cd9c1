@_spi(Bolts) import BoltsSiteCheck

/// A resource that a statement of a build script creates: `resValue "string", "name", "value"`, or
/// `resValues.put(v.makeResValueKey("string", "name"), ResValue("value", "comment"))`.
struct GradleResource {
    /// The types that links depend on.
    static let types: Set<String> = ["string", "bool", "integer"]

    /// The type and the name, such as `string/host`, or `nil` for a type that no link depends on.
    let key: String?
    let value: SourceText

    /// Reads a statement, or returns `nil` if only running the script determines which resource it creates.
    init?(_ tokens: [GradleToken], _ constants: GradleConstants, _ statement: String = "") {
        let maker = tokens.firstIndex { Self.name($0) == "makeResValueKey" }
        guard let start = maker ?? tokens.firstIndex(where: Self.isOne) else { return nil }
        var rest = tokens[(start + 1)...]
        if rest.first == .symbol("(") { rest.removeFirst() }
        let parts = rest.split(separator: .symbol(","), maxSplits: 2)
        guard parts.count == 3, case .text(let type)? = parts[0].first, parts[0].count == 1 else { return nil }
        var value = parts[2]
        if maker != nil, value.first.flatMap(Self.name) == "ResValue" {
            value = value.dropFirst(2)
            value = value.prefix(GradleToken.valueLength(value))
        }
        value = value.prefix(GradleToken.valueLength(value, endsAtComma: false))
        self.value = constants.value(value) ?? .computed(statement)
        guard Self.types.contains(type) else {
            key = nil
            return
        }
        guard case .text(let name)? = parts[1].first, parts[1].dropFirst().allSatisfy({ $0 == .symbol(")") }) else {
            return nil
        }
        key = "\(type)/\(name)"
    }

    /// Whether a token is a call that creates a resource.
    static func isOne(_ token: GradleToken) -> Bool {
        guard case .word(let word) = token else { return false }
        return word.split(separator: ".").contains("resValue")
    }

    private static func name(_ token: GradleToken) -> Substring? {
        guard case .word(let word) = token else { return nil }
        return word.split(separator: ".").last
    }
}
