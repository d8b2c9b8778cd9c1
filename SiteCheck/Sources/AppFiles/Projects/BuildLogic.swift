import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The parts of `buildSrc` and of included builds that are read: literal constants, and plugins that are scripts.
///
/// Plugins that are classes are code and are not read.
struct BuildLogic {
    /// The scripts of plugins by the plugins' ids, with their paths.
    private(set) var scripts: [String: (file: String, text: String)] = [:]
    /// The constants by their names with those of their objects; an inner `nil` is a name with several values.
    private(set) var constants: [String: String?] = [:]
    /// The first place that sets an application id; which module gets it is unknown, because the code is not run.
    private(set) var idPlace: String?

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
            guard let path = ProjectFolder.normalized(ProjectFolder.joined(root, place)) else { continue }
            visit(path, depth: 0)
        }
        if isTruncated { constants = [:] }
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
        for name in folder.names(in: place).sorted() where !name.hasPrefix(".") && name != "build" {
            let path = ProjectFolder.joined(place, name)
            guard ["kt", "java", "groovy", "kts", "gradle"].contains(where: { name.hasSuffix(".\($0)") }) else {
                if !name.contains(".") { visit(path, depth: depth + 1) }
                continue
            }
            guard path.contains("/src/main/") else { continue }
            guard fileCount < Self.maximumFileCount, size < Self.maximumSize, let text = folder.text(path) else {
                isTruncated = true
                continue
            }
            fileCount += 1
            size += text.utf8.count
            read(text, name, path)
        }
    }

    private mutating func read(_ text: String, _ name: String, _ path: String) {
        ReadingSteps.add()
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
            let package = GradleScript(text).root.statements.first { $0.hasPrefix("package ") }?.dropFirst(8)
            let id = (package.map { $0 + "." } ?? "") + name.dropLast(end.count)
            scripts[String(id)] = (path, text)
        } else {
            add(GradleScript(text).root, within: "")
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
            // A companion's members are named by the class.
            add(inner, within: [owner, name ?? ""].filter { !$0.isEmpty }.joined(separator: "."))
        }
    }
}
