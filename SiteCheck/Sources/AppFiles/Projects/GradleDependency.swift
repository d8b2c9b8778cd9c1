/// A module of the project that a build script uses.
struct GradleDependency: Hashable {
    /// The path as written: `:feature:links`, or `feature.links`.
    let path: String
    /// The build type, the flavour or the variant that uses it, empty for all of them, or `nil` if only running the script
    /// determines it.
    let variant: String?

    /// Configurations that merge a library's manifest into the app's.
    private static let merged = ["implementation", "api", "runtimeOnly", "compile", "apk"]
    /// Configurations whose libraries are not in the app.
    private static let left = [
        "compileOnly", "compileOnlyApi", "provided", "annotationProcessor", "wearApp", "lintChecks", "lintPublish",
        "coreLibraryDesugaring", "baselineProfile",
    ]

    init(path: String, variant: String? = "") {
        self.path = path
        self.variant = variant
    }

    /// Reads a statement of a block of dependencies, such as `releaseImplementation(project(":feature:links"))`,
    /// `implementation(project(path: ":feature:links"))` or `add("freeApi", projects.feature.links)`.
    ///
    /// - Parameters:
    ///   - statement: The statement, or the header of a block.
    ///   - isCertain: Whether it certainly runs.
    /// - Returns: The named modules, if their manifests are merged.
    static func read(_ statement: String, isCertain: Bool) -> [GradleDependency] {
        let tokens = GradleToken.tokens(of: statement)
        guard let variant = variant(of: tokens) else { return [] }
        var found: [GradleDependency] = []
        func add(_ path: String) { found.append(GradleDependency(path: path, variant: isCertain ? variant : nil)) }
        for (index, token) in tokens.enumerated() {
            guard case .word(let word) = token else { continue }
            if word.hasPrefix("projects.") {
                add(String(word.dropFirst("projects.".count)))
            } else if word == "project" {
                for case .text(let path) in tokens[index...].prefix(6) where path.hasPrefix(":") { add(path) }
            }
        }
        return found
    }

    /// The build type, flavour or variant in a statement's configuration: the text before `Implementation`; `nil` if no manifest is
    /// merged.
    private static func variant(of tokens: [GradleToken]) -> String? {
        let name: String
        switch tokens.first {
        case .word("add"), .word("dependencies.add"):
            guard tokens.count > 2, case .text(let text) = tokens[2] else { return "" }
            name = text
        case .word(let word): name = word
        case .text(let text): name = text
        default: return ""
        }
        // No build type and no flavour may have such a name.
        guard !["test", "androidTest", "kapt", "ksp"].contains(where: name.hasPrefix), !ends(name, with: left) else {
            return nil
        }
        guard let end = merged.first(where: { ends(name, with: [$0]) }) else { return "" }
        let prefix = String(name.dropLast(end.count))
        if prefix.hasSuffix("Test") { return nil }
        // `Main` ends the name of a source set of Kotlin Multiplatform, which applies to all variants.
        return prefix.hasSuffix("Main") ? "" : prefix
    }

    private static func ends(_ name: String, with ends: [String]) -> Bool {
        ends.contains { name == $0 || name.hasSuffix($0.prefix(1).uppercased() + $0.dropFirst()) }
    }
}
