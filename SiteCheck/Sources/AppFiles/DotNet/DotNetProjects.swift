import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// Reads the apps of .NET projects, including MAUI and Xamarin: the manifests that their builds wrote, and the data in their
/// sources, including the attributes of C# classes.
struct DotNetProjects {
    private static let maximumProjectCount = 50
    private static let maximumClaimCount = 200

    private let folder: ProjectFolder
    private let now: Date
    private(set) var claims = AppClaims()
    private(set) var files: [String] = []
    private(set) var notes: [String] = []
    /// The C# files of the folder, once a project needs them.
    private var code: CSharpCode?
    /// The projects that were read; an inner `nil` is one that could not be read.
    private var projects: [String: Project?] = [:]
    /// The reason why some projects are not read, or `nil` if each is.
    private(set) var gap: SourceGap?
    /// The manifests and entitlements that belong to the projects, so they are not judged by themselves.
    private(set) var ownFiles: Set<String> = []

    /// Reads the projects of a folder, or only one by its relative path; `now` determines the ages of built manifests.
    init(_ folder: ProjectFolder, only: String? = nil, now: Date = Date()) {
        self.folder = folder
        self.now = now
        var all = folder.files.filter { $0.hasSuffix(".csproj") && (only == nil || $0 == only) }
        if all.count > Self.maximumProjectCount { all.removeAll(where: isForNoDevice) }
        for file in all.prefix(Self.maximumProjectCount) { read(file) }
        if all.count > Self.maximumProjectCount {
            gap = SourceGap(
                "the folder has \(all.count) .NET projects, of which \(Self.maximumProjectCount) are read",
                fix: "Name the app's .csproj, or give the built app too: --app PATH."
            )
        }
    }

    /// Whether a project states only frameworks for no platform, such as net10.0 or netstandard2.0.
    private func isForNoDevice(_ file: String) -> Bool {
        let stated = folder.text(file)?.matches(of: #/<TargetFrameworks?>([^<]*)</#).map(\.1) ?? []
        return !stated.isEmpty && stated.allSatisfy { $0.contains(#/^[A-Za-z0-9.; ]+$/#) }
    }

    private mutating func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
    }

    private mutating func list(_ path: String?) -> PropertyList? {
        guard let path else { return nil }
        do throws(FormatError) {
            let list = try PropertyList(bytes: folder.bytes(path, limit: PropertyList.maximumSize))
            let shown = folder.shown(path)
            if !files.contains(shown) { files.append(shown) }
            return list
        } catch {
            note("\(folder.shown(path).sanitized(limit: 400)) \(error.reason).")
            return nil
        }
    }

    private mutating func manifest(_ file: String) -> ManifestElement? {
        do throws(FormatError) {
            let root = try XMLReader.root(of: folder.bytes(file, limit: XMLReader.maximumSize))
            guard root.name == "manifest" else { throw FormatError("is not the manifest of an Android app") }
            if !files.contains(folder.shown(file)) { files.append(folder.shown(file)) }
            return root.manifestElement
        } catch {
            note("\(folder.shown(file).sanitized(limit: 400)) \(error.reason).")
            return nil
        }
    }

    // MARK: - Projects

    /// A project with its own content.
    private struct Project {
        let file: String
        let base: String
        let properties: DotNetProperties
        /// The gap for an include that is not read, or `nil` if all are read.
        let gap: SourceGap?

        func path(_ name: String) -> String { ProjectFolder.joined(base, name.replacing("\\", with: "/")) }
    }

    /// A project, or `nil` (noted) if it cannot be read; several projects may refer to it.
    private mutating func project(_ file: String) -> Project? {
        if let known = projects[file] { return known }
        let project = parsed(file)
        projects.updateValue(project, forKey: file)
        return project
    }

    private mutating func parsed(_ file: String) -> Project? {
        let root: XMLElement
        do throws(FormatError) {
            root = try XMLReader.root(of: folder.bytes(file, limit: XMLReader.maximumSize))
        } catch {
            note("\(folder.shown(file).sanitized(limit: 400)) \(error.reason).")
            return nil
        }
        let base = ProjectFolder.parent(of: file)
        let before = sharedFile("Directory.Build.props", of: base)
        let after = sharedFile("Directory.Build.targets", of: base)
        let properties = DotNetProperties(root, before: before.root, after: after.root)
        return Project(file: file, base: base, properties: properties, gap: before.gap ?? after.gap)
    }

    private mutating func read(_ file: String) {
        guard let project = project(file) else { return }
        let properties = project.properties
        ownFiles.formUnion(folder.files.filter { isOwn($0, of: project.base) })
        let legacy = properties.legacyPlatforms.sorted().map { (name: nil as String?, platform: $0) }
        for framework in properties.frameworks + legacy where isApp(properties, framework.name, framework.platform) {
            if !files.contains(folder.shown(file)) { files.append(folder.shown(file)) }
            let role: AppRole = Self.isTest(file) ? .test : .app
            if framework.platform == "android" {
                let room = Self.maximumClaimCount - claims.android.count
                claims.android += androidClaims(project, framework.name, role).prefix(room)
            } else if claims.apple.count < Self.maximumClaimCount {
                claims.apple.append(appleClaims(project, framework.name, framework.platform, role))
            }
        }
    }

    /// The shared file of a name that MSBuild reads before or after the project, within the folder: the nearest one, with the
    /// reason if it cannot be read.
    private mutating func sharedFile(_ name: String, of base: String) -> (root: XMLElement?, gap: SourceGap?) {
        var place = base
        while true {
            let file = ProjectFolder.joined(place, name)
            if folder.exists(file) {
                let shown = folder.shown(file)
                do throws(FormatError) {
                    let root = try XMLReader.root(of: folder.bytes(file, limit: XMLReader.maximumSize))
                    if !files.contains(shown) { files.append(shown) }
                    return (root, nil)
                } catch {
                    note("\(shown.sanitized(limit: 400)) \(error.reason).")
                    return (
                        nil, SourceGap("\(shown.sanitized(limit: 400)), which the project includes, \(error.reason)")
                    )
                }
            }
            guard !place.isEmpty else { return (nil, nil) }
            place = ProjectFolder.parent(of: place)
        }
    }

    /// Whether a project builds an app.
    ///
    /// Libraries do not; their declarations are part of the apps that use them.
    private func isApp(_ properties: DotNetProperties, _ framework: String?, _ platform: String) -> Bool {
        if platform == "android", properties.legacyPlatforms.contains(platform) {
            return properties.candidates("AndroidApplication").contains { $0?.lowercased() == "true" }
        }
        // A value that only the build knows may also make the project an app.
        return properties.candidates("OutputType", for: framework).contains { $0?.lowercased() != "library" }
    }

    func isOwn(_ file: String, of base: String) -> Bool {
        guard file.hasSuffix("AndroidManifest.xml") || file.hasSuffix(".plist"),
            base.isEmpty || file.hasPrefix(base + "/")
        else { return false }
        let rest = base.isEmpty ? file : String(file.dropFirst(base.count + 1))
        let parts = rest.split(separator: "/")
        return parts.count == 1 || ["Platforms", "Properties", "obj"].contains(parts[0])
    }

    /// The name of a project file without its extension.
    private static func name(of file: String) -> String {
        String((file.split(separator: "/").last ?? "").dropLast(".csproj".count))
    }

    /// Whether a project has a name of a test project, such as `Shelf.Tests.iOS.csproj`.
    private static func isTest(_ file: String) -> Bool {
        name(of: file).split(separator: ".").contains { part in
            ["Test", "Tests", "Benchmark", "Benchmarks"].contains { part.hasSuffix($0) }
        }
    }

    // MARK: - Android

    private mutating func androidClaims(_ project: Project, _ framework: String?, _ role: AppRole)
        -> [AndroidAppClaims]
    {
        let named = project.properties.candidates("AndroidManifest", for: framework)
        let usual = ["Platforms/Android/AndroidManifest.xml", "Properties/AndroidManifest.xml", "AndroidManifest.xml"]
        let only = project.properties.value("AndroidManifest", for: framework)
        let file = (only.map { [$0] } ?? named.compactMap { $0 } + usual).map(project.path).first(where: folder.exists)
        if let file { ownFiles.insert(file) }
        let code = self.code ?? CSharpCode(folder)
        self.code = code
        let sources = self.sources(of: project, framework)
        let built = builtClaims(
            project,
            role,
            since: [project.file, file].compactMap(\.self) + code.files(of: sources)
        )
        guard built.isEmpty else { return built }
        let element = file.flatMap { manifest($0) }
        // The manifest's own name overrides the project's.
        let own = element?.attributes["package"].flatMap { $0.isEmpty || $0.contains("${applicationId}") ? nil : $0 }
        let package = own ?? project.properties.value("ApplicationId", for: framework)
        var root = element ?? ManifestElement("manifest")
        let content = code.content(of: sources, beside: root)
        if let place = root.children.firstIndex(where: { $0.name == "application" }) {
            root.children[place].children += content.activities
        } else {
            root.children.append(ManifestElement("application", [:], content.activities))
        }
        for file in content.files where !files.contains(file) { files.append(file) }
        let strings = self.strings(of: project)
        let pairs = project.properties.value("AndroidManifestPlaceholders", for: framework)?.split(separator: ";") ?? []
        let placeholders = pairs.reduce(into: [String: String]()) { values, pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        var app = AndroidAppClaims(
            manifest: root,
            file: file.map(folder.shown) ?? folder.shown(project.file),
            rank: .source,
            package: package
        ) { $0.hasPrefix("@") ? strings.value(of: $0) : $0 == "applicationId" ? package : placeholders[$0] }
        let fix =
            "Build it (\(framework.map { "dotnet build -f \($0)" } ?? "dotnet build")) and ask again, "
            + "or give the built app too: --app PATH."
        app.valueGap = SourceGap(CSharpFile.gap.text, fix: fix)
        app.gap = project.gap ?? content.gap.map { SourceGap($0, fix: fix) }
        if let file, element == nil {
            app.gap = SourceGap("\(folder.shown(file).sanitized(limit: 400)) is not read", fix: fix)
        } else if let only, file == nil {
            app.gap = SourceGap("\(folder.shown(project.path(only)).sanitized(limit: 400)) does not exist", fix: fix)
        } else if !named.isEmpty, only == nil {
            let shown = folder.shown(project.file).sanitized(limit: 400)
            app.gap = SourceGap("\(shown) names the manifest by conditions, which are not read", fix: fix)
        }
        app.filterSource = .attributes
        app.role = role
        if package == nil { app.id = .unknown(project.gap ?? openIdentifier(of: project, framework)) }
        return [app]
    }

    /// The C# files of a project, and of those that it refers to.
    private mutating func sources(of project: Project, _ framework: String?) -> DotNetSources {
        var sources = DotNetSources()
        var open = [(project: project, certainty: Certainty.yes)]
        var seen: Set<String> = [project.file]
        while let (next, certainty) = open.popLast() {
            let file = folder.shown(next.file).sanitized(limit: 400)
            for (path, certainty) in sources.add(next.properties, at: next.base, for: framework, file: file, certainty)
            where seen.insert(path).inserted {
                if path.hasSuffix(".projitems") {
                    sources.add(folder: ProjectFolder.parent(of: path), certainty)
                } else if path.hasSuffix(".csproj"), seen.count <= Self.maximumProjectCount,
                    let other = self.project(path)
                {
                    open.append((other, certainty))
                } else {
                    sources.gap = sources.gap ?? "\(folder.shown(path).sanitized(limit: 400)) is not read"
                }
            }
        }
        return sources
    }

    /// The strings of an app, for references such as `@string/host`.
    private mutating func strings(of project: Project) -> StringResources {
        var strings = StringResources()
        for place in ["Resources/values", "Platforms/Android/Resources/values"].map(project.path) {
            for name in folder.names(in: place) where name.hasSuffix(".xml") {
                let file = "\(place)/\(name)"
                do throws(FormatError) {
                    let root = try XMLReader.root(of: folder.bytes(file, limit: XMLReader.maximumSize))
                    strings.add(root, in: file)
                } catch {
                    note("\(folder.shown(file).sanitized(limit: 400)) \(error.reason).")
                }
            }
        }
        return strings
    }

    /// The gap for an application id that conditions choose or code computes.
    private func openIdentifier(of project: Project, _ framework: String?) -> SourceGap {
        let shown = folder.shown(project.file).sanitized(limit: 400)
        let ids = project.properties.candidates("ApplicationId", for: framework).map { $0?.quoted(limit: 100) }
        let reason =
            !ids.isEmpty && !ids.contains(nil)
            ? "chooses the application id by conditions, which are not read: \(ids.compactMap { $0 }.joined(separator: ", "))"
            : "does not write the application id literally"
        return SourceGap(
            "\(shown) \(reason)",
            fix: "Name it: --app-id com.example.app, or give the built app too: --app PATH."
        )
    }

    /// The manifests that builds of a project wrote after its sources; of equal ones only the newest.
    private mutating func builtClaims(_ project: Project, _ role: AppRole, since sources: [String])
        -> [AndroidAppClaims]
    {
        // A file system may round dates.
        let latest = sources.compactMap { file in
            folder.modificationDate(of: file).map { (file, $0.addingTimeInterval(-2)) }
        }
        .max { $0.1 < $1.1 }
        let start = ProjectFolder.joined(project.base, "obj") + "/"
        let end = "/android/AndroidManifest.xml"
        let written = folder.files.filter { $0.hasPrefix(start) && $0.hasSuffix(end) }
            .map { (file: $0, date: folder.modificationDate(of: $0) ?? .distantPast) }
            .sorted { ($1.date, $0.file) < ($0.date, $1.file) }
        var seen: Set<AndroidAppClaims> = []
        var found: [AndroidAppClaims] = []
        for (file, date) in written {
            let shown = folder.shown(file)
            if let latest, date < latest.1 {
                let source = folder.shown(latest.0).sanitized(limit: 400)
                note("\(shown.sanitized(limit: 400)) is not read: it was built before \(source) was changed.")
                continue
            }
            guard let element = manifest(file) else { continue }
            var app = AndroidAppClaims(manifest: element, file: shown, rank: .built)
            app.filterSource = .attributes
            app.role = role
            guard seen.insert(app.withoutPlaces).inserted else { continue }
            app.variant = String(file.dropFirst(start.count).dropLast(end.count))
            let age = ProjectFolder.age(of: date, now: now)
            app.age = age
            note(
                "\(shown.sanitized(limit: 400)), which was built \(age), is read instead of the C# files."
            )
            found.append(app)
        }
        if found.count == 1 { found[0].variant = nil }
        return found
    }

    // MARK: - Apple's devices

    private mutating func appleClaims(
        _ project: Project,
        _ framework: String?,
        _ platform: String,
        _ role: AppRole
    ) -> AppleAppClaims {
        let place = platform == "maccatalyst" ? "MacCatalyst" : "iOS"
        let information = list(
            ["Platforms/\(place)/Info.plist", "Info.plist"].map(project.path).first(where: folder.exists)
        ).map { AppleInformation(list: $0) }
        let written = information?.bundleIdentifier.flatMap { $0.contains("$(") || $0.isEmpty ? nil : $0 }
        var app = AppleAppClaims(identifier: nil, domains: [], file: folder.shown(project.file), rank: .source)
        app.bundleIdentifier = written ?? project.properties.value("ApplicationId", for: framework)
        if app.bundleIdentifier == nil {
            let gap = project.gap ?? openIdentifier(of: project, framework)
            (app.id, app.bundle) = (.unknown(gap), .unknown(gap))
            if role == .app { note("\(gap.text); give the built app.") }
        }
        app.role = role
        if platform == "maccatalyst" { app.devices = [.mac] }
        app.target = "\(Self.name(of: project.file)) for \(place)"
        app.schemes = information?.schemes
        app.queriedSchemes = information?.queriedSchemes ?? []
        let usual = "Platforms/\(place)/Entitlements.plist"
        if let gap = readEntitlements(project, usual, for: framework, into: &app) {
            if app.domains?.isEmpty == true { app.domains = nil }
            app.gap = SourceGap(gap)
            note("\(gap); give the built app.")
        }
        // The unread include may name another entitlements file, or another identifier.
        app.gap = app.gap ?? project.gap
        return app
    }

    /// Reads the entitlements of a project, and returns why they are unknown, or `nil` if they are known.
    private mutating func readEntitlements(
        _ project: Project,
        _ usual: String,
        for framework: String?,
        into app: inout AppleAppClaims
    ) -> String? {
        let shown = folder.shown(project.file).sanitized(limit: 400)
        let properties = project.properties
        if let domains = properties.domains(for: framework) {
            app.domains = domains.compactMap { $0 }
            return domains.contains(nil) ? "\(shown) writes associated domains that only the build sets" : nil
        }
        // Users have a release build.
        let written = properties.candidates("CodesignEntitlements", for: framework, in: "Release")
        let named = Set(written.filter { $0 != "" }.map { $0.map(project.path) })
        // Before .NET 6 only the file that the project names is signed.
        let isLegacy = properties.legacyPlatforms.contains("ios")
        // An entitlements file that is named in every build replaces the default one.
        let hasUsual =
            !isLegacy && properties.candidates("EnableDefaultCodesignEntitlements", for: framework).isEmpty
            && properties.value("CodesignEntitlements", for: framework, in: "Release") == nil
        let present = [usual, "Entitlements.plist"].map(project.path).first(where: folder.exists)
        let paths = named.union(hasUsual && present != nil ? [present] : [])
        guard !paths.isEmpty else {
            let isMaui = !properties.candidates("UseMaui", for: framework).isEmpty
            if hasUsual { app.domainSource = .usualFile(isMaui ? usual : "Entitlements.plist") }
            return nil
        }
        guard paths.count == 1, let path = paths.first ?? nil else {
            return "\(shown) names files of entitlements by conditions, which are not read"
        }
        ownFiles.insert(ProjectFolder.normalized(path) ?? path)
        guard let list = list(path) else { return "\(folder.shown(path).sanitized(limit: 400)) cannot be read" }
        do throws(FormatError) {
            let entitlements = try Entitlements(list)
            app.file = folder.shown(path)
            if let text = entitlements.note(on: folder.shown(path)) { note(text) }
            app.domains = entitlements.domains
            app.parentIdentifiers = entitlements.parentIdentifiers
            app.misspelledKey = entitlements.misspelledKey
            app.hasDomainsAsText = entitlements.hasDomainsAsText
            app.isBrowser = entitlements.isBrowser
        } catch {
            return "\(folder.shown(path).sanitized(limit: 400)) \(error.reason)"
        }
        return nil
    }
}

extension AndroidAppClaims {
    /// The claims without files and lines, for comparing them.
    fileprivate var withoutPlaces: AndroidAppClaims {
        var app = self
        app.file = ""
        app.filters = filters?.map { filter in
            var filter = filter
            filter.file = nil
            filter.line = nil
            return filter
        }
        return app
    }
}
