import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// Reads the apps of .NET projects, those of MAUI and of Xamarin: their `.csproj`, the attributes of their C# files, their
/// manifests and entitlements.
struct DotNetProjects {
    private static let maximumProjectCount = 50
    private static let maximumClaimCount = 200
    static let maximumSourceCount = 5_000
    static let maximumSourceSize = 64 << 20
    private static let configurations = ["Debug", "Release"]

    let folder: ProjectFolder
    private(set) var claims = AppClaims()
    var files: [String] = []
    private(set) var notes: [String] = []
    /// The manifests and entitlements that belong to the projects, so that they say nothing alone.
    var ownFiles: Set<String> = []
    var sourceSize = 0

    /// Reads the projects of a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - only: The one project to read, relative to the folder, or `nil` for all.
    init(_ folder: ProjectFolder, only: String? = nil) {
        self.folder = folder
        let all = folder.files.filter { $0.hasSuffix(".csproj") && (only == nil || $0 == only) }
        for file in all.prefix(Self.maximumProjectCount) { read(file) }
        if all.count > Self.maximumProjectCount {
            notes.append(
                "The folder has \(all.count) .NET projects, of which \(Self.maximumProjectCount) are looked at."
            )
        }
    }

    mutating func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
    }

    mutating func list(_ path: String?) -> PropertyList? {
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

    // MARK: - Projects

    private mutating func read(_ file: String) {
        let root: XMLElement
        do throws(FormatError) {
            root = try XMLReader.root(of: folder.bytes(file, limit: XMLReader.maximumSize))
        } catch {
            return note("\(folder.shown(file).sanitized(limit: 400)) \(error.reason).")
        }
        let base = ProjectFolder.parent(of: file)
        ownFiles.formUnion(folder.files.filter { isOwn($0, of: base) })
        let frameworks = Self.frameworks(of: root)
        guard !frameworks.isEmpty else { return }
        var android: [AndroidAppClaims] = []
        var apple: [AppleAppClaims] = []
        for framework in frameworks {
            for configuration in Self.configurations {
                var properties = BuildProperties([
                    "Configuration": configuration, "TargetFramework": framework.name,
                    "Platform": framework.isLegacy && framework.platform == "ios" ? "iPhone" : "AnyCPU",
                    "MSBuildProjectName": Self.name(of: file),
                ])
                for shared in sharedFiles(of: base) { properties.read(shared) }
                properties.read(root)
                guard isApp(properties, framework) else { continue }
                let place = Place(file: file, base: base, configuration: configuration, framework: framework)
                if framework.platform == "android" {
                    android.append(androidClaims(place, properties))
                } else {
                    apple.append(appleClaims(place, properties))
                }
            }
        }
        guard !android.isEmpty || !apple.isEmpty else { return }
        files.append(folder.shown(file))
        claims.android += Self.joined(android, \.variant).prefix(Self.maximumClaimCount - claims.android.count)
        claims.apple += Self.joined(apple, \.configuration).prefix(Self.maximumClaimCount - claims.apple.count)
        readGenerated(base)
    }

    /// A target framework for a device, or a project from before there were such.
    struct Framework: Hashable {
        let name: String
        let platform: String
        var isLegacy = false
    }

    /// One configuration of a project for one framework.
    struct Place {
        let file: String
        let base: String
        let configuration: String
        let framework: Framework

        func path(_ name: String) -> String { ProjectFolder.joined(base, name.replacing("\\", with: "/")) }
    }

    /// The last part of a path without what follows its dot.
    static func name(of file: String) -> String {
        String((file.split(separator: "/").last ?? "").dropLast(".csproj".count))
    }

    private static func frameworks(of root: XMLElement) -> [Framework] {
        var result: [Framework] = []
        func add(_ framework: Framework) {
            let isKnown = result.contains { $0.platform == framework.platform }
            if ["android", "ios", "maccatalyst"].contains(framework.platform), !isKnown { result.append(framework) }
        }
        func visit(_ element: XMLElement, _ depth: Int) {
            guard depth < 8 else { return }
            for child in element.children {
                switch child.name {
                case "TargetFramework", "TargetFrameworks":
                    for name in child.text.split(separator: ";") {
                        let name = String(name.filter { !$0.isWhitespace })
                        add(Framework(name: name, platform: BuildProperties.platform(of: name)))
                    }
                case "Import":
                    let project = child.attributes["Project"] ?? ""
                    if project.contains("Xamarin.Android.CSharp") {
                        add(Framework(name: "", platform: "android", isLegacy: true))
                    } else if project.contains("Xamarin.iOS.CSharp") {
                        add(Framework(name: "", platform: "ios", isLegacy: true))
                    }
                default: visit(child, depth + 1)
                }
            }
        }
        visit(root, 0)
        return result
    }

    /// The files that MSBuild reads before the project, within the folder: the nearest one.
    private func sharedFiles(of base: String) -> [XMLElement] {
        var place = base
        while true {
            let file = ProjectFolder.joined(place, "Directory.Build.props")
            if let bytes = try? folder.bytes(file, limit: XMLReader.maximumSize) {
                return (try? XMLReader.root(of: bytes)).map { [$0] } ?? []
            }
            guard !place.isEmpty else { return [] }
            place = ProjectFolder.parent(of: place)
        }
    }

    /// Libraries make no app, and what they say is part of the apps that use them.
    private func isApp(_ properties: BuildProperties, _ framework: Framework) -> Bool {
        if framework.isLegacy, framework.platform == "android" {
            return properties.value("AndroidApplication")?.lowercased() == "true"
        }
        // What only the build tells may make one.
        return properties.isSet("OutputType") && properties.value("OutputType")?.lowercased() != "library"
    }

    /// Joins configurations that say the same, and names them only where there is more than one.
    private static func joined<Claims: Hashable>(
        _ claims: [Claims],
        _ name: WritableKeyPath<Claims, String?>
    ) -> [Claims] {
        var places: [Claims: Int] = [:]
        var result: [Claims] = []
        for app in claims {
            var key = app
            key[keyPath: name] = nil
            if let place = places[key] {
                let names = [result[place][keyPath: name], app[keyPath: name]].compactMap { $0 }
                result[place][keyPath: name] = names.joined(separator: ", ")
            } else {
                places[key] = result.count
                result.append(app)
            }
        }
        if result.count == 1 { result[0][keyPath: name] = nil }
        return result
    }

    func isOwn(_ file: String, of base: String) -> Bool {
        guard file.hasSuffix("AndroidManifest.xml") || file.hasSuffix(".plist"),
            base.isEmpty || file.hasPrefix(base + "/")
        else { return false }
        let rest = base.isEmpty ? file : String(file.dropFirst(base.count + 1))
        let parts = rest.split(separator: "/")
        return parts.count == 1 || ["Platforms", "Properties", "obj"].contains(parts[0])
    }

    // MARK: - Android

    // MARK: - What a build made

    /// Reads the manifests that the build wrote last.
    private mutating func readGenerated(_ base: String) {
        let start = ProjectFolder.joined(base, "obj") + "/"
        for file in folder.files where file.hasPrefix(start) && file.hasSuffix("/android/AndroidManifest.xml") {
            do throws(FormatError) {
                let root = try XMLReader.root(of: folder.bytes(file, limit: XMLReader.maximumSize))
                guard root.name == "manifest" else { throw FormatError("is no manifest of an Android app") }
                var app = AndroidAppClaims(manifest: root.manifestElement, file: folder.shown(file), rank: .built)
                app.variant = file.dropFirst(start.count).split(separator: "/").first.map(String.init)
                guard claims.android.count < Self.maximumClaimCount else { return }
                claims.android.append(app)
                files.append(folder.shown(file))
            } catch {
                note("\(folder.shown(file).sanitized(limit: 400)) \(error.reason).")
            }
        }
    }
}
