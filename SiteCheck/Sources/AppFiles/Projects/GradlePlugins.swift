import BoltsBase

/// The plugins that the build scripts of a project apply, by their ids.
///
/// Plugins are code and are not read, except those of `buildSrc` and of included builds that are scripts.
struct GradlePlugins {
    /// The facts known from the ids of a script's plugins.
    struct Applied {
        /// Whether one of them is Android's plugin for apps.
        var isApplication = false
        /// Whether one of them is an Android plugin for something other than an app: a library, a feature, tests.
        var isLibrary = false
        /// Whether that is the plugin for modules with tests of an app.
        var isTest = false
        /// The first plugin that may set anything, including the module's role and the application id, or `nil` if there is
        /// none.
        var unknown: GradleUnread?
    }

    /// Android's plugins for modules that are not apps.
    private static let libraries: Set<String> = [
        "com.android.library", "com.android.dynamic-feature", "com.android.test", "com.android.asset-pack",
        "com.android.kotlin.multiplatform.library", "com.android.fused-library", "android-library",
    ]

    private static let maximumPluginCount = 50

    /// The prefixes of the ids of plugins that are known to set no application id and, in settings, to include no app.
    private static let published = [
        "com.android.", "org.jetbrains.", "org.gradle.", "com.gradle.", "com.google.", "androidx.", "dagger.",
        "dev.flutter.",
        "kotlin-", "java-", "realm-", "io.sentry.", "com.bugsnag.", "com.huawei.", "com.apollographql.", "app.cash.",
        "com.squareup.", "com.diffplug.", "com.github.triplet.", "com.github.ben-manes.", "com.mikepenz.",
        "com.autonomousapps.", "org.jlleitschuh.", "io.gitlab.arturbosch.", "com.datadoghq.",
    ]
    /// Complete ids of such plugins.
    private static let publishedNames: Set<String> = [
        "android", "android-library", "com.facebook.react", "com.facebook.react.settings", "kotlin", "java",
        "org.sonarqube", "jacoco",
        "maven-publish", "newrelic", "idea", "checkstyle",
    ]

    private let folder: ProjectFolder
    private var catalogs: [String: VersionCatalog] = [:]
    private var logics: [String: BuildLogic] = [:]

    init(_ folder: ProjectFolder) { self.folder = folder }

    /// Returns the facts known from the plugins that a module's scripts apply.
    mutating func applied(by scripts: [String], at module: String) -> Applied {
        let root = root(above: module)
        var result = Applied()
        for reference in scripts.flatMap(Self.references).prefix(Self.maximumPluginCount) {
            let id = id(of: reference, root)
            if logic(root).scripts[id] != nil { continue }
            if id == "com.android.application" || id == "libs.plugins.android.application" {
                result.isApplication = true
            } else if Self.libraries.contains(id) {
                result.isLibrary = true
                result.isTest = result.isTest || id == "com.android.test"
            } else if !Self.isPublished(id) {
                result.unknown = result.unknown ?? .plugin(id, logic(root).idPlace)
            }
        }
        return result
    }

    private static func isPublished(_ id: String) -> Bool {
        publishedNames.contains(id) || published.contains(where: id.hasPrefix)
    }

    /// Whether settings apply a plugin that may include modules: one that is not known.
    static func mayIncludeModules(_ settings: String) -> Bool {
        references(in: settings).contains { reference in
            if case .id(let id) = reference { !isPublished(id) } else { true }
        }
    }

    /// The scripts of the plugins that scripts apply, with those that these apply, and their paths.
    mutating func precompiled(by scripts: [String], at module: String) -> [(file: String, text: String)] {
        let root = root(above: module)
        guard !logic(root).scripts.isEmpty else { return [] }
        var found: [(file: String, text: String)] = []
        var open = scripts
        while let text = open.popLast(), found.count < Self.maximumPluginCount {
            for reference in Self.references(in: text).prefix(Self.maximumPluginCount) {
                guard let script = logic(root).scripts[id(of: reference, root)],
                    !found.contains(where: { $0.file == script.file })
                else { continue }
                found.append(script)
                open.append(script.text)
            }
        }
        return found
    }

    /// The constants of the build's own code, by name; an inner `nil` is a name with several values.
    mutating func constants(above module: String) -> [String: String?] { logic(root(above: module)).constants }

    private mutating func logic(_ root: String) -> BuildLogic {
        if let known = logics[root] { return known }
        let logic = BuildLogic(folder, root: root)
        logics[root] = logic
        return logic
    }

    private mutating func id(of reference: Reference, _ root: String) -> String {
        switch reference {
        case .id(let name): name
        case .accessor(let name): catalog(root).plugins[name] ?? "libs.plugins." + name
        }
    }

    private enum Reference {
        case id(String)
        /// The text after `libs.plugins.` in a script.
        case accessor(String)
    }

    /// The plugins that a script applies.
    private static func references(in script: String) -> [Reference] {
        var found: [Reference] = []
        func visit(_ block: GradleScript.Block, isPlugins: Bool) {
            for statement in block.statements {
                let tokens = GradleToken.tokens(of: statement)
                // A plugin that is only on the class path is applied elsewhere.
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

    /// The versions in a project's catalog, by the names that scripts use.
    mutating func versions(above module: String) -> [String: String] { catalog(root(above: module)).versions }

    private mutating func catalog(_ root: String) -> VersionCatalog {
        if let known = catalogs[root] { return known }
        let catalog = VersionCatalog(folder.text(ProjectFolder.joined(root, "gradle/libs.versions.toml")) ?? "")
        catalogs[root] = catalog
        return catalog
    }

    /// The folder of the settings above a module.
    func root(above module: String) -> String {
        ProjectFolder.folders(from: module).dropFirst().first(where: hasSettings) ?? ""
    }

    func hasSettings(_ place: String) -> Bool {
        ["settings.gradle", "settings.gradle.kts"].contains { folder.exists(ProjectFolder.joined(place, $0)) }
    }
}
