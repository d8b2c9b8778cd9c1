import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// What a project says of an app for Android.
extension DotNetProjects {
    mutating func androidClaims(_ place: Place, _ properties: BuildProperties) -> AndroidAppClaims {
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
        app.filterSource = .attributes
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
            for index in filters.indices { filters[index].file = file }
            app.file = first.file
            filters += added.filters.map { item in
                var filter = item.filter
                filter.file = item.file
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
}
