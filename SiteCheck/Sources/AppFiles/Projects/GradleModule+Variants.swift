import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

extension GradleModule {
    /// A variant: one flavour of each dimension, and a build type.
    struct Variant {
        var name: String
        /// The settings, weakest first.
        var settings: [Settings]
        /// The suffixes of the application id, in order.
        var suffixes: [Value]
        /// The names of its source folders, weakest first.
        var sourceSets: [String]
        /// The matching build types of a library, the best first.
        var types: [String]
        /// The matching flavours of a library by dimension, the best first.
        var choices: [String: [String]]
        /// The whole application id, if code for the variant sets it.
        var finalID: Value?
        /// ``GradleModule/openness`` and ``GradleModule/unread`` for this variant.
        let openness: String?
        let unread: GradleUnread?

        func value(_ key: KeyPath<Settings, Value?>) -> Value? {
            settings.reversed().lazy.compactMap { $0[keyPath: key] }.first
        }

        func placeholder(_ name: String) -> Value? { strongest(.placeholders) { $0.placeholders[name] } }

        func string(_ name: String) -> Value? { strongest(.strings) { $0.strings[name] } }

        /// Whether a script sets a placeholder or a string resource itself, not only code that may set any.
        func sets(_ name: String, isString: Bool) -> Bool {
            settings.contains { (isString ? $0.strings : $0.placeholders)[name] != nil }
        }

        private func strongest(_ part: Part, _ value: (Settings) -> Value?) -> Value? {
            for own in settings.reversed() {
                if let value = value(own) { return value }
                if own.open.contains(part) { return .computed }
            }
            return nil
        }

        fileprivate mutating func apply(_ change: Settings) {
            finalID = change.applicationID ?? finalID
            // Where among the others such a suffix is, is unknown too.
            if let suffix = change.applicationIDSuffix { suffixes = [suffix] }
            settings.append(change)
        }

        /// The application id with the suffixes of the flavours and of the build type, or `nil` if no script sets it.
        var applicationID: Value? { finalID ?? value(\.applicationID).map(suffixed) }

        /// An application id, or the namespace that replaces it, with the suffixes of the flavours and of the build type.
        func suffixed(_ name: SourceText) -> Value {
            suffixes.reduce(name) { id, suffix in
                // Gradle omits an empty suffix.
                if suffix.known?.isEmpty == true { return id }
                let hasDot = suffix.known.map { $0.hasPrefix(".") } ?? true
                return id + (hasDot ? suffix : SourceText(".") + suffix)
            }
        }
    }

    static let maximumVariantCount = 128

    /// The number of variants, including those that are not examined.
    var variantCount: Int {
        groups.reduce(buildTypes.count) { min(1_000_000, $0 * $1.flavors.count) }
    }

    /// The flavours of each dimension.
    private var groups: [(dimension: String, flavors: [(name: String, settings: Settings)])] {
        let order = dimensions.isEmpty ? [""] : Array(dimensions.prefix(Self.maximumDimensionCount))
        return order.compactMap { dimension in
            let group = flavors.filter { ($0.settings.dimension ?? order[0]) == dimension || dimensions.count <= 1 }
            guard let first = group.first else { return nil }
            return (dimensions.isEmpty ? first.settings.dimension ?? dimension : dimension, group)
        }
    }

    /// The variants, at most ``maximumVariantCount``.
    var variants: [Variant] {
        let others = environments.map { ($0.start, $0.module?.sameVariants ?? []) }
        return sameVariants.map { own in
            // Versions of react-native-config differ in what they take for the name of a variant with digits.
            let name = own.name.utf8.allSatisfy(\.isASCIILetter) || others.count == 1 ? own.name.lowercased() : nil
            let chosen = name.flatMap { name in others.first { name.hasPrefix($0.0) } }
            return chosen?.1.first { $0.name == own.name } ?? own
        }
    }

    /// The variants with the values that are the same for all of them.
    private var sameVariants: [Variant] {
        let groups = groups
        var combinations: [[(name: String, settings: Settings)]] = [[]]
        for group in groups {
            combinations = combinations.flatMap { combination in group.flavors.map { combination + [$0] } }
            combinations = Array(combinations.prefix(Self.maximumVariantCount))
        }
        var result: [Variant] = []
        for combination in combinations {
            let own = zip(groups.map(\.dimension), combination.map { [$0.name] + $0.settings.fallbacks })
            for type in buildTypes where result.count < Self.maximumVariantCount {
                let settings = [defaults] + combination.reversed().map(\.settings) + [type.settings]
                var choices: [String: [String]] = [:]
                for setting in settings { choices.merge(setting.strategies) { $1 } }
                var variant =
                    Variant(
                        name: Self.camelCased(combination.map(\.name) + [type.name]),
                        settings: settings,
                        suffixes: ([defaults] + combination.map(\.settings) + [type.settings]).compactMap(
                            \.applicationIDSuffix
                        ),
                        sourceSets: Self.sourceSets(flavors: combination.map(\.name), type: type.name),
                        types: [type.name] + type.settings.fallbacks,
                        choices: choices.merging(own) { $1 },
                        openness: openness,
                        unread: unread
                    )
                let isBuilt = change(&variant, type: type.name, flavors: combination.map(\.name))
                if isBuilt { result.append(variant) }
            }
        }
        return result
    }

    /// The names of the source folders of some flavours and a build type, weakest first.
    static func sourceSets(flavors: [String], type: String) -> [String] {
        // If there are several dimensions, the first is the strongest.
        var sets = ["main"] + flavors.reversed()
        if flavors.count > 1 { sets.append(camelCased(flavors)) }
        sets.append(type)
        if !flavors.isEmpty { sets.append(camelCased(flavors + [type])) }
        return sets
    }

    /// The names of a library's source folders that apply to a variant of an app, weakest first, or `nil` if the library's scripts
    /// do not state them.
    func sourceSets(for app: Variant) -> [String]? {
        guard let type = app.types.first(where: { name in buildTypes.contains { $0.name == name } }) else { return nil }
        var names: [String] = []
        for group in groups {
            let known = group.flavors.map(\.name)
            guard
                let name = app.choices[group.dimension]?.first(where: known.contains)
                    ?? (known.count == 1 ? known[0] : nil)
            else { return nil }
            names.append(name)
        }
        return Self.sourceSets(flavors: names, type: type)
    }

    /// The source folders with manifests that belong to none of the variants in the scripts.
    func unknownSets(of folders: some Sequence<String>, _ variants: [Variant]) -> [String] {
        let known = Set(variants.flatMap(\.sourceSets))
        let all = known.union(known.flatMap(Self.folders))
        return folders.filter { !all.contains($0) && !$0.lowercased().contains("test") }
    }

    /// The names of the folders that a source set may be in; with Kotlin Multiplatform, those of Android have names such as
    /// `androidMain`.
    static func folders(of set: String) -> [String] {
        [set, "android" + set.prefix(1).uppercased() + set.dropFirst()]
    }

    /// The folders of the resources of some source folders of a module, weakest first.
    func resourceFolders(of sets: [String], at place: String) -> [String] {
        sets.flatMap { set in ["src/\(set)/res"] + (resources[set] ?? []) }
            .compactMap { ProjectFolder.normalized(ProjectFolder.joined(place, $0)) }
    }

    /// Applies the changes of code to a variant, and returns whether the variant is built.
    private func change(_ variant: inout Variant, type: String, flavors: [String]) -> Bool {
        for change in changes {
            guard let applies = change.applies(type: type, flavors: flavors, name: variant.name) else {
                variant.apply(change.settings.computed)
                continue
            }
            guard applies else { continue }
            if change.disables { return false }
            variant.apply(change.settings)
        }
        return true
    }

    static func camelCased(_ names: [String]) -> String {
        guard let first = names.first else { return "" }
        return first + names.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
