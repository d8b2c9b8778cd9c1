import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The parts of `buildSrc` and of included builds that are read: literal constants, plugins that are scripts, and the classes of
/// plugins, which are not run.
struct BuildLogic {
    /// The scripts of plugins by the plugins' ids, with their paths.
    private(set) var scripts: [String: (file: String, text: String)] = [:]
    /// The constants by their names with those of their objects; an inner `nil` is a name with several values.
    private(set) var constants: [String: String?] = [:]
    /// The first place that sets an application id; which module gets it is unknown, because the code is not run.
    private(set) var idPlace: String?
    /// Whether some code may set an application id or a part of it: it names one, is not read, or applies computed plugins.
    private(set) var mayMakeID = false
    /// Whether some code names a namespace, which is the id of an app without one.
    private(set) var mayMakeNamespace = false
    /// Whether some code may set a property of a project.
    private(set) var mayMakeProperty = false
    /// The ids of plugins with the names of their classes.
    private(set) var registrations: [(id: GradlePlugins.Reference, name: String)] = []
    /// The plugins that any code applies.
    private(set) var applied: Set<GradlePlugins.Reference> = []
    /// The classes by name; an inner `nil` is a name that several classes have.
    private(set) var classes: [String: GradleScript.Block?] = [:]

    private static let maximumFileCount = 500
    private static let maximumDepth = 16
    private static let maximumSize = 8 << 20
    private static let maximumConstantCount = 1_000

    private let folder: ProjectFolder
    private var fileCount = 0
    private var size = 0
    /// Whether some code was not read, which may give a constant another value.
    private var isTruncated = false

    /// - Parameters:
    ///   - folder: The project.
    ///   - root: The folder of the settings.
    init(_ folder: ProjectFolder, root: String) {
        self.folder = folder
        let settings =
            ["settings.gradle", "settings.gradle.kts"].lazy
            .compactMap { folder.text(ProjectFolder.joined(root, $0)) }.first ?? ""
        for place in ["buildSrc"] + Self.included(by: GradleScript(settings).root) {
            guard let path = ProjectFolder.normalized(ProjectFolder.joined(root, place)) else {
                // A build outside the project may set anything.
                mayMakeID = true
                continue
            }
            visit(path, depth: 0)
        }
        isTruncated = isTruncated || max(applied.count, registrations.count) > Self.maximumConstantCount
        if isTruncated { (constants, mayMakeID) = ([:], true) }
        mayMakeProperty = mayMakeProperty || isTruncated
    }

    /// The folders of the builds that settings include.
    private static func included(by block: GradleScript.Block) -> [String] {
        let headers = block.statements + block.blocks.map(\.header)
        return headers.compactMap { statement -> String? in
            let tokens = GradleToken.tokens(of: statement)
            guard tokens.first == .word("includeBuild") else { return nil }
            return tokens.lazy.compactMap { if case .text(let path) = $0 { path } else { nil } }.first
        } + block.blocks.flatMap { included(by: $0) }
    }

    private mutating func visit(_ place: String, depth: Int) {
        guard depth < Self.maximumDepth else {
            isTruncated = true
            return
        }
        // The folders of packages may have any name.
        let isSource = place.contains("/src/main/")
        for name in folder.names(in: place).sorted() where !name.hasPrefix(".") && (name != "build" || isSource) {
            let path = ProjectFolder.joined(place, name)
            let isRegistration = name.hasSuffix(".properties") && place.hasSuffix("/META-INF/gradle-plugins")
            guard
                isRegistration
                    || ["kt", "java", "groovy", "kts", "gradle"].contains(where: { name.hasSuffix(".\($0)") })
            else {
                if isSource || !name.contains(".") { visit(path, depth: depth + 1) }
                continue
            }
            let isBuild = name == "build.gradle" || name == "build.gradle.kts"
            guard isBuild || path.contains("/src/main/") else { continue }
            guard fileCount < Self.maximumFileCount, size < Self.maximumSize, let text = folder.text(path) else {
                isTruncated = true
                continue
            }
            fileCount += 1
            size += text.utf8.count
            if isRegistration {
                // implementation-class=com.example.AppPlugin
                let words = text.split { $0 == "=" || $0.isWhitespace }
                if words.count == 2 { register(.id(String(name.dropLast(".properties".count))), words[1]) }
            } else if isBuild {
                register(GradleScript(text).root)
            } else {
                read(text, name, path)
            }
        }
    }

    /// Adds `register("app") { id = "shelf.app"; implementationClass = "com.example.AppPlugin" }`.
    private mutating func register(_ block: GradleScript.Block) {
        func value(_ name: String) -> [GradleToken]? {
            block.statements.map(GradleToken.tokens).first { $0.first?.lastName.map(String.init) == name }
        }
        if case .text(let name)? = value("implementationClass")?.last, let id = value("id"),
            let reference = GradlePlugins.Reference(in: id)
        {
            register(reference, name[...])
        }
        for inner in block.blocks { register(inner) }
    }

    private mutating func register(_ id: GradlePlugins.Reference, _ name: Substring) {
        registrations.append((id, name.split(separator: ".").last.map(String.init) ?? String(name)))
    }

    private mutating func read(_ text: String, _ name: String, _ path: String) {
        ReadingSteps.add()
        let script = GradleScript(text).root
        let (references, isWhole) = GradlePlugins.references(inCode: script)
        applied.formUnion(references.map(\.id))
        mayMakeID = mayMakeID || !isWhole || text.contains("pplicationId")
        mayMakeNamespace = mayMakeNamespace || text.contains("amespace")
        mayMakeProperty = mayMakeProperty || ["extra", "ext.", "setProperty"].contains(where: text.contains)
        if idPlace == nil, text.contains("applicationId") {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let line = lines.firstIndex { line in
                line.contains("applicationId")
                    && GradleModule.parts(in: .init(statements: [String(line)])).contains(.applicationID)
            }
            idPlace = line.map { "\(folder.shown(path).sanitized(limit: 400)):\($0 + 1)" }
        }
        if let end = [".gradle.kts", ".gradle"].first(where: name.hasSuffix) {
            // A script in a package has the package in its id.
            let package = script.statements.first { $0.hasPrefix("package ") }?.dropFirst(8)
            let id = (package.map { $0 + "." } ?? "") + name.dropLast(end.count)
            scripts[String(id)] = (path, text)
        } else {
            add(script, within: "")
        }
    }

    /// Adds `const val NAME = "…"` and `static final String NAME = "…"` of objects and classes.
    private mutating func add(_ block: GradleScript.Block, within owner: String) {
        for statement in block.statements {
            let tokens = GradleToken.tokens(of: statement)
            guard tokens.contains(.word("const")) || tokens.contains(.word("final")) || tokens.contains(.word("val")),
                let equals = tokens.firstIndex(of: .symbol("=")), equals > 0, case .text(let value)? = tokens.last,
                equals == tokens.count - 2
            else { continue }
            let isTyped = equals > 2 && tokens[equals - 2] == .symbol(":")
            guard case .word(let name) = tokens[isTyped ? equals - 3 : equals - 1] else { continue }
            let key = owner.isEmpty ? name : "\(owner).\(name)"
            guard constants[key] != nil || constants.count < Self.maximumConstantCount else {
                isTruncated = true
                return
            }
            constants[key] = constants[key] == nil || constants[key] == value ? value : .some(nil)
        }
        for inner in block.blocks {
            let words = GradleToken.tokens(of: inner.header).compactMap { token -> String? in
                if case .word(let word) = token { word } else { nil }
            }
            guard let kind = words.firstIndex(where: { ["object", "class", "interface"].contains($0) }) else {
                continue
            }
            let name = words[kind] == "object" && words.first == "companion" ? nil : words.dropFirst(kind + 1).first
            if let name, words[kind] == "class" { classes[name] = classes[name] == nil ? inner : .some(nil) }
            // A companion's members are named by the class.
            add(inner, within: [owner, name ?? ""].filter { !$0.isEmpty }.joined(separator: "."))
        }
    }
}
