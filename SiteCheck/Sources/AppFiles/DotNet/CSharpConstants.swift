/// The constants of a project's C# files, for the values of attributes.
struct CSharpConstants {
    private static let depthLimit = 16
    private static let maximumLength = 4_096
    private static let maximumCount = 20_000

    /// What the files say, by the name alone, and by the class and the name.
    private var values: [String: [(owner: [String], file: Int, value: CSharpValue)]] = [:]
    private var staticImports: [Int: [[String]]] = [:]
    private var count = 0

    /// Adds the constants of a file.
    mutating func add(_ file: CSharpFile, number: Int) {
        if !file.staticImports.isEmpty { staticImports[number] = file.staticImports }
        for constant in file.constants where count < Self.maximumCount {
            values[constant.name, default: []].append((constant.owner, number, constant.value))
            count += 1
        }
    }

    /// The texts of a value, or of the list that it is.
    ///
    /// - Parameters:
    ///   - value: A value as it is written.
    ///   - file: The number of the file in which it stands.
    /// - Returns: Each text, or what is written in its place if it cannot be told.
    func texts(of value: CSharpValue, in file: Int) -> [(text: String?, written: String)] {
        if case .list(let values) = value { return values.flatMap { texts(of: $0, in: file) } }
        if value == .null { return [] }
        return [(text(of: value, in: file), Self.written(value))]
    }

    /// The text of a value, or `nil` if it is none or cannot be told.
    func text(of value: CSharpValue, in file: Int) -> String? {
        var budget = Self.maximumLength
        return text(value, file, 0, &budget)
    }

    private func text(_ value: CSharpValue, _ file: Int, _ depth: Int, _ budget: inout Int) -> String? {
        budget -= 1
        guard depth < Self.depthLimit, budget > 0 else { return nil }
        switch value {
        case .text(let text):
            budget -= text.utf8.count
            return budget > 0 ? text : nil
        case .sum(let values):
            var result = ""
            for value in values {
                guard let text = text(value, file, depth + 1, &budget) else { return nil }
                result += text
            }
            return result
        case .template(let parts):
            var result = ""
            for part in parts {
                switch part {
                case .text(let text):
                    budget -= text.utf8.count
                    guard budget > 0 else { return nil }
                    result += text
                case .hole(let name):
                    let names = name.split(separator: ".").map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
                    guard let text = text(.name(names), file, depth + 1, &budget) else { return nil }
                    result += text
                }
            }
            return result
        case .name(let names): return constant(names, file, depth, &budget)
        case .boolean, .null, .list, .unknown: return nil
        }
    }

    private func constant(_ names: [String], _ file: Int, _ depth: Int, _ budget: inout Int) -> String? {
        guard let name = names.last else { return nil }
        let qualifiers = names.dropLast().filter { $0 != "global" }
        let known = (values[name] ?? []).filter { constant in
            if qualifiers.isEmpty {
                return constant.file == file
                    || (staticImports[file] ?? []).contains { constant.owner.reversed().starts(with: $0.reversed()) }
            }
            return constant.owner.reversed().starts(with: qualifiers.reversed())
        }
        if known.isEmpty { return Self.system(qualifiers, name, staticImports[file] ?? []) }
        // Two constants of one name are told apart by the compiler only, unless they say the same.
        var result: String?
        for constant in known.prefix(10) {
            guard let text = text(constant.value, constant.file, depth + 1, &budget), result.map({ $0 == text }) ?? true
            else { return nil }
            result = text
        }
        return known.count <= 10 ? result : nil
    }

    /// The actions and categories of Android's own class `Intent`.
    private static func system(_ qualifiers: [String], _ name: String, _ staticImports: [[String]]) -> String? {
        let isImported = qualifiers.isEmpty && staticImports.contains { $0.last == "Intent" }
        guard qualifiers.last == "Intent" || isImported else { return nil }
        for (prefix, package) in [("Action", "android.intent.action."), ("Category", "android.intent.category.")] {
            guard name.hasPrefix(prefix), name.count > prefix.count else { continue }
            var result = ""
            for character in name.dropFirst(prefix.count) {
                if character.isUppercase, !result.isEmpty { result += "_" }
                result += character.uppercased()
            }
            return package + result
        }
        return nil
    }

    /// A value as it is written, for people.
    private static func written(_ value: CSharpValue) -> String {
        switch value {
        case .text(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .null: "null"
        case .list: "a list"
        case .name(let names): names.joined(separator: ".")
        case .sum(let values): values.prefix(8).map(written).joined(separator: " + ")
        case .template: "an interpolated string"
        case .unknown(let text): text
        }
    }
}
