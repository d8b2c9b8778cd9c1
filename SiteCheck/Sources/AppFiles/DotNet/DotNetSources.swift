@_spi(Bolts) import BoltsSiteCheck

/// Which C# files a project compiles, with the projects that it refers to.
struct DotNetSources {
    private struct Part {
        let base: String
        /// Whether the project compiles the files in its folder; otherwise it lists its files.
        let usual: Certainty
        /// Whether builds for Android include the project.
        let certainty: Certainty
        var patterns: [(pattern: PathPattern, removes: Bool, certainty: Certainty)] = []
    }

    private var parts: [Part] = []
    /// The first part that is not read, as a clause.
    var gap: String?

    /// Adds a project that builds for Android may include; returns the paths that it refers to, and whether builds include these.
    mutating func add(
        _ properties: DotNetProperties,
        at base: String,
        for framework: String?,
        file: String,
        _ certainty: Certainty
    ) -> [(path: String, certainty: Certainty)] {
        if properties.isTruncated { gap = gap ?? "\(file) has too many items" }
        let states = ["EnableDefaultItems", "EnableDefaultCompileItems"].map { name -> Certainty in
            let values = properties.candidates(name, for: framework).map { $0?.lowercased() }
            guard values.contains(where: { $0 == nil || $0 == "false" }) else { return .yes }
            return properties.value(name, for: framework)?.lowercased() == "false" ? .no : .open
        }
        let usual = states[0].and(states[1]).and(Certainty(properties.legacyPlatforms.isEmpty))
        var part = Part(base: base, usual: usual, certainty: certainty)
        var references: [(path: String, certainty: Certainty)] = []
        for (kind, path, holds) in properties.paths(for: framework) {
            let own = path.flatMap { ProjectFolder.normalized(ProjectFolder.joined(base, $0)) }
            switch (kind, own) {
            case (.includes, let own?): references.append((own, certainty.and(holds)))
            case (.includes, nil): gap = gap ?? "\(file) refers to a project that is outside the folder"
            case (.compiles, nil): gap = gap ?? "\(file) includes sources that are outside the folder"
            // Which files are meant is not known, so any file may be removed.
            case (.removes, nil): part.patterns.append((PathPattern("**/*"), true, .open))
            case (_, let own?): part.patterns.append((PathPattern(own), kind == .removes, holds))
            }
        }
        parts.append(part)
        return references
    }

    /// Adds the files of a shared project.
    mutating func add(folder: String, _ certainty: Certainty) {
        parts.append(Part(base: folder, usual: .yes, certainty: certainty))
    }

    /// Whether builds for Android compile a file.
    func certainty(of file: String) -> Certainty {
        let places = file.split(separator: "/")
        return parts.reduce(.no) { $0.or(Self.certainty(of: file, places, $1)) }
    }

    private static func certainty(of file: String, _ places: [Substring], _ part: Part) -> Certainty {
        var result = Certainty(isOwn(file, part.base)).and(part.usual)
        // A later item counts for more.
        for (pattern, removes, certainty) in part.patterns where pattern.matches(file, places) {
            result = removes ? result.and(certainty.inverse) : result.or(certainty)
        }
        return result.and(part.certainty)
    }

    private static func isOwn(_ file: String, _ base: String) -> Bool {
        guard base.isEmpty || file.hasPrefix(base + "/") else { return false }
        let places = file.dropFirst(base.isEmpty ? 0 : base.count + 1).split(separator: "/")
        guard let first = places.first, first != "obj", first != "bin" else { return false }
        return first != "Platforms" || places.count < 3 || places[1].lowercased() == "android"
    }
}

/// A path of an item of MSBuild: `*` and `?` stand for characters of one part, and `**` for any parts or none.
private struct PathPattern {
    private let text: String
    /// The parts, or `nil` for a path without a wildcard.
    private let parts: [Substring]?

    init(_ text: String) {
        self.text = text
        parts = text.contains { $0 == "*" || $0 == "?" } ? text.split(separator: "/") : nil
    }

    func matches(_ file: String, _ places: [Substring]) -> Bool {
        guard let parts else { return text == file }
        let isEqual = { (place: Substring, part: Substring) in
            Self.matches(Array(place.utf8), Array(part.utf8), any: UInt8(ascii: "*")) {
                $1 == $0 || $1 == UInt8(ascii: "?")
            }
        }
        return Self.matches(places, parts, any: "**", isEqual)
    }

    /// Compares two lists; an element of the pattern may stand for any elements.
    ///
    /// The last such one that was passed is the only one to go back to.
    private static func matches<Element: Equatable>(
        _ list: [Element],
        _ pattern: [Element],
        any: Element,
        _ isEqual: (Element, Element) -> Bool
    ) -> Bool {
        var (index, place) = (0, 0)
        var back: (index: Int, place: Int)?
        while index < list.count {
            if place < pattern.count, pattern[place] == any {
                back = (index, place)
                place += 1
            } else if place < pattern.count, isEqual(list[index], pattern[place]) {
                (index, place) = (index + 1, place + 1)
            } else if let last = back {
                back = (last.index + 1, last.place)
                (index, place) = (last.index + 1, last.place + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == any }
    }
}
