/// A config plugin of a project's own: which platforms it may change, by the names that it uses; it is not run.
struct ExpoPlugin {
    enum Platform { case android, apple }

    /// The maximum size of a plugin in bytes, and how many plugins of a configuration are read.
    private static let maximumSize = 100_000
    static let maximumCount = 20

    private let code: [CodeTokens]
    /// What the configuration gives to the plugin.
    private let options: String

    /// Reads the plugin that a configuration in a folder names, or returns `nil` if it cannot be read.
    init?(_ name: String, options: String, in folder: ProjectFolder, below place: String) {
        let path = ProjectFolder.joined(place, name)
        // A package names its own program.
        guard !name.hasPrefix("/"), !folder.exists(path + "/package.json") else { return nil }
        let ends = [".js", ".ts", ".cjs", ".mjs", ".cts", ".mts", ".tsx", "/index.js", "/index.ts", "/app.plugin.js"]
        // Which one Node.js takes depends on its version, so all count.
        let files = ([path] + ends.map { path + $0 }).filter { folder.exists($0) && folder.names(in: $0).isEmpty }
        let code = files.compactMap { file in
            folder.text(file, limit: Self.maximumSize).map { CodeTokens(Array($0.utf8), .javaScript) }
        }
        guard !code.isEmpty, code.count == files.count else { return nil }
        (self.code, self.options) = (code, options)
    }

    /// Whether a plugin may change what is built for a platform.
    func mayChange(_ platform: Platform) -> Bool {
        // Parts of the names of Expo's functions and members for a platform, and of those for any.
        let names =
            switch platform {
            case .android: ["android", "manifest", "gradle", "intent", "stringsxml", "mainactivity", "mainapplication"]
            case .apple: ["ios", "apple", "entitlement", "plist", "xcode", "podfile", "appdelegate", "associated"]
            }
        let all = names + ["dangerous", "withmod", "basemod", "finalizedmod", "__dirname", "eval", "parse"]
        func isNamed(in text: String) -> Bool {
            let text = text.lowercased()
            return all.contains(where: text.contains)
        }
        return isNamed(in: options) || code.contains { Self.isOpen($0) || $0.texts.contains(where: isNamed) }
    }

    /// Whether a program may use names that are not in it.
    private static func isOpen(_ code: CodeTokens) -> Bool {
        var open: [Bool] = []
        // The text after a slash may be a regular expression.
        return !code.isComplete
            || (0..<code.count).contains { index in
                if code.hasAny(["{", "[", "("], at: index) { open.append(code.has("{", at: index)) }
                if code.hasAny(["}", "]", ")"], at: index) { _ = open.popLast() }
                return code.has("/", at: index)
                    || code.hasAny(["require", "import", "from"], at: index) && loads(code, index)
                    || code.has("[", at: index) && computes(code, index)
                    || copies(code, index, isInObject: open.last == true)
                    // A function of Expo's takes the path of another plugin.
                    || code.text(at: index)?.dropFirst().prefixMatch(of: /\.\.?\//) != nil
            }
    }

    /// Whether a word loads a module other than Expo's functions for plugins.
    private static func loads(_ code: CodeTokens, _ index: Int) -> Bool {
        let isCall = code.has("(", at: index + 1)
        guard let name = code.text(at: index + (isCall ? 2 : 1))?.dropFirst().dropLast() else {
            return code.has("require", at: index) || code.has("import", at: index) && isCall
        }
        return name.wholeMatch(of: /@?expo\/config(?:-plugins|-types)?(?:\/.*)?/) == nil
    }

    /// Whether a word or a text may copy members whose names are not in the program, or has a name that is written with escapes.
    ///
    /// Only the dots in an object (`isInObject`) add members; those of a list or of arguments do not.
    private static func copies(_ code: CodeTokens, _ index: Int, isInObject: Bool) -> Bool {
        // An escape of a text such as a line feed hides no name.
        if code.text(at: index)?.contains(#/\\[ux0-9]/#) == true || code.has("\\", at: index) { return true }
        let words: [StaticString] = [
            "assign", "fromEntries", "entries", "values", "keys", "defineProperty", "Function",
        ]
        if code.hasAny(words, at: index) || code.hasAny(["globalThis", "Reflect"], at: index) { return true }
        guard isInObject, code.has(".", at: index), code.has(".", at: index + 1), code.has(".", at: index + 2) else {
            return false
        }
        // { ...config } and { extra: { ...config.extra } } copy what was there before.
        var end = index + 3
        while code.has("(", at: end) { end += 1 }
        guard code.has("config", at: end) else { return true }
        var names: [String] = []
        while code.hasAny([".", "?"], at: end + 1), code.isWord(at: end + 2) || code.has(".", at: end + 2) {
            end += code.has(".", at: end + 2) ? 3 : 2
            names.append(code.word(at: end) ?? "")
        }
        guard let last = names.last else { return code.has("[", at: end + 1) }
        return !code.has("{", at: index - 1) || !code.has(":", at: index - 2) || code.word(at: index - 3) != last
    }

    /// Whether a bracket gives access to a member whose name is computed, or is a computed name.
    private static func computes(_ code: CodeTokens, _ index: Int) -> Bool {
        let isAfterValue =
            code.isWord(at: index - 1) && !code.hasAny(["return", "of", "in", "const", "let", "var"], at: index - 1)
            || code.hasAny([")", "]", "."], at: index - 1)
        if code.hasAny(["{", ","], at: index - 1), code.has(":", at: code.end(ofBracketAt: index)) { return true }
        guard isAfterValue, !code.has("]", at: index + 1) else { return false }
        let isLiteral = code.text(at: index + 1) != nil || code.word(at: index + 1)?.first?.isNumber == true
        return !isLiteral || !code.has("]", at: index + 2)
    }
}

extension CodeTokens {
    /// The words and texts, in order.
    fileprivate var texts: some Sequence<String> { (0..<count).lazy.compactMap { word(at: $0) ?? text(at: $0) } }
}
