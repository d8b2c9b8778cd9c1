import BoltsBase
@_spi(AppFiles) import BoltsSiteCheck

/// Reads the apps of .NET projects, those of MAUI and of Xamarin: their `.csproj`, the attributes of their C# files, their
/// manifests and entitlements.
struct DotNetProjects {
    private static let maximumProjectCount = 50
    private static let maximumClaimCount = 200
    private static let maximumSourceCount = 5_000
    private static let maximumSourceSize = 64 << 20
    private static let configurations = ["Debug", "Release"]

    let folder: ProjectFolder
    private(set) var claims = AppClaims()
    private(set) var files: [String] = []
    private(set) var notes: [String] = []
    /// The manifests and entitlements that belong to the projects, so that they say nothing alone.
    private(set) var ownFiles: Set<String> = []
    private var sourceSize = 0

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

    private mutating func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
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
    private struct Framework: Hashable {
        let name: String
        let platform: String
        var isLegacy = false
    }

    /// One configuration of a project for one framework.
    private struct Place {
        let file: String
        let base: String
        let configuration: String
        let framework: Framework

        func path(_ name: String) -> String { ProjectFolder.joined(base, name.replacing("\\", with: "/")) }
    }

    /// The last part of a path without what follows its dot.
    private static func name(of file: String) -> String {
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

    private func isOwn(_ file: String, of base: String) -> Bool {
        guard file.hasSuffix("AndroidManifest.xml") || file.hasSuffix(".plist"),
            base.isEmpty || file.hasPrefix(base + "/")
        else { return false }
        let rest = base.isEmpty ? file : String(file.dropFirst(base.count + 1))
        let parts = rest.split(separator: "/")
        return parts.count == 1 || ["Platforms", "Properties", "obj"].contains(parts[0])
    }

    // MARK: - Android

    private mutating func androidClaims(_ place: Place, _ properties: BuildProperties) -> AndroidAppClaims {
        let shown = folder.shown(place.file)
        let manifests = [
            properties.value("AndroidManifest"), "Platforms/Android/AndroidManifest.xml",
            "Properties/AndroidManifest.xml",
            "AndroidManifest.xml",
        ].compactMap { $0 }.map(place.path)
        var manifest: ManifestElement?
        var file = shown
        if let name = manifests.first(where: folder.exists) {
            do throws(FormatError) {
                let root = try XMLReader.root(of: folder.bytes(name, limit: XMLReader.maximumSize))
                guard root.name == "manifest" else { throw FormatError("is no manifest of an Android app") }
                manifest = root.manifestElement
                file = folder.shown(name)
                if !files.contains(file) { files.append(file) }
                ownFiles.insert(name)
            } catch {
                note("\(folder.shown(name).sanitized(limit: 400)) \(error.reason).")
            }
        }
        let strings = strings(place)
        let placeholders = Self.placeholders(properties.value("AndroidManifestPlaceholders") ?? "")
        let id = properties.value("ApplicationId").flatMap { $0.isEmpty ? nil : $0 }
        // The manifest's own name goes before the project's.
        let package = (manifest?.attributes["package"]).flatMap { text -> String? in
            text.isEmpty ? nil : text.contains("${applicationId}") ? id : text
        }
        let name = package ?? id
        if name == nil {
            note(
                "The application id in \(shown.sanitized(limit: 400)) is not told by the project; give the built package."
            )
        }
        let resolve: (String) -> String? = { key in
            key.hasPrefix("@") ? strings.value(of: key) : key == "applicationId" ? name : placeholders[key]
        }
        var app = AndroidAppClaims(
            manifest: manifest ?? ManifestElement("manifest"),
            file: file,
            rank: .source,
            package: name,
            resolve: resolve
        )
        app.minimumSDK = app.minimumSDK ?? properties.value("SupportedOSPlatformVersion").flatMap(Self.level)
        app.targetSDK = app.targetSDK ?? Self.target(of: place.framework.name)
        app.variant = place.configuration
        app.usesAttributes = true
        let activities = manifest?.children.first { $0.name == "application" }?.children.compactMap {
            $0.attributes["android:name"]
        }
        let added = ActivityAttributes(
            sources(place, properties),
            manifestActivities: Set(activities ?? []),
            resolve: resolve
        )
        var filters = app.filters ?? []
        if let first = added.filters.first {
            // One file is named; the lines of others would mislead.
            app.file = first.file
            for index in filters.indices { filters[index].line = nil }
            filters += added.filters.map { item in
                var filter = item.filter
                if item.file != first.file { filter.line = nil }
                return filter
            }
            for item in added.filters where !files.contains(item.file) { files.append(item.file) }
        }
        app.filters = filters
        let open = Set(filters.flatMap(\.unresolved)).sorted()
        if !open.isEmpty {
            let list = open.prefix(5).map { $0.quoted(limit: 80) }.joined(separator: ", ")
            note(
                "\(app.file.sanitized(limit: 400)) uses \(list), which its sources do not tell; give the built package."
            )
        }
        return app
    }

    /// The API level that an app is made for if nothing else is said: that of the framework, or the one it names.
    private static func target(of framework: String) -> Int? {
        let version = framework.split(separator: "-").last.map { $0.drop { $0.isLetter } } ?? ""
        if let level = level(String(version)) { return level }
        // Each version of .NET has one of Android's.
        return framework.hasPrefix("net")
            ? ["net6.0": 31, "net7.0": 33, "net8.0": 34, "net9.0": 35, "net10.0": 36][framework.prefix { $0 != "-" }]
            : nil
    }

    private static func level(_ text: String) -> Int? { Int(text.prefix { $0.isASCII && $0.isNumber }) }

    private static func placeholders(_ text: String) -> [String: String] {
        var result: [String: String] = [:]
        for pair in text.split(whereSeparator: { $0 == ";" || $0.isNewline }) {
            guard let equals = pair.firstIndex(of: "=") else { continue }
            result[pair[..<equals].filter { !$0.isWhitespace }] = String(pair[pair.index(after: equals)...])
        }
        return result
    }

    private mutating func strings(_ place: Place) -> StringResources {
        var strings = StringResources()
        for values in ["Platforms/Android/Resources/values", "Resources/values"].map(place.path) {
            for name in folder.names(in: values) where name.hasSuffix(".xml") {
                guard let bytes = try? folder.bytes("\(values)/\(name)", limit: XMLReader.maximumSize),
                    let root = try? XMLReader.root(of: bytes)
                else { continue }
                strings.add(root)
            }
        }
        return strings
    }

    /// The C# files that are compiled for Android and may have attributes or constants.
    private mutating func sources(_ place: Place, _ properties: BuildProperties) -> [ActivityAttributes.File] {
        let other = folder.files.filter { $0.hasSuffix(".csproj") && $0 != place.file }.map(ProjectFolder.parent(of:))
            .filter { $0 != place.base && ($0.hasPrefix(place.base + "/") || place.base.isEmpty) }
        let start = place.base.isEmpty ? "" : place.base + "/"
        let defined = Set(
            (properties.value("DefineConstants") ?? "").split { $0 == ";" || $0 == "," || $0.isWhitespace }.map(
                String.init
            )
        )
        let symbols = Self.symbols(place, defined)
        var result: [ActivityAttributes.File] = []
        sourceSize = 0
        for file in folder.sources where file.hasPrefix(start) {
            let rest = file.dropFirst(start.count)
            if rest.hasPrefix("Platforms/"), !rest.hasPrefix("Platforms/Android/") { continue }
            if other.contains(where: { file.hasPrefix($0 + "/") }) { continue }
            guard result.count < Self.maximumSourceCount, sourceSize < Self.maximumSourceSize else {
                note(
                    "\(folder.shown(place.file).sanitized(limit: 400)) has more C# files than are read; give the built package."
                )
                break
            }
            guard let bytes = try? folder.bytes(file, limit: CSharpTokenizer.maximumSize) else { continue }
            sourceSize += bytes.count
            guard Self.matters(bytes) else { continue }
            result.append(
                ActivityAttributes.File(path: folder.shown(file), content: CSharpFile(bytes, symbols: symbols))
            )
        }
        return result
    }

    /// Whether a file has a word that an attribute or a constant has.
    private static func matters(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { buffer in
            for word in ["IntentFilter", "[Activity", "Activity(", "const"] {
                let word = Array(word.utf8)
                var index = 0
                while index + word.count <= buffer.count {
                    if unsafe buffer[index] == word[0], unsafe buffer[index..<(index + word.count)].elementsEqual(word)
                    {
                        return true
                    }
                    index += 1
                }
            }
            return false
        }
    }

    /// Which symbols of `#if` are defined; one that is set nowhere may be given to the build.
    private static func symbols(_ place: Place, _ defined: Set<String>) -> (String) -> Decision {
        let version = place.framework.name.dropFirst(3).prefix { $0.isNumber }
        return { name in
            if defined.contains(name) { return .yes }
            switch name {
            case "DEBUG", "RELEASE": return Decision(name == place.configuration.uppercased())
            case "ANDROID", "__ANDROID__", "__MOBILE__", "TRACE": return .yes
            case "MONOANDROID": return Decision(place.framework.isLegacy)
            case "IOS", "__IOS__", "MACCATALYST", "__MACCATALYST__", "WINDOWS", "WINDOWS_UWP", "TIZEN", "MACOS", "TVOS",
                "__TVOS__", "__MACOS__", "NETFX_CORE":
                return .no
            case "NET": return Decision(!place.framework.isLegacy)
            default:
                guard let mine = Int(version), name.hasPrefix("NET") else { return .unknown }
                let digits = name.dropFirst(3).prefix { $0.isNumber }
                guard let other = Int(digits) else { return .unknown }
                switch name.dropFirst(3 + digits.count) {
                case "_0": return Decision(mine == other)
                case "_0_OR_GREATER": return Decision(mine >= other)
                default: return .unknown
                }
            }
        }
    }

    // MARK: - Apple

    private mutating func appleClaims(_ place: Place, _ properties: BuildProperties) -> AppleAppClaims {
        let shown = folder.shown(place.file)
        let platform = place.framework.platform == "maccatalyst" ? "Platforms/MacCatalyst" : "Platforms/iOS"
        let information = list(
            ["\(platform)/Info.plist", "Info.plist"].map(place.path).first(where: folder.exists)
        ).map { AppleInformation(list: $0) }
        let written = information?.bundleIdentifier.flatMap { $0.contains("$(") || $0.isEmpty ? nil : $0 }
        let bundle = written ?? properties.value("ApplicationId").flatMap { $0.isEmpty ? nil : $0 }
        let team = properties.value("CodesignKey").flatMap(Self.team)
        if bundle == nil {
            note(
                "The bundle identifier in \(shown.sanitized(limit: 400)) is not told by the project; give the built app."
            )
        }
        let identifier = bundle.flatMap { bundle in team.map { "\($0).\(bundle)" } }
        var app = AppleAppClaims(identifier: identifier, domains: [], file: shown, rank: .source)
        app.bundleIdentifier = bundle
        app.teamIdentifier = team
        app.configuration = place.configuration
        app.target = "\(Self.name(of: place.file)) for \(platform.split(separator: "/").last ?? "")"
        readEntitlements(place, properties, platform, into: &app)
        for item in properties.entitlements where item.name == "com.apple.developer.associated-domains" {
            guard let value = item.value else {
                app.domains = nil
                note(
                    "The entitlements in \(shown.sanitized(limit: 400)) are not told by the project; give the built app."
                )
                break
            }
            switch item.type.lowercased() {
            case "remove": app.domains = []
            case "stringarray":
                app.domains = value.split(separator: item.separator.first ?? ";").map(String.init)
            default: app.domains = [value]
            }
        }
        app.schemes = information?.schemes
        app.queriedSchemes = information?.queriedSchemes ?? []
        return app
    }

    private mutating func readEntitlements(
        _ place: Place,
        _ properties: BuildProperties,
        _ platform: String,
        into app: inout AppleAppClaims
    ) {
        let shown = folder.shown(place.file)
        let path: String?
        if properties.isSet("CodesignEntitlements") {
            guard let value = properties.value("CodesignEntitlements") else {
                app.domains = nil
                return note(
                    "The entitlements of \(place.configuration) in \(shown.sanitized(limit: 400)) lie in a file that the project does not tell; give the built app."
                )
            }
            path = value.isEmpty ? nil : place.path(value)
        } else if place.framework.isLegacy
            || properties.value("EnableDefaultCodesignEntitlements")?.lowercased() == "false"
        {
            // Before .NET 6 only the file that the project names is signed.
            path = nil
        } else {
            path = ["\(platform)/Entitlements.plist", "Entitlements.plist"].map(place.path).first(where: folder.exists)
        }
        guard let path else { return }
        ownFiles.insert(ProjectFolder.normalized(path) ?? path)
        guard let list = list(path) else {
            app.domains = nil
            return
        }
        do throws(FormatError) {
            let entitlements = try Entitlements(list)
            app.file = folder.shown(path)
            if let text = entitlements.note(on: folder.shown(path)) { note(text) }
            app.domains = entitlements.domains
            app.parentIdentifiers = entitlements.parentIdentifiers
        } catch {
            note("\(folder.shown(path).sanitized(limit: 400)) \(error.reason).")
        }
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

    /// The team in the name of a certificate for distribution; the code in that of a developer's is another.
    private static func team(_ key: String) -> String? {
        guard key.contains("Distribution"), key.hasSuffix(")"), let open = key.lastIndex(of: "(") else { return nil }
        let team = key[key.index(after: open)...].dropLast()
        guard team.count == 10, team.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber) }) else { return nil }
        return String(team)
    }

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
