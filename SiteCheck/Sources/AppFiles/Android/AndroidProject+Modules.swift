import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The variants of a module: each with its manifest, merged from source sets and libraries, and its application id.
extension AndroidProject {
    mutating func readModule(_ module: String, _ script: GradleModule) {
        let sets = sets[module] ?? [:]
        var resources: [[String]: StringResources] = [:]
        let variants = script.variants
        let count = script.variantCount
        let rest =
            count > GradleModule.maximumVariantCount
            ? SourceGap("\(shown(module)) has \(count) variants; only \(variants.count) are read") : nil
        if let rest { notes.append("\(rest.text).") }
        let known = Set(variants.flatMap(\.sourceSets))
        let unknown = script.unknownSets(of: filterSets(of: sets), variants)
            .map { gap(of: $0, sets[$0] ?? "", in: module, script.unread) }
        var leftOut = LeftOutVariants(script, variants, folders: sets.keys.sorted())
        var found: [AndroidAppClaims] = []
        let missing = missingManifest(of: script, at: module, sets)
        for variant in variants {
            var sources: [ManifestElement] = []
            var first: String?
            var unreadSource: String?
            let libraries = libraries(of: script, at: module, for: variant, known)
            var gaps = libraries.absent.map { absence(of: $0, usedBy: module) }
            if libraries.isTruncated { gaps.append(SourceGap("it uses too many modules")) }
            if let set = script.computedManifests.intersection(variant.sourceSets).min() {
                let name = set.sanitized(limit: 100)
                gaps.append(SourceGap("the build script computes the path of the manifest of \(name)"))
            }
            for (place, hosts) in libraries.open {
                var gap = SourceGap("the scripts do not state which variants use \(shown(place))")
                gap.hosts = hosts
                gaps.append(gap)
            }
            // Kotlin Multiplatform may name a variant's source set as another variant's folder.
            var others = known.subtracting(variant.sourceSets)
            let names = variant.sourceSets.flatMap(GradleModule.folders).filter { others.insert($0).inserted }
            for set in names {
                guard let file = sets[set] else { continue }
                first = first ?? file
                guard let element = self.known(file) else {
                    unreadSource = unreadSource ?? file
                    continue
                }
                sources.append(element)
            }
            // The unknown source set may belong to a variant that is not examined.
            if rest == nil { gaps += unknown }
            let isComputed = sources.isEmpty && !script.computedManifests.isDisjoint(with: variant.sourceSets)
            // If a manifest is unread, the others do not show what it adds or removes.
            if let unread = unreadSource.map({ self.gap(ofManifest: $0) }) ?? missing
                ?? (isComputed ? .widest(of: gaps) : nil)
            {
                // If the main manifest is missing, all variants lack it for the same reason.
                let named = missing == nil ? first : nil
                let file = named ?? Self.scriptFiles(of: module).first(where: folder.exists) ?? module
                let known = sources.last ?? ManifestElement("manifest")
                var app = claims(of: variant, script, known, StringResources(), (module, file))
                (app.filters, app.gap, app.module) = (nil, unread, shown(module))
                found.append(app)
                continue
            }
            guard var merged = sources.last, let first else { continue }
            let namespace = script.namespace ?? sources.lazy.compactMap { $0.attributes["package"] }.first
            // The last manifest is the strongest.
            for weaker in sources.dropLast().reversed() {
                merged = ManifestMerge(namespace: namespace).merged(weaker, merged)
            }
            var folders: [String] = []
            var added: [(manifest: ManifestElement, namespace: String?)] = []
            for library in libraries.found {
                let own = library.sets(for: variant)
                if !own.isWhole {
                    let place = library.place
                    let unknown = library.unknownSets.map { gap(of: $0, library.manifests[$0] ?? "", in: place) }
                    let open = SourceGap("the sources do not state which variant of \(shown(place)) it uses")
                    gaps += unknown.isEmpty ? [open] : unknown
                }
                folders += library.script.resourceFolders(of: own.names, at: library.place)
                var whole: ManifestElement?
                let ownNamespace = library.script.namespace
                for set in own.names.reversed() {
                    guard let file = library.manifests[set] else { continue }
                    guard let element = self.known(file) else {
                        let name = folder.shown(file).sanitized(limit: 400)
                        gaps.insert(SourceGap("\(name), which is merged into it, cannot be read"), at: 0)
                        continue
                    }
                    // The last manifest is the strongest.
                    let package = ownNamespace ?? element.attributes["package"]
                    whole = whole.map { ManifestMerge(namespace: package).merged(element, $0) } ?? element
                }
                if let whole { added.append((whole, ownNamespace ?? whole.attributes["package"])) }
            }
            merged = ManifestMerge(namespace: namespace).adding(added, to: merged)
            leftOut.look(at: merged, libraries.found)
            folders += script.resourceFolders(of: names, at: module)
            var expansion = NavigationGraph { [graphs] in graphs.graph($0, in: folders) }
            merged = expansion.expanded(merged)
            if let open = expansion.gap {
                let isComputed = !script.computedResources.isDisjoint(with: variant.sourceSets)
                let text = isComputed ? "\(open): the build script computes folders of resources" : open
                gaps.insert(SourceGap(text), at: 0)
            }
            let values = resources[folders] ?? strings(folders)
            resources[folders] = values
            var app = claims(of: variant, script, merged, values, (module, first))
            app.gap = .widest(of: gaps)
            app.module = shown(module)
            found.append(app)
        }
        if let rest, leftOut.mayDiffer(from: found) {
            for index in found.indices { found[index].gap = found[index].gap ?? rest }
        }
        noteIdentifiers(of: found, released: Set(variants.filter { $0.types.first == "release" }.map(\.name)))
        claims += Self.joined(found)
        if let rest, let first = found.first {
            var others = AndroidAppClaims(package: nil, file: first.file, rank: .source)
            others.gap = rest
            others.id = .unknown(rest)
            claims.append(others)
        }
    }

    /// Notes the application ids that are unknown; where there are variants for users, those of the others do not matter.
    private mutating func noteIdentifiers(of apps: [AndroidAppClaims], released: Set<String>) {
        let own = apps.filter { $0.variant.map(released.contains) ?? false }
        for app in own.isEmpty ? apps : own {
            guard let gap = app.id.gap else { continue }
            let reason = gap.predicate ?? "is not known: \(gap.text)"
            note("\(app.file.sanitized(limit: 400)): the application id \(reason); give the built package.")
        }
    }

    /// The gap for a module that is used but missing.
    private mutating func absence(of name: String, usedBy module: String) -> SourceGap {
        let text = "the module \(name.quoted(limit: 100)), which it uses, "
        if let place = settingsPlace(of: name, above: module), let own = PackageNames.name(in: place) {
            var gap = SourceGap(
                text + "is in node_modules, which is not installed",
                fix: "Install the packages (npm install) and ask again, or give the built app too: --app PATH."
            )
            // A package of the project's own may be written for any of its hosts.
            if package(above: module).map({ PackageNames.isPublished(own, in: $0) }) ?? true,
                ownPackages?.contains(own) == false
            {
                gap.hosts = PackageNames.mayNameHosts(name + place) ? .others : .noHost
            }
            return gap
        }
        if GradleModule.key(name) == GradleModule.key(":capacitor-cordova-android-plugins") {
            var gap = SourceGap(
                text + "is not there: npx cap sync makes it",
                fix: "Run npm install and npx cap sync android, and ask again, or give the built app too: --app PATH."
            )
            if let package = package(above: module), PackageNames.isPublished(in: package) {
                // Ionic's packages only call plugins, and Capacitor adds nothing to the app's own activity.
                let plugins = PackageNames.all(in: package)
                    .filter { !$0.hasPrefix("@ionic-native/") && !$0.hasPrefix("@awesome-cordova-plugins/") }
                gap.hosts = plugins.contains(where: PackageNames.mayNameHosts) ? .others : .noHost
            }
            return gap
        }
        let path =
            settingsPlace(of: name, above: module)
            ?? ProjectFolder.joined(plugins.root(above: module), name.split(separator: ":").joined(separator: "/"))
        let submodules = self.submodules ?? folder.missingSubmodules
        self.submodules = submodules
        if let other = submodules.first(where: { path == $0 || path.hasPrefix($0 + "/") }) {
            return SourceGap(
                text + "is in the git submodule \(other.sanitized(limit: 200)), which is not checked out",
                fix: "Run git submodule update --init and ask again, or give the built app too: --app PATH."
            )
        }
        return SourceGap(text + (isComplete ? "is not found" : "is not looked at"))
    }

    /// The names of the packages in the project's folders, which workspaces take in place of published ones; `nil` if not all are
    /// known.
    private var ownPackages: Set<String>? {
        mutating get {
            if let packageNames { return packageNames }
            var found: Set<String>? =
                folder.truncation == nil && folder.folders.count <= Self.maximumFolderCount ? [] : nil
            for place in folder.folders where found != nil {
                let file = ProjectFolder.joined(place, "package.json")
                guard folder.exists(file) else { continue }
                let root = folder.text(file).flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) }
                guard let package = root as? [String: Any] else {
                    found = nil
                    continue
                }
                if let name = package["name"] as? String { found?.insert(name) }
            }
            packageNames = .some(found)
            return found
        }
    }

    /// The gap for a missing main manifest of an app, which another tool may create from a template, or `nil` if it exists.
    private func missingManifest(
        of script: GradleModule,
        at module: String,
        _ sets: [String: String]
    ) -> SourceGap? {
        guard script.role != .library, isComplete, script.computedManifests.isEmpty,
            GradleModule.folders(of: "main").allSatisfy({ sets[$0] == nil })
        else { return nil }
        let file = script.manifests["main"] ?? "src/main/AndroidManifest.xml"
        return SourceGap("\(shown(ProjectFolder.joined(module, file))) does not exist")
    }

    mutating func claims(
        of variant: GradleModule.Variant,
        _ script: GradleModule,
        _ manifest: ManifestElement,
        _ strings: StringResources,
        _ place: (module: String, file: String)
    ) -> AndroidAppClaims {
        let file = folder.shown(place.file)
        let id = identifier(of: variant, script, manifest, in: place.module)
        let package = id.known
        var app = AndroidAppClaims(manifest: manifest, file: file, rank: .source, package: package) { [package] name in
            if name.hasPrefix("@") {
                let own = variant.string(String(name.dropFirst()))
                return own == nil ? strings.value(of: name) : own?.known
            }
            if name == "applicationId" || name == "packageName" { return package }
            return variant.placeholder(name)?.known
        }
        app.id = id
        app.minimumSDK = Self.level(variant.value(\.minimumSDK), app.minimumSDK)
        app.targetSDK = Self.level(variant.value(\.targetSDK), app.targetSDK)
        app.variant = variant.name
        let open = (app.filters ?? []).flatMap(\.unresolved)
        app.valueGap =
            variant.openness.map { SourceGap($0) }
            ?? open.compactMap { computed($0, by: variant, in: place.module) }.first
        let own = Self.scriptFiles(of: place.module).first(where: folder.exists)
        setStatements(of: &app) { reference in
            if reference.hasPrefix("@") {
                let name = reference.drop { $0 != "/" }.dropFirst()
                guard variant.string(String(reference.dropFirst())) == nil else {
                    return own.map { (String(name), $0) }
                }
                return strings.statement(of: reference).map { ($0.name, $0.file) }
            }
            guard reference.hasPrefix("${"), reference.hasSuffix("}") else { return nil }
            return own.map { (String(reference.dropFirst(2).dropLast()), $0) }
        }
        noteUnresolved(app)
        return app
    }

    /// The gap for a value of a manifest that a script computes, or `nil` if none does.
    private func computed(_ value: String, by variant: GradleModule.Variant, in module: String) -> SourceGap? {
        let isString = value.hasPrefix("@")
        let names =
            isString
            ? [String(value.dropFirst())] : value.matches(of: #/\$\{([^}]*)\}/#).map { String($0.1) }
        for name in names where variant.sets(name, isString: isString) {
            let known = isString ? variant.string(name) : variant.placeholder(name)
            guard let known, known.gap != nil else { continue }
            return SourceGap("\(place(of: known, in: module)) computes \(value.sanitized(limit: 100))")
        }
        return nil
    }

    /// The application id of a variant, as far as the scripts state it.
    func identifier(
        of variant: GradleModule.Variant,
        _ script: GradleModule,
        _ manifest: ManifestElement,
        in module: String
    ) -> SourceText {
        if let id = variant.applicationID {
            guard id.gap != nil else { return id }
            return computed(id, by: place(of: id, in: module), or: script.changer)
        }
        if let unread = variant.unread, !(script.namespace == nil ? unread.setsNoNamespace : unread.setsNoID) {
            return .unknown(Self.packageGap(unread.mayHaveSet))
        }
        guard let name = script.namespace ?? manifest.attributes["package"] else {
            return .unknown(Self.packageGap("is in no file that was read"))
        }
        if ManifestIdentifier.isPlaceholder(name) {
            return .unknown(Self.packageGap(ManifestIdentifier.reason(name)), written: name)
        }
        // Gradle also appends the suffixes to the namespace.
        let id = variant.suffixed(SourceText(name))
        return id.gap == nil ? id : computed(id, by: "the build script", or: script.changer)
    }

    /// An application id that is partly unknown, with the code that may change it, or the place that computes it.
    private func computed(_ id: SourceText, by place: String, or changer: GradleUnread?) -> SourceText {
        var gap = Self.packageGap(changer?.mayHaveChanged ?? "is computed by \(place)")
        gap.statement = id.gap?.statement
        return SourceText(parts: id.parts, gap: gap)
    }

    /// Where a script computes a value: its file, and the line if it is found.
    func place(of value: SourceText, in module: String) -> String {
        let open = value.parts.lazy.compactMap { part in
            if case .open(let text) = part, !text.isEmpty { text } else { nil as String? }
        }.first
        guard let written = value.gap?.statement ?? open, let own = scripts[module] else { return "the build script" }
        let start = written.prefix { $0 != "\n" }.prefix(60)
        let lines = own.text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let line = lines.firstIndex(where: { $0.contains(start) }) else { return "the build script" }
        return "the build script at \(own.file.sanitized(limit: 400)):\(line + 1)"
    }

    /// The gap for a folder's manifest that may belong to a variant that scripts do not name.
    private mutating func gap(
        of set: String,
        _ file: String,
        in module: String,
        _ unread: GradleUnread? = nil
    ) -> SourceGap {
        let place = "\(shown(module))/src/\(set.sanitized(limit: 100))"
        var gap = SourceGap(
            unread?.decides("which variant \(place) belongs to")
                ?? "\(place) belongs to no variant that the scripts name"
        )
        // Its resources may give the hosts of other manifests other values.
        let hasResources = !folder.names(in: ProjectFolder.joined(module, "src/\(set)/res")).isEmpty
        gap.hosts = hasResources ? .any : hosts(in: file)
        return gap
    }

    static func packageGap(_ reason: String) -> SourceGap {
        var gap = SourceGap(
            "the application id \(reason)",
            fix: "Name it: --app-id com.example.app, or give the built app too: --app PATH."
        )
        gap.predicate = reason
        return gap
    }

    private static func level(_ value: SourceText?, _ fallback: Int?) -> Int? {
        guard let value else { return fallback }
        return value.known.flatMap { Int($0) }
    }

    /// Joins equal variants, and names the variant only if there are several.
    private static func joined(_ claims: [AndroidAppClaims]) -> [AndroidAppClaims] {
        var places: [AndroidAppClaims: Int] = [:]
        var result: [AndroidAppClaims] = []
        for app in claims {
            var key = app
            (key.variant, key.statements) = (nil, [:])
            if let place = places[key] {
                // One edit does not change values that two files state.
                if result[place].statements != app.statements { result[place].statements = [:] }
                result[place].variant = [result[place].variant, app.variant].compactMap { $0 }.joined(separator: ", ")
            } else {
                places[key] = result.count
                result.append(app)
            }
        }
        if result.count == 1 { result[0].variant = nil }
        return result
    }
}
