/// The sources of a project, and its types by name.
package struct ReceiverSources: Sendable {
    package let facts: SourceFacts
    /// The unavailable part of the sources, as a clause, or `nil` if all are available.
    package let gap: String?
    private let types: [String: [SourceFacts.TypeFacts]]

    package init(_ facts: SourceFacts, gap: String? = nil) {
        self.facts = facts
        self.gap = gap ?? facts.gap
        types = Dictionary(grouping: facts.types, by: \.name)
    }

    func types(_ name: String, _ language: SourceFacts.Language) -> [SourceFacts.TypeFacts] {
        (types[name] ?? []).filter { $0.language == language }
    }

    /// A class with its base classes, as far as they are in the sources.
    struct Chain {
        /// The declarations, the class's own first.
        var types: [SourceFacts.TypeFacts] = []
        /// The names of the class and its bases, including the first base that is missing from the sources.
        var names: [String] = []
        /// The base that is missing from the sources, or `nil` if the class itself is missing.
        var root: String?
        var isFound: Bool { !types.isEmpty }
    }

    private static let maximumChainLength = 32

    /// - Parameters:
    ///   - name: The class.
    ///   - language: Its language.
    ///   - module: The folder whose classes come before those of other folders with the same names.
    /// - Returns: The class and its bases.
    func chain(of name: String, _ language: SourceFacts.Language, in module: String? = nil) -> Chain {
        var chain = Chain()
        var next: String? = name
        var seen: Set<String> = []
        while let current = next, seen.insert(current).inserted, seen.count <= Self.maximumChainLength {
            chain.names.append(current)
            let all = types(current, language)
            let own = module.map { module in all.filter { $0.place.file.hasPrefix(module + "/") } } ?? []
            let found = own.isEmpty ? all : own
            // An extension alone does not show what the class is.
            let declared = found.first { !$0.isExtension && !$0.bases.isEmpty } ?? found.first { !$0.isExtension }
            guard let declared else {
                chain.root = current
                return chain
            }
            chain.types += found
            next = declared.bases.first
        }
        return chain
    }
}
