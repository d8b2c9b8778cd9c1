@_spi(Bolts) import BoltsSiteCheck

/// Which C# files a project compiles, with the projects that it refers to.
struct DotNetSources {
    private struct Part {
        let base: String
        /// Whether the project lists its files; otherwise it compiles those in its folder.
        let isListed: Bool
        /// Whether builds for Android include the project.
        let certainty: Certainty
        var patterns: [(pieces: [String], removes: Bool, certainty: Certainty)] = []
    }

    private var parts: [Part] = []
    /// The first part that is not read, as a clause.
    var gap: String?

    /// Adds a project that builds for Android may include.
    ///
    /// - Returns: The paths of the projects that it refers to, and whether builds include these.
    mutating func add(
        _ properties: DotNetProperties,
        at base: String,
        for framework: String?,
        file: String,
        _ certainty: Certainty
    ) -> [(path: String, certainty: Certainty)] {
        let hasDefault = properties.value("EnableDefaultCompileItems", for: framework)?.lowercased() != "false"
        var part = Part(base: base, isListed: !properties.legacyPlatforms.isEmpty || !hasDefault, certainty: certainty)
        for kind in [DotNetProperties.ItemKind.compiles, .removes] {
            for (path, holds) in properties.paths(kind, for: framework) {
                guard let path, let own = ProjectFolder.normalized(ProjectFolder.joined(base, path)) else {
                    // Which files are meant is not known: any file may be removed, and others may be added.
                    if kind == .removes { part.patterns.append((["", ""], true, .open)) }
                    if kind == .compiles { gap = gap ?? "\(file) includes sources that are outside the folder" }
                    continue
                }
                // Two stars stand for any folders, or none.
                let pieces = own.replacing("**/", with: "*").split(separator: "*", omittingEmptySubsequences: false)
                // The order of several stars is compared roughly.
                let isRough = pieces.count > 3 && kind == .removes
                part.patterns.append((pieces.map(String.init), kind == .removes, isRough ? .open : holds))
            }
        }
        parts.append(part)
        return properties.paths(.includes, for: framework).compactMap { path, holds in
            let own = path.flatMap { ProjectFolder.normalized(ProjectFolder.joined(base, $0)) }
            if own == nil { gap = gap ?? "\(file) refers to a project that is outside the folder" }
            return own.map { ($0, certainty.and(holds)) }
        }
    }

    /// Adds the files of a shared project.
    mutating func add(folder: String, _ certainty: Certainty) {
        parts.append(Part(base: folder, isListed: false, certainty: certainty))
    }

    /// Whether builds for Android compile a file.
    func certainty(of file: String) -> Certainty {
        parts.reduce(.no) { $0.or(Self.certainty(of: file, $1)) }
    }

    private static func certainty(of file: String, _ part: Part) -> Certainty {
        var result = Certainty(!part.isListed && isOwn(file, part.base))
        for pattern in part.patterns where matches(file, pattern.pieces) {
            result = pattern.removes ? result.and(pattern.certainty.inverse) : result.or(pattern.certainty)
        }
        return result.and(part.certainty)
    }

    private static func isOwn(_ file: String, _ base: String) -> Bool {
        guard base.isEmpty || file.hasPrefix(base + "/") else { return false }
        let places = file.dropFirst(base.isEmpty ? 0 : base.count + 1).split(separator: "/")
        guard let first = places.first, first != "obj", first != "bin" else { return false }
        return first != "Platforms" || places.count < 3 || places[1].lowercased() == "android"
    }

    private static func matches(_ file: String, _ pieces: [String]) -> Bool {
        guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else { return pieces == [file] }
        guard file.hasPrefix(first) else { return false }
        var rest = file.dropFirst(first.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let place = rest.firstRange(of: piece) else { return false }
            rest = rest[place.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
