import BoltsBase

/// The plugins that the build scripts of a project apply, as far as the project itself has their sources.
///
/// A team's own plugin often sets the application id. It lies in `buildSrc`, or in a build that the settings include.
struct GradlePlugins {
    /// What the plugins of a script set.
    struct Applied {
        /// The scripts that are plugins themselves, the weakest first.
        var scripts: [String] = []
        /// The sources of plugins written as classes, the weakest first.
        var sources: [String] = []
        /// What functions of other files may set that the classes call, and the first such file as it is shown to people.
        var calledParts: Set<GradleModule.Part> = []
        var calledFile: String?
        /// The application id that plugins written as classes set.
        var applicationID: GradleModule.Value?
        /// Whether one of them makes an app.
        var isApplication = false
        /// The files that were read, relative to the folder.
        var files: [String] = []
        /// The first plugin whose source is not here, and that may set the application id.
        var unknown: String?
    }

    private static let maximumFileCount = 500
    private static let maximumPluginCount = 50

    /// How the ids of plugins begin that are known not to set the application id.
    private static let published = [
        "com.android.", "org.jetbrains.", "org.gradle.", "com.google.", "androidx.", "dagger.", "dev.flutter.",
        "kotlin-", "java-", "realm-", "io.sentry.", "com.bugsnag.", "com.huawei.", "com.apollographql.", "app.cash.",
        "com.squareup.", "com.diffplug.", "org.jlleitschuh.", "io.gitlab.arturbosch.", "com.datadoghq.",
    ]
    /// Whole ids of that kind.
    private static let publishedNames: Set<String> = [
        "android", "android-library", "com.facebook.react", "kotlin", "java", "org.sonarqube", "jacoco",
        "maven-publish", "newrelic", "idea", "checkstyle",
    ]

    /// A build whose plugins the scripts may apply: its folder, and its scripts and sources.
    private struct Build {
        var files: [String] = []
    }

    private let folder: ProjectFolder
    private var builds: [String: [Build]] = [:]
    private var catalogs: [String: [String: String]] = [:]

    init(_ folder: ProjectFolder) { self.folder = folder }

    /// Returns what the plugins of a module's script set.
    mutating func applied(by script: String, at module: String) -> Applied {
        var result = Applied()
        var seen: Set<String> = []
        read(script, root: root(above: module), &seen, &result)
        return result
    }

    private mutating func read(_ script: String, root: String, _ seen: inout Set<String>, _ result: inout Applied) {
        for reference in Self.references(in: script) where seen.count < Self.maximumPluginCount {
            let id: String
            switch reference {
            case .id(let name): id = name
            case .accessor(let name): id = catalog(root)[name] ?? "libs.plugins." + name
            }
            guard seen.insert(id).inserted else { continue }
            if id == "com.android.application" || id == "libs.plugins.android.application" {
                result.isApplication = true
                continue
            }
            guard !Self.publishedNames.contains(id), !Self.published.contains(where: id.hasPrefix) else { continue }
            if !readOwn(id, root: root, &seen, &result), result.unknown == nil { result.unknown = id }
        }
    }

    /// Reads a plugin of the project itself, and returns whether it has it.
    private mutating func readOwn(
        _ id: String,
        root: String,
        _ seen: inout Set<String>,
        _ result: inout Applied
    ) -> Bool {
        for build in ownBuilds(root) {
            if let file = build.files.first(where: { Self.isScript($0, of: id) }), let text = folder.text(file) {
                result.files.append(file)
                read(text, root: root, &seen, &result)
                result.scripts.append(text)
                if text.contains("com.android.application") { result.isApplication = true }
                return true
            }
            guard let name = implementation(of: id, in: build, root: root),
                let file = build.files.first(where: { Self.isSource($0, of: name) }), let text = folder.text(file)
            else { continue }
            result.files.append(file)
            if text.contains("com.android.application") { result.isApplication = true }
            read(text, root: root, &seen, &result)
            let others = build.files.filter { $0 != file && Self.isSource($0) }
            let own = Self.applicationID(in: text)
            // A function of another file may set it, and which plugins call that is not followed.
            let elsewhere: GradleModule.Value? =
                own == nil && others.contains { folder.text($0).flatMap(Self.applicationID) != nil }
                ? .computed : nil
            result.applicationID = own ?? elsewhere ?? result.applicationID
            result.sources.append(text)
            addCalled(by: text, others, &result)
            return true
        }
        return false
    }

    /// Adds what the files may set whose functions a plugin calls, directly or by others.
    private func addCalled(by source: String, _ files: [String], _ result: inout Applied) {
        var open = [Self.words(source)]
        var rest: [(file: String, text: String, functions: Set<String>)] = files.compactMap { file in
            guard let text = folder.text(file) else { return nil }
            let functions = Self.functions(text)
            return functions.isEmpty ? nil : (file, text, functions)
        }
        while let words = open.popLast() {
            let called = rest.filter { !$0.functions.isDisjoint(with: words) }
            guard !called.isEmpty else { continue }
            rest.removeAll { !$0.functions.isDisjoint(with: words) }
            for other in called {
                open.append(Self.words(other.text))
                let parts = GradleModule.parts(in: GradleScript(other.text).root).subtracting([.applicationID])
                guard !parts.isEmpty else { continue }
                result.calledParts.formUnion(parts)
                result.calledFile = result.calledFile ?? folder.shown(other.file)
            }
        }
    }

    /// The names in a source that functions may have.
    private static func words(_ source: String) -> Set<String> {
        var words: Set<String> = []
        for text in GradleScript(source).root.texts {
            for case .word(let word) in GradleToken.tokens(of: text) {
                for part in word.split(separator: ".") { words.insert(String(part)) }
            }
        }
        return words
    }

    /// The names of the functions that a source of Kotlin or Groovy declares, without those that every plugin has.
    private static func functions(_ source: String) -> Set<String> {
        var names: Set<String> = []
        for text in GradleScript(source).root.texts {
            let tokens = GradleToken.tokens(of: text)
            guard let start = tokens.firstIndex(where: { [.word("fun"), .word("def"), .word("static")].contains($0) }),
                let end = tokens[start...].firstIndex(of: .symbol("(")), end > start + 1,
                case .word(let word) = tokens[end - 1]
            else { continue }
            names.insert(String(word.split(separator: ".").last ?? ""))
        }
        return names.subtracting(["apply", "invoke", ""])
    }

    // MARK: - Which plugins

    private enum Reference {
        case id(String)
        /// What stands behind `libs.plugins.` in a script.
        case accessor(String)
    }

    /// The plugins that a script or a class applies.
    private static func references(in script: String) -> [Reference] {
        var found: [Reference] = []
        func visit(_ block: GradleScript.Block, isPlugins: Bool) {
            for statement in block.statements {
                let tokens = GradleToken.tokens(of: statement)
                // What is only put on the path of classes is applied elsewhere.
                if tokens.suffix(2) == [.word("apply"), .word("false")] { continue }
                guard let first = tokens.first, case .word(let word) = first else { continue }
                let applies =
                    isPlugins ? word == "id" || word == "alias" : word == "apply" || word.hasSuffix(".apply")
                guard applies, !tokens.contains(.word("from")) else { continue }
                for token in tokens.dropFirst() {
                    if case .text(let id) = token {
                        found.append(.id(id))
                        break
                    }
                    if case .word(let name) = token, let start = name.firstRange(of: "libs.plugins.") {
                        let name = String(name[start.upperBound...])
                        found.append(.accessor(name.hasSuffix(".get") ? String(name.dropLast(4)) : name))
                        break
                    }
                }
            }
            for inner in block.blocks { visit(inner, isPlugins: inner.header == "plugins") }
        }
        visit(GradleScript(script).root, isPlugins: false)
        return found
    }

    /// The ids of a project's plugins by the names that scripts use: of `a-b = { id = "c" }` the name is `a.b`.
    private mutating func catalog(_ root: String) -> [String: String] {
        if let known = catalogs[root] { return known }
        var ids: [String: String] = [:]
        var isPlugins = false
        let text = folder.text(ProjectFolder.joined(root, "gradle/libs.versions.toml")) ?? ""
        for line in text.split(whereSeparator: \.isNewline) {
            let start = line.drop(while: \.isWhitespace)
            if start.hasPrefix("[") {
                isPlugins = start.hasPrefix("[plugins]")
            } else if isPlugins, let equals = start.firstIndex(of: "=") {
                let name = start[..<equals].filter { !$0.isWhitespace && $0 != "\"" }
                    .replacing("-", with: ".").replacing("_", with: ".")
                let tokens = GradleToken.tokens(of: String(start[equals...]))
                let texts = tokens[(tokens.firstIndex(of: .word("id")) ?? 0)...].lazy.compactMap { token in
                    if case .text(let text) = token { text } else { nil as String? }
                }
                if let id = texts.first { ids[name] = String(id.prefix { $0 != ":" }) }
            }
        }
        catalogs[root] = ids
        return ids
    }

    // MARK: - Where they are

    /// The folder of the settings above a module.
    func root(above module: String) -> String {
        var place = module
        while !place.isEmpty {
            place = ProjectFolder.parent(of: place)
            if hasSettings(place) { return place }
        }
        return ""
    }

    private func hasSettings(_ place: String) -> Bool {
        ["settings.gradle", "settings.gradle.kts"].contains { folder.exists(ProjectFolder.joined(place, $0)) }
    }

    private mutating func ownBuilds(_ root: String) -> [Build] {
        if let known = builds[root] { return known }
        var places = ["buildSrc"]
        for name in ["settings.gradle", "settings.gradle.kts"] {
            guard let text = folder.text(ProjectFolder.joined(root, name)) else { continue }
            places += Self.included(in: GradleScript(text).root)
        }
        let found = places.prefix(Self.maximumPluginCount).map { place in
            Build(
                files: folder.files(
                    below: ProjectFolder.joined(root, place),
                    endings: [".gradle.kts", ".gradle", ".kt", ".java", ".groovy", ".properties"],
                    limit: Self.maximumFileCount
                )
            )
        }
        builds[root] = found
        return found
    }

    private static func included(in block: GradleScript.Block) -> [String] {
        let own = (block.statements + block.blocks.map(\.header)).compactMap { statement -> String? in
            let tokens = GradleToken.tokens(of: statement)
            guard tokens.first == .word("includeBuild") else { return nil }
            return tokens.lazy.compactMap { if case .text(let path) = $0 { path } else { nil } }.first
        }
        return own + block.blocks.flatMap(included)
    }

    private static func name(_ file: String) -> Substring { file.split(separator: "/").last ?? "" }

    /// Whether a file is the script that is a plugin of an id, which begins with the script's package if it has one.
    private static func isScript(_ file: String, of id: String) -> Bool {
        guard file.contains("/src/main/") else { return false }
        return [".gradle.kts", ".gradle"].contains { ending in
            let name = Self.name(file)
            guard name.hasSuffix(ending) else { return false }
            let own = name.dropLast(ending.count)
            return own == id || id.hasSuffix("." + own)
        }
    }

    private static func isSource(_ file: String) -> Bool {
        file.contains("/src/main/") && [".kt", ".java", ".groovy"].contains { file.hasSuffix($0) }
    }

    private static func isSource(_ file: String, of className: String) -> Bool {
        isSource(file) && name(file).prefix { $0 != "." } == className
    }

    /// The name, without its package, of the class that a build registers for an id.
    private mutating func implementation(of id: String, in build: Build, root: String) -> String? {
        let accessors = catalog(root).filter { $0.value == id }.map { "libs.plugins.\($0.key)." }
        for file in build.files {
            let name = Self.name(file)
            if name == "\(id).properties", let text = folder.text(file), let equals = text.firstIndex(of: "=") {
                return Self.last(text[text.index(after: equals)...].prefix { !$0.isNewline })
            }
            guard name == "build.gradle.kts" || name == "build.gradle", let text = folder.text(file) else { continue }
            if let found = Self.registered(id, accessors, in: GradleScript(text).root) { return found }
        }
        return nil
    }

    private static func registered(_ id: String, _ accessors: [String], in block: GradleScript.Block) -> String? {
        func value(_ name: String) -> [GradleToken]? {
            block.statements.map(GradleToken.tokens).first { $0.first == .word(name) }
        }
        if let own = value("id"), let implementation = value("implementationClass") {
            let isNamed = own.contains { token in
                switch token {
                case .text(let text): text == id
                case .word(let word): accessors.contains { (word + ".").hasPrefix($0) }
                default: false
                }
            }
            let name = implementation.lazy.compactMap { if case .text(let text) = $0 { text } else { nil } }.first
            if isNamed, let name { return last(name[...]) }
        }
        return block.blocks.lazy.compactMap { registered(id, accessors, in: $0) }.first
    }

    private static func last(_ name: Substring) -> String {
        String(name.split(separator: ".").last ?? "").filter { !$0.isWhitespace }
    }

    /// The application id that the source of a plugin sets anywhere, or `nil` if it sets none.
    private static func applicationID(in source: String) -> GradleModule.Value? {
        var values: Set<GradleModule.Value> = []
        func visit(_ block: GradleScript.Block) {
            for statement in block.statements {
                let tokens = GradleToken.tokens(of: statement)
                let place = tokens.firstIndex { token in
                    guard case .word(let word) = token else { return false }
                    let name = word.split(separator: ".").last ?? ""
                    return name == "applicationId" || name == "setApplicationId"
                        || (name == "set" && word.hasSuffix("applicationId.set"))
                }
                guard let place else { continue }
                let rest = tokens[(place + 1)...].filter { ![.symbol("="), .symbol("("), .symbol(")")].contains($0) }
                if rest.count == 1, case .text(let id) = rest[0] {
                    values.insert(.literal(id))
                } else if !rest.isEmpty {
                    values.insert(.computed)
                }
            }
            block.blocks.forEach(visit)
        }
        visit(GradleScript(source).root)
        return values.count > 1 ? .computed : values.first
    }
}
