import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The parts of `buildSrc` and of included builds that are read: literal constants, plugins that are scripts, and the classes of
/// plugins, which are not run.
struct BuildLogic {
    /// The scripts of plugins by the plugins' ids, with their paths.
    private(set) var scripts: [String: (file: String, text: String)] = [:]
    /// The constants by their names with those of their objects; an inner `nil` is a name with several values.
    private(set) var constants: [String: String?] = [:]
    /// A place that sets an application id; which module gets it is unknown, because the code is not run.
    private(set) var idPlace: String?
    /// Whether some code may set an application id or a part of it: it names one, is not read, or applies computed plugins.
    private(set) var mayMakeID = false
    /// Whether some code names a namespace, which is the id of an app without one.
    private(set) var mayMakeNamespace = false
    /// Whether some code may set a property of a project.
    private(set) var mayMakeProperty = false
    /// The ids of plugins with the names of their classes.
    private(set) var registrations: [(id: GradlePlugins.Reference, name: String)] = []
    /// A function, a class or another declaration of a file, or a script.
    struct Declaration {
        let name: String
        let code: GradleScript.Block
        /// The file and the line that set an application id or a part of it, of the whole file.
        let place: String
    }

    private(set) var declarations: [Declaration] = []
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
    /// Whether there are too many constants, or some code was not read, which may give one another value.
    private var isTruncated = false
    /// Whether some code was not read.
    private(set) var isPartial = false

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
                // A build outside the project may set anything; that of a package sets no property that a script asks for.
                mayMakeID = true
                mayMakeProperty = mayMakeProperty || !place.contains("node_modules/")
                continue
            }
            visit(path, depth: 0)
        }
        isTruncated = isTruncated || isPartial || max(applied.count, registrations.count) > Self.maximumConstantCount
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
            isPartial = true
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
                isPartial = true
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
        let names = ["extra", "ext.", "ext[", "setproperty", "extensions.create", "extensions.add"]
        let lower = text.lowercased()
        mayMakeProperty = mayMakeProperty || names.contains(where: lower.contains)
        let shown = folder.shown(path).sanitized(limit: 400)
        // The entries of an enumeration, which name what code sets later, may be before it.
        func place(_ parts: Set<GradleModule.Part>) -> String? {
            guard text.contains("pplicationId") else { return nil }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let line = lines.lastIndex { line in
                line.contains("pplicationId")
                    && !GradleModule.parts(in: .init(statements: [String(line)])).isDisjoint(with: parts)
            }
            return line.map { "\(shown):\($0 + 1)" }
        }
        idPlace = idPlace ?? place([.applicationID])
        let change = place([.applicationID, .suffix]) ?? shown
        if let end = [".gradle.kts", ".gradle"].first(where: name.hasSuffix) {
            // A script in a package has the package in its id.
            let package = script.statements.first { $0.hasPrefix("package ") }?.dropFirst(8)
            let id = (package.map { $0 + "." } ?? "") + name.dropLast(end.count)
            scripts[String(id)] = (path, text)
            declarations.append(Declaration(name: String(id), code: script, place: change))
        } else {
            add(script, within: "")
            var last: String?
            for block in script.statements.map({ GradleScript.Block(header: $0) }) + script.blocks {
                // What follows a parameter's own block, as in `fun name(own: () -> Unit = {}) {`, has no name.
                last = Self.isEnumeration(block.header) ? nil : Self.name(of: block.header) ?? last
                if let last { declarations.append(Declaration(name: last, code: block, place: change)) }
            }
        }
    }

    /// Whether a header is that of an enumeration, whose entries only have values that other code sets.
    private static func isEnumeration(_ header: String) -> Bool {
        GradleToken.tokens(of: header).contains(.word("enum"))
    }

    /// The name that a header of Kotlin, Java or Groovy declares, or `nil` if it declares nothing.
    private static func name(of header: String) -> String? {
        let tokens = GradleToken.tokens(of: header)
        if ["package", "import"].contains(tokens.first?.lastName) { return nil }
        let kinds: [GradleToken] = ["fun", "class", "object", "interface", "val", "var"].map { .word($0) }
        let rest = tokens[(tokens.firstIndex(where: kinds.contains) ?? 0)...]
        // Only a function may have type parameters or a type before its name.
        let isNamedFirst = rest.first != .word("fun") && rest.first.map(kinds.contains) == true
        let name =
            isNamedFirst ? rest.dropFirst().first : rest.firstIndex(of: .symbol("(")).flatMap { rest[..<$0].last }
        return name?.lastName.map(String.init)
    }

    /// Adds the values of `enum class Kind(val suffix: String? = null) { DEBUG(".debug"), RELEASE }`; null is the empty text, as
    /// for a suffix.
    private mutating func addEntries(_ block: GradleScript.Block, within owner: String) {
        func literal(_ tokens: ArraySlice<GradleToken>) -> String? {
            switch tokens.first {
            case .text(let text) where tokens.count == 1: text
            case .word("null") where tokens.count == 1: ""
            default: nil
            }
        }
        func list(_ tokens: ArraySlice<GradleToken>) -> [ArraySlice<GradleToken>] {
            GradleToken.parts(of: tokens, between: ",").filter { !$0.isEmpty }
        }
        func arguments(_ tokens: ArraySlice<GradleToken>) -> [ArraySlice<GradleToken>] {
            let rest = tokens.drop { $0 != .symbol("(") }.dropFirst()
            return list(rest.prefix(GradleToken.valueLength(rest, endsAtComma: false)))
        }
        let parameters = arguments(GradleToken.tokens(of: block.header)[...]).compactMap { tokens in
            tokens.firstIndex(of: .symbol(":")).flatMap { tokens[..<$0].last?.lastName }.map { name in
                let value = tokens.firstIndex(of: .symbol("=")).map { tokens[($0 + 1)...] }
                // Code may change a var, and compute a property that only has a parameter's name.
                return (name: String(name), value: value.flatMap(literal), isConstant: tokens.contains(.word("val")))
            }
        }
        let places = Dictionary(parameters.enumerated().map { ($1.name, $0) }) { $1 }
        for entry in list(GradleToken.tokens(of: block.statements.first ?? "")[...]) where !isTruncated {
            guard case .word(let name)? = entry.first, entry.count == 1 || entry.dropFirst().first == .symbol("(")
            else {
                continue
            }
            var values = parameters
            for (place, value) in arguments(entry).enumerated() {
                let isNamed = value.dropFirst().first == .symbol("=")
                let name = isNamed ? value.first?.lastName.map(String.init) : nil
                guard let index = isNamed ? name.flatMap({ places[$0] }) : place, values.indices.contains(index) else {
                    continue
                }
                values[index].value = literal(isNamed ? value.dropFirst(2) : value)
            }
            for own in values where own.isConstant { set("\(owner).\(name).\(own.name)", own.value) }
        }
    }

    /// Sets a constant, which is unknown if it has another value too.
    private mutating func set(_ key: String, _ value: String?) {
        guard constants[key] != nil || constants.count < Self.maximumConstantCount else {
            isTruncated = true
            return
        }
        constants[key] = constants[key] == nil || constants[key] == value ? .some(value) : .some(nil)
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
            set(key, value)
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
            let place = [owner, name ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
            if words.contains("enum") { addEntries(inner, within: place) }
            add(inner, within: place)
        }
    }
}
