/// The properties of an MSBuild project in one configuration, where they are written literally.
struct BuildProperties {
    private static let depthLimit = 8
    private static let maximumLength = 16_384
    private static let maximumCount = 5_000

    /// A value that only the build tells is `nil` here.
    private var values: [String: String?] = [:]
    /// The entitlements that the project has without a file of them.
    private(set) var entitlements: [(name: String, type: String, value: String?, separator: String)] = []
    private let given: Set<String>

    /// Creates properties.
    ///
    /// - Parameter given: Those that the build knows before it reads the project.
    init(_ given: [String: String]) {
        self.given = Set(given.keys.map { $0.lowercased() })
        for (name, value) in given { values[name.lowercased()] = .some(value) }
    }

    /// Whether the property is set, if only to something unknown.
    func isSet(_ name: String) -> Bool { values[name.lowercased()] != nil }

    /// The value of a property, or `nil` if it is not set or not known.
    func value(_ name: String) -> String? { values[name.lowercased()] ?? nil }

    /// Reads the root element of a project.
    mutating func read(_ root: XMLElement) { read(root.children, .yes, 0) }

    private mutating func read(_ elements: [XMLElement], _ outer: Decision, _ depth: Int) {
        guard depth < Self.depthLimit else { return }
        for element in elements {
            switch element.name {
            case "PropertyGroup":
                let group = outer && decide(element)
                guard group != .no else { continue }
                for property in element.children { set(property, group && decide(property)) }
            case "ItemGroup":
                let group = outer && decide(element)
                guard group != .no else { continue }
                for item in element.children where item.name == "CustomEntitlements" {
                    add(item, group && decide(item))
                }
            case "Choose": choose(element, outer, depth)
            default: continue
            }
        }
    }

    private mutating func choose(_ element: XMLElement, _ outer: Decision, _ depth: Int) {
        var isLeft = outer
        for branch in element.children {
            let condition = branch.name == "When" ? decide(branch) : .yes
            let state = isLeft && condition
            if state != .no { read(branch.children, state, depth + 1) }
            isLeft = isLeft && !condition
        }
    }

    private mutating func set(_ element: XMLElement, _ condition: Decision) {
        let name = element.name.lowercased()
        guard condition != .no, !given.contains(name), values.count < Self.maximumCount || values[name] != nil else {
            return
        }
        let text = expanded(element.text.trimmed, of: name)
        if condition == .yes {
            values[name] = .some(text)
        } else if values[name] != .some(text) || text == nil {
            values[name] = .some(nil)
        }
    }

    private mutating func add(_ element: XMLElement, _ condition: Decision) {
        guard condition != .no, entitlements.count < Self.maximumCount, let name = element.attributes["Include"] else {
            return
        }
        let value = (element.attributes["Value"] ?? element.children.first { $0.name == "Value" }?.text).flatMap {
            expanded($0)
        }
        entitlements.append(
            (
                name, element.attributes["Type"] ?? element.children.first { $0.name == "Type" }?.text ?? "",
                condition == .yes ? value : nil, element.attributes["ArraySeparator"] ?? ";"
            )
        )
    }

    private func decide(_ element: XMLElement) -> Decision {
        BuildCondition.decide(element.attributes["Condition"]) { expanded($0) }
    }

    /// The text with its properties replaced, or `nil` if one is not known.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - own: The property that it is given to: where it is set nowhere before, it is empty.
    /// - Returns: The text without references.
    func expanded(_ text: String, of own: String? = nil) -> String? {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        var result = ""
        var rest = Substring(text)
        while let start = rest.firstRange(of: "$(") {
            result += rest[..<start.lowerBound]
            var depth = 1
            var end = start.upperBound
            while end < rest.endIndex {
                if rest[end] == "(" { depth += 1 }
                if rest[end] == ")" {
                    depth -= 1
                    if depth == 0 { break }
                }
                end = rest.index(after: end)
            }
            guard end < rest.endIndex, let value = reference(String(rest[start.upperBound..<end]).trimmed, of: own)
            else {
                return nil
            }
            result += value
            guard result.utf8.count <= Self.maximumLength else { return nil }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private func reference(_ text: String, of own: String?) -> String? {
        if let value = values[text.lowercased()] { return value }
        if text.lowercased() == own { return "" }
        let platform = "[msbuild]::gettargetplatformidentifier("
        if text.lowercased().hasPrefix(platform), text.hasSuffix(")") {
            let argument = text.dropFirst(platform.count).dropLast().filter { $0 != "'" && $0 != "\"" }
            return expanded(String(argument)).map { Self.platform(of: $0) }
        }
        // Such as `TargetFramework.Contains('-ios')`.
        guard let dot = text.firstIndex(of: "."), let open = text.firstIndex(of: "("), dot < open, text.hasSuffix(")"),
            let value = value(String(text[..<dot]))
        else { return nil }
        let argument = text[text.index(after: open)...].dropLast().trimmingPrefix { $0 == " " }
        guard argument.count >= 2, let quote = argument.first, quote == "'" || quote == "\"", argument.last == quote
        else {
            return nil
        }
        let other = String(argument.dropFirst().dropLast())
        guard !other.contains("'"), !other.contains("$") else { return nil }
        switch text[text.index(after: dot)..<open] {
        case "Contains": return value.contains(other) ? "True" : "False"
        case "StartsWith": return value.hasPrefix(other) ? "True" : "False"
        case "EndsWith": return value.hasSuffix(other) ? "True" : "False"
        default: return nil
        }
    }

    /// The platform of a framework, such as `android` of `net9.0-android35.0`.
    static func platform(of framework: String) -> String {
        guard let dash = framework.firstIndex(of: "-") else { return "" }
        return framework[framework.index(after: dash)...].prefix { $0.isLetter }.lowercased()
    }
}

extension String {
    /// The text without white space around it.
    fileprivate var trimmed: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
