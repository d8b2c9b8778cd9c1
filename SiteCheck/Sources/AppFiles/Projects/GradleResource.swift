@_spi(Bolts) import BoltsSiteCheck

/// A resource that a statement of a build script creates: `resValue "string", "name", "value"`, or
/// `resValues.put(v.makeResValueKey("string", "name"), ResValue("value", "comment"))`.
struct GradleResource {
    let type: String
    /// The name; empty for a resource other than a string, whose name is irrelevant.
    let name: String
    let value: SourceText

    /// Reads a statement, or returns `nil` if only running the script determines which resource it creates.
    init?(_ tokens: [GradleToken], _ constants: GradleConstants, _ statement: String = "") {
        let key = tokens.firstIndex { Self.name($0) == "makeResValueKey" }
        guard let start = key ?? tokens.firstIndex(where: Self.isOne) else { return nil }
        var rest = tokens[(start + 1)...]
        if rest.first == .symbol("(") { rest.removeFirst() }
        let parts = rest.split(separator: .symbol(","), maxSplits: 2)
        guard parts.count == 3, case .text(let type)? = parts[0].first, parts[0].count == 1 else { return nil }
        var value = parts[2]
        if key != nil, value.first.flatMap(Self.name) == "ResValue" {
            value = value.dropFirst(2)
            value = value.prefix(GradleToken.valueLength(value))
        }
        value = value.prefix(GradleToken.valueLength(value, endsAtComma: false))
        self.type = type
        self.value = constants.value(value) ?? .computed(statement)
        guard type == "string" else {
            name = ""
            return
        }
        guard case .text(let name)? = parts[1].first, parts[1].dropFirst().allSatisfy({ $0 == .symbol(")") }) else {
            return nil
        }
        self.name = name
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
