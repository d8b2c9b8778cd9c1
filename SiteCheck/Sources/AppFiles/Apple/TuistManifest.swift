/// The apps of a Tuist manifest that consists only of literals.
///
/// A manifest is a program: with a function, a condition or a closure, nothing of it is known. Settings in code, which may replace
/// what a target names, are not known either.
struct TuistManifest {
    struct App: Hashable {
        let bundle: String
        /// The file of the entitlements, with its name for people.
        let entitlements: String
        let team: String?
    }

    /// Words of settings that set neither the identifier nor the entitlements.
    private static let plainWords: Set<String> = [
        "settings", "base", "SettingsDictionary", "automaticCodeSigning", "devTeam", "string", "array",
        "defaultSettings", "recommended", "essential", "none",
    ]

    /// The manifest's name for people.
    let file: String
    private let code: CodeTokens
    private(set) var apps: [App] = []

    /// Reads a manifest, whose path is within the folder of the whole project; `nil` if it is more than literals, or has no app.
    init?(_ path: String, in folder: ProjectFolder) {
        guard let text = folder.text(path) else { return nil }
        file = folder.shown(path)
        code = CodeTokens(Array(text.utf8), .swift)
        let tokens = 0..<code.count
        let isProgram = tokens.contains { index in
            code.hasAny(["{", "?", "if"], at: index)
                || ["PRODUCT_BUNDLE_IDENTIFIER", "CODE_SIGN_ENTITLEMENTS"].contains { name in
                    code.text(at: index)?.contains(name) == true
                }
        }
        guard code.isComplete, !isProgram else { return nil }
        for index in tokens where code.hasAny(["target", "Target"], at: index) && code.has("(", at: index + 1) {
            let arguments = arguments(of: index + 1)
            // A dependency has no product.
            guard let product = arguments["product"] else { continue }
            guard product.count == 2, code.has(".", at: product.lowerBound) else { return nil }
            guard code.has("app", at: product.lowerBound + 1) else { continue }
            guard let bundle = arguments["bundleId"].flatMap(literal),
                let entitlements = arguments["entitlements"].flatMap({ literal($0) ?? literalFile($0) }),
                let own = ProjectFolder.normalized(
                    ProjectFolder.joined(ProjectFolder.parent(of: path), entitlements)
                ),
                let team = team(arguments["settings"])
            else { return nil }
            apps.append(App(bundle: bundle, entitlements: folder.shown(own), team: team.first))
        }
        if apps.isEmpty || Set(apps.map(\.entitlements)).count < apps.count { return nil }
    }

    /// The values of the arguments of a call, by their labels.
    private func arguments(of open: Int) -> [String: Range<Int>] {
        let end = code.end(ofBracketAt: open) - 1
        var found: [String: Range<Int>] = [:]
        var index = open + 1
        while index < end {
            guard let label = code.word(at: index), code.has(":", at: index + 1) else { return found }
            let start = index + 2
            index = start
            while index < end, !code.has(",", at: index) { index = code.end(ofBracketAt: index) }
            found[label] = start..<index
            index += 1
        }
        return found
    }

    /// The literal text that is a whole value, without settings of the build.
    private func literal(_ value: Range<Int>) -> String? {
        guard value.count == 1, let text = code.text(at: value.lowerBound), !text.contains("\\"), !text.contains("$")
        else { return nil }
        let content = text.trimmingPrefix("\"").dropLast()
        return content.isEmpty || content.contains("\"") ? nil : String(content)
    }

    /// The path in `.file(path: "Shelf.entitlements")`.
    private func literalFile(_ value: Range<Int>) -> String? {
        let start = value.lowerBound
        guard value.count == 7, code.has("file", at: start + 1), code.has("path", at: start + 3) else { return nil }
        return literal(start + 5..<start + 6)
    }

    /// The team of a target's settings, if they state one for all configurations; `nil` if they may set something else.
    private func team(_ settings: Range<Int>?) -> [String]? {
        guard let settings else { return [] }
        guard settings.allSatisfy({ code.word(at: $0).map(Self.plainWords.contains) ?? true }) else { return nil }
        return settings.compactMap { index in
            let isKey = code.has("devTeam", at: index) || code.text(at: index) == "\"DEVELOPMENT_TEAM\""
            return isKey && code.has(":", at: index + 1) ? literal(index + 2..<index + 3) : nil
        }
    }
}
