@_spi(Bolts) import BoltsSiteCheck

/// The apps of a Tuist manifest that consists only of literals and constants.
///
/// A manifest is a program: with a function, a condition or a closure, nothing of it is known. Settings in code, which may replace
/// what a target names, are not known either.
struct TuistManifest {
    struct App {
        let target: String
        let bundle: String
        let entitlements: Entitlements
        let team: String?
    }

    enum Entitlements {
        /// The name of their file for people.
        case file(String)
        case list(PropertyList)
        case absent
    }

    /// Words of settings that set neither the identifier nor the entitlements.
    private static let plainWords: Set<String> = [
        "settings", "base", "SettingsDictionary", "automaticCodeSigning", "devTeam", "string", "array",
        "defaultSettings", "recommended", "essential", "none",
    ]

    /// The maximum number of bytes of a text to read.
    private static let maximumTextSize = 500
    private static let maximumAppCount = 200
    /// The maximum number of words and marks in the value of a constant.
    private static let maximumValueCount = 50

    /// The manifest's name for people.
    let file: String
    private let code: CodeTokens
    /// The texts of the constants, which are all of the whole file, because there are no functions.
    private var constants: [String: String] = [:]
    private(set) var apps: [App] = []
    /// The roles of what is not an app, by the files of their entitlements, with their names for people.
    private(set) var otherRoles: [String: AppRole] = [:]

    /// Reads a manifest, whose path is within the folder of the whole project; `nil` if it is more than literals and constants, or
    /// has no app.
    init?(_ path: String, in folder: ProjectFolder) {
        guard let manifest = folder.text(path) else { return nil }
        file = folder.shown(path)
        code = CodeTokens(Array(manifest.utf8), .swift)
        let tokens = 0..<code.count
        let isProgram = tokens.contains { index in
            code.hasAny(["{", "?", "if", "var"], at: index)
                || ["PRODUCT_BUNDLE_IDENTIFIER", "CODE_SIGN_ENTITLEMENTS"].contains { name in
                    code.text(at: index)?.contains(name) == true
                }
        }
        guard code.isComplete, !isProgram else { return nil }
        for index in tokens where code.has("let", at: index) { addConstant(at: index + 1) }
        let projects = tokens.filter { code.has("Project", at: $0) && code.has("(", at: $0 + 1) }
        // Other expressions may make further targets, which have files of entitlements too.
        let areWhole = projects.allSatisfy { project in
            arguments(of: project + 1)["targets"].flatMap(elements)?.allSatisfy(isTarget) == true
        }
        guard areWhole else { return nil }
        let shared = projects.count == 1 ? teams(arguments(of: projects[0] + 1)["settings"]) : nil
        // A function of another module may add entitlements to the targets that it makes.
        let isAlone = tokens.filter { code.has("import", at: $0) }.count == 1
        for index in tokens where code.hasAny(["target", "Target"], at: index) && code.has("(", at: index + 1) {
            let arguments = arguments(of: index + 1)
            // A dependency has no product.
            guard let product = arguments["product"] else { continue }
            guard product.count == 2, code.has(".", at: product.lowerBound), isForPhones(arguments) else { return nil }
            guard code.has("app", at: product.lowerBound + 1) else {
                let role = code.word(at: product.lowerBound + 1).flatMap(Self.otherRole)
                if let role,
                    case .file(let file)? = arguments["entitlements"].flatMap({ entitlements($0, path, folder) })
                {
                    otherRoles[file] = role
                }
                continue
            }
            guard apps.count < Self.maximumAppCount, let target = arguments["name"].flatMap(text),
                let bundle = arguments["bundleId"].flatMap(text),
                let teams = teams(arguments["settings"])
            else { return nil }
            let own: Entitlements
            if let value = arguments["entitlements"] {
                guard let named = entitlements(value, path, folder) else { return nil }
                own = named
            } else {
                guard isAlone, shared != nil, arguments[""] == nil else { return nil }
                own = .absent
            }
            let team = (teams.isEmpty ? shared ?? [] : teams).first ?? nil
            apps.append(App(target: target, bundle: bundle, entitlements: own, team: team))
        }
        let files = apps.compactMap { if case .file(let file) = $0.entitlements { file } else { nil } }
        if apps.isEmpty || Set(files).count < files.count { return nil }
    }

    /// Adds the constant whose name is at an index, if its value is a text.
    private mutating func addConstant(at index: Int) {
        let start = code.has(":", at: index + 1) ? index + 3 : index + 1
        guard let name = code.word(at: index), code.has("=", at: start) else { return }
        var end = start + 1
        let line = code.line(at: start)
        while end - start < Self.maximumValueCount, code.line(at: end) == line, !code.has(";", at: end) { end += 1 }
        // An operator in the next line continues the value.
        guard end >= code.count || code.has(";", at: end) || code.isWord(at: end) && code.line(at: end) > line else {
            return
        }
        end = min(end, code.count)
        constants[name] = text(start + 1..<end)
    }

    /// The role of a product that belongs to an app, or `nil` for other products.
    private static func otherRole(_ product: String) -> AppRole? {
        if product == "watch2App" { return .wear }
        if product == "appClip" { return .clip }
        if product.hasSuffix("Tests") { return .test }
        return product.lowercased().hasSuffix("extension") ? .appExtension : nil
    }

    /// Whether a whole value is `.target(…)`, `Target.target(…)` or `Target(…)`.
    private func isTarget(_ value: Range<Int>) -> Bool {
        let open = value.first { code.has("(", at: $0) } ?? value.lowerBound
        let isNamed = value.lowerBound..<open
        return !isNamed.isEmpty && isNamed.allSatisfy { code.hasAny([".", "target", "Target"], at: $0) }
            && code.end(ofBracketAt: open) == value.upperBound
    }

    /// Whether a target's destinations, if it names any, are only those whose claims have no devices of their own.
    private func isForPhones(_ arguments: [String: Range<Int>]) -> Bool {
        let known: [StaticString] = [
            ".", ",", "[", "]", "iOS", "iPhone", "iPad", "macWithiPadDesign", "macCatalyst",
            "appleVisionWithiPadDesign",
        ]
        return ["destinations", "platform"].allSatisfy { name in
            arguments[name]?.allSatisfy { code.hasAny(known, at: $0) } ?? true
        }
    }

    // MARK: - Values

    /// The value that begins at an index, up to a comma or the end of what contains it.
    private func value(at start: Int) -> Range<Int> {
        var end = start
        // An angle is an operator here.
        while end < code.count, !code.hasAny([",", ")", "]"], at: end) {
            end = code.has("<", at: end) ? end + 1 : code.end(ofBracketAt: end)
        }
        return start..<end
    }

    /// The values of the arguments of a call, by their labels; those from the first without a label have the label "".
    private func arguments(of open: Int) -> [String: Range<Int>] {
        let end = code.end(ofBracketAt: open) - 1
        var found: [String: Range<Int>] = [:]
        var index = open + 1
        while index < end {
            guard let label = code.word(at: index), code.has(":", at: index + 1) else {
                found[""] = index..<end
                return found
            }
            let value = value(at: index + 2)
            found[label] = value
            index = value.upperBound + 1
        }
        return found
    }

    /// The argument of `.name(argument)`, if that is a whole value.
    private func argument(of name: StaticString, _ value: Range<Int>) -> Range<Int>? {
        let (start, end) = (value.lowerBound, value.upperBound)
        guard code.has(".", at: start), code.has(name, at: start + 1), code.has("(", at: start + 2),
            code.has(")", at: end - 1), code.end(ofBracketAt: start + 2) == end
        else { return nil }
        return start + 3..<end - 1
    }

    /// The values in `[value, value]`, if that is a whole value.
    private func elements(_ value: Range<Int>) -> [Range<Int>]? {
        let (start, end) = (value.lowerBound, value.upperBound)
        guard code.has("[", at: start), code.has("]", at: end - 1), code.end(ofBracketAt: start) == end else {
            return nil
        }
        var found: [Range<Int>] = []
        var index = start + 1
        while index < end - 1 {
            found.append(self.value(at: index))
            index = (found.last?.upperBound ?? end) + 1
        }
        return found
    }

    /// The text of a whole value, as in `"shelf"`, `name`, `"\(name).shelf"` or `.string(name)`, without settings of the build.
    private func text(_ whole: Range<Int>) -> String? {
        let value = argument(of: "string", whole) ?? whole
        guard let first = value.first else { return nil }
        if value.count == 1, let name = code.word(at: first) { return constants[name] }
        let start = code.tokens[first].start
        let isRaw = start > 0 && code.bytes[start - 1] == UInt8(ascii: "#")
        let source = String(decoding: code.bytes[start...].prefix(Self.maximumTextSize), as: UTF8.self)
        guard code.text(at: first) != nil, !isRaw,
            let match = source.prefixMatch(of: #/\x22((?:[^\x22\\$\n]|\\\(\w+\))+)\x22/#)
        else { return nil }
        guard match.1.contains("\\") else { return value.count == 1 ? String(match.1) : nil }
        let names = match.1.matches(of: #/\\\((\w+)\)/#)
        let values = names.compactMap { constants[String($0.1)] }
        // Constants that contain others several times could become long.
        guard value.count == names.count + 1, values.count == names.count,
            values.reduce(0, { $0 + $1.utf8.count }) <= Self.maximumTextSize
        else { return nil }
        return String(match.1).replacing(#/\\\((\w+)\)/#) { constants[String($0.1)] ?? "" }
    }

    /// The entitlements of a target; `nil` if they are not known.
    private func entitlements(_ value: Range<Int>, _ path: String, _ folder: ProjectFolder) -> Entitlements? {
        if let entries = argument(of: "dictionary", value).flatMap(elements) { return list(entries) }
        let file = argument(of: "file", value).flatMap { arguments(of: $0.lowerBound - 1)["path"] } ?? value
        return text(file).map { ProjectFolder.joined(ProjectFolder.parent(of: path), $0) }
            .flatMap(ProjectFolder.normalized).map { .file(folder.shown($0)) }
    }

    /// The entitlements in a dictionary; `nil` if those that concern links are not known.
    private func list(_ entries: [Range<Int>]) -> Entitlements? {
        var found: [String: PropertyList] = [:]
        // An empty dictionary has a colon.
        for entry in entries where !(entry.count == 1 && code.has(":", at: entry.lowerBound)) {
            guard code.has(":", at: entry.lowerBound + 1), let key = text(entry.prefix(1)) else { return nil }
            found[key] = property(entry.dropFirst(2))
        }
        let isKnown = found.allSatisfy { key, value in
            value != .other || !["associated-domains", "web-browser"].contains(where: key.hasSuffix)
        }
        return isKnown ? .list(.dictionary(found)) : nil
    }

    private func property(_ value: Range<Int>) -> PropertyList {
        if let text = text(value) { return .string(text) }
        if let values = elements(argument(of: "array", value) ?? value) {
            let texts = values.compactMap(text)
            return texts.count == values.count ? .array(texts.map { .string($0) }) : .other
        }
        let value = argument(of: "boolean", value) ?? value
        guard value.count == 1, code.hasAny(["true", "false"], at: value.lowerBound) else { return .other }
        return .boolean(code.has("true", at: value.lowerBound))
    }

    /// The first team that settings state for all configurations, which is `nil` if it is not known, or none; `nil` if the settings
    /// may set something else.
    private func teams(_ settings: Range<Int>?) -> [String?]? {
        guard let settings else { return [] }
        let isPlain = settings.allSatisfy { index in
            guard let word = code.word(at: index) else { return true }
            // A constant may be a value, but not a key.
            return Self.plainWords.contains(word)
                || constants[word] != nil && code.hasAny(["(", ":"], at: index - 1)
        }
        guard isPlain else { return nil }
        let keys = settings.filter { index in
            let isKey =
                code.has("devTeam", at: index) || code.text(at: index)?.hasPrefix("\"DEVELOPMENT_TEAM") == true
            return isKey && code.has(":", at: index + 1)
        }
        // Some keys are for one SDK, and one call may replace what another sets.
        guard keys.count == 1, code.has("devTeam", at: keys[0]) || code.text(at: keys[0])?.hasSuffix("TEAM\"") == true
        else { return keys.isEmpty ? [] : [nil] }
        return [text(value(at: keys[0] + 2))]
    }
}
