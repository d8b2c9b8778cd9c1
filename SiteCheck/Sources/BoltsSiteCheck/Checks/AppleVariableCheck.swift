@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// Checks the substitution variables of Apple's file and which of them patterns use.
struct AppleVariableCheck {
    private let variables: SubstitutionVariables
    private let nodes: [JSONNode]
    private var used = Set<String>()
    /// The defined names to suggest for misspelled ones; empty if there are too many.
    private let knownNames: [String]
    /// The first pattern that uses the built-in regions, and whether a pattern's path contains the United Kingdom's code.
    private var regionPattern: (value: JSONNode, rule: JSONNode)?
    private var hasUnitedKingdom = false

    init(_ node: JSONNode?, _ collector: inout FindingCollector) {
        variables = SubstitutionVariables(node)
        knownNames =
            (variables.own.count <= 200 ? variables.own.keys.sorted() : []) + SubstitutionVariables.builtInNames
        nodes = node.flatMap { $0.isObject ? Array($0.children) : nil } ?? []
        for member in nodes {
            let name = member.name ?? ""
            if name.isEmpty || name.contains(where: { "$()".contains($0) }) {
                let message = "No pattern can refer to \(Clip.quoted(name))."
                collector.add(member: .aasaVariableName, member, message, detail: .variable(name))
            } else if SubstitutionVariables.isBuiltIn(name) {
                collector.add(member: .aasaVariableShadows, member, "$(\(name)) hides the built-in variable.")
            }
            let values = member.elements.map(Array.init) ?? [member]
            var hasNested = false
            for value in values where value.string?.contains("$(") ?? false {
                hasNested = true
                used.formUnion(Self.names(in: value.string ?? ""))
                let text = Clip.quoted(value.string ?? "")
                collector.add(.aasaNestedVariable, value, "The value \(text) is dropped: it names another variable.")
            }
            if variables.own[name, default: []].isEmpty, !hasNested {
                collector.add(member: .aasaVariableEmpty, member, "$(\(Clip.clip(name))) has no usable value.")
            }
        }
    }

    mutating func check(_ text: String, _ value: JSONNode, rule: JSONNode, _ collector: inout FindingCollector) {
        let bytes = Array(text.utf8)
        let lowered = bytes.map(\.asciiLowercased)
        if !hasUnitedKingdom, Self.hasUnitedKingdom(lowered) { hasUnitedKingdom = true }
        var position = 0
        var reported = Set<String>()
        while position + 1 < bytes.count {
            guard bytes[position] == UInt8(ascii: "$"), bytes[position + 1] == UInt8(ascii: "(") else {
                position += 1
                continue
            }
            guard let close = bytes[position...].firstIndex(of: UInt8(ascii: ")")) else {
                collector.add(.aasaUnterminatedVariable, value, owner: rule)
                return
            }
            let name = String(decoding: bytes[position + 2..<close], as: UTF8.self)
            position = close + 1
            used.insert(name)
            if name == "region", variables.own["region"] == nil, regionPattern == nil { regionPattern = (value, rule) }
            if !variables.isDefined(name), reported.insert(name).inserted {
                let suggestion = NearestKey.suggestion(for: name, among: knownNames)
                let message = "$(\(Clip.clip(name))) is not defined.\(suggestion)"
                collector.add(.aasaUndefinedVariable, value, owner: rule, message, detail: .variable(name))
            }
        }
    }

    private static func names(in text: String) -> [String] {
        text.split(separator: "$").compactMap { part in
            guard part.hasPrefix("("), let close = part.firstIndex(of: ")") else { return nil }
            return String(part[..<close].dropFirst())
        }
    }

    private static func hasUnitedKingdom(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("uk".utf8) }
    }

    /// Reports findings that depend on all patterns.
    mutating func finish(_ collector: inout FindingCollector) {
        for member in nodes {
            guard let name = member.name, !used.contains(name), !name.contains(where: { "$()".contains($0) }),
                !name.isEmpty
            else { continue }
            collector.add(member: .aasaVariableUnused, member, "No pattern refers to $(\(Clip.clip(name))).")
        }
        if let regionPattern, hasUnitedKingdom {
            collector.add(.aasaRegionUk, regionPattern.value, owner: regionPattern.rule)
        }
    }
}
