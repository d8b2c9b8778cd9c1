@_spi(Bolts) import BoltsSiteCheck
import Foundation

extension AppFileReader {
    /// Adds the apps of Expo's configurations, and notes which of these are programs.
    ///
    /// The configuration decides what is built, unless the native project is where Expo expects it: `android/` and `ios/`
    /// beside it.
    static func addExpo(of folder: ProjectFolder, to content: inout AppFileContent) {
        let names = ["app.json", "app.config.js", "app.config.ts"]
        let found = folder.files.filter { names.contains(($0 as NSString).lastPathComponent) }
        let places = Dictionary(grouping: found.prefix(maximumFileCount), by: ProjectFolder.parent)
        for place in places.keys.sorted() {
            let files = places[place] ?? []
            let native = { (name: String) in folder.shown(ProjectFolder.joined(place, name)) + "/" }
            let nativeAndroid = content.claims.android.indices.filter { index in
                content.claims.android[index].file.hasPrefix(native("android"))
            }
            let nativeApple = content.claims.apple.indices.filter { index in
                content.claims.apple[index].file.hasPrefix(native("ios"))
            }
            let (hasAndroid, hasApple) = (!nativeAndroid.isEmpty, !nativeApple.isEmpty)
            var (android, apple): (AndroidAppClaims?, AppleAppClaims?) = (nil, nil)
            let plugin = { ExpoPlugin($0, options: $1, in: folder, below: place) }
            let isProgramAlone =
                !files.contains { $0.hasSuffix(".json") }
                && !folder.exists(ProjectFolder.joined(place, "app.config.json"))
            var base = isProgramAlone ? ExpoConfiguration.initial : nil
            if let file = files.first(where: { $0.hasSuffix(".json") }) {
                do throws(FormatError) {
                    let bytes = try folder.bytes(file, limit: XMLReader.maximumSize)
                    // Other programs have an app.json too.
                    if AppFileKind(name: "app.json", bytes: bytes) == .expo {
                        let expo = try ExpoConfiguration(bytes: bytes, file: folder.shown(file), plugin: plugin)
                        (android, apple, base) = (expo.android, expo.apple, expo)
                        if android != nil || apple != nil { content.files.append(folder.shown(file)) }
                    }
                } catch {
                    content.fail(folder.shown(file), error)
                }
            }
            if let program = files.first(where: { !$0.hasSuffix(".json") }) {
                let package = ProjectFolder.joined(place, "package.json")
                // Other tools have files of this name too.
                guard
                    android != nil || apple != nil || folder.fault(of: package) != nil
                        || folder.text(package)?.contains("\"expo\"") == true
                        || folder.text(program)?.contains(/\bexpo\b/) == true
                else { continue }
                let shown = folder.shown(program)
                // Of two programs, Expo takes one.
                let text = files.filter { !$0.hasSuffix(".json") }.count == 1 ? folder.text(program) : nil
                let stated = text.flatMap {
                    ExpoConfiguration(program: $0, file: shown, base: base, plugin: plugin)
                }
                if stated?.isOpen != false, !hasAndroid || !hasApple {
                    content.notes.append(ExpoConfiguration.programNote(shown))
                }
                if let stated {
                    (android, apple) = (stated.android, stated.apple)
                    content.files.append(shown)
                } else {
                    leaveOpen(&android, &apple, program: folder.text(program), file: shown)
                }
            }
            for index in nativeAndroid {
                content.claims.android[index].expoFile = android?.file
                content.claims.android[index].expoFilters = android?.filters ?? []
            }
            for index in nativeApple where content.claims.apple[index].role == .app {
                content.claims.apple[index].expoFile = apple?.file
                content.claims.apple[index].expoDomains = apple?.domains ?? []
            }
            let start = String(folder.shown(ProjectFolder.joined(place, "x")).dropLast())
            // Other files below the folder are part of the app, such as a local module, or belong to an example.
            if let android, !hasAndroid {
                replace(&content.claims.android, &content.others.android, below: start, by: android, \.file, \.role)
            }
            if let apple, !hasApple {
                replace(&content.claims.apple, &content.others.apple, below: start, by: apple, \.file, \.role)
            }
        }
    }

    /// Leaves what a program may set unknown: only the program's input is known, not its result.
    private static func leaveOpen(
        _ android: inout AndroidAppClaims?,
        _ apple: inout AppleAppClaims?,
        program: String?,
        file: String
    ) {
        let gap = ExpoConfiguration.programGap(file)
        // If app.json omits a platform, nothing suggests that the program adds it.
        if android == nil, apple == nil {
            android = AndroidAppClaims(package: nil, file: file, rank: .source)
            android?.id = .unknown(gap)
            android?.filterSource = .configuration
            apple = AppleAppClaims(identifier: nil, file: file, rank: .source)
            apple?.id = .unknown(gap)
            apple?.bundle = .unknown(gap)
            apple?.domainSource = .configuration
        }
        android?.gap = gap
        apple?.gap = gap
        // A value of app.json that the program names may be another in the build.
        let names = ExpoConfiguration.names(setBy: program)
        if names.contains("package") { android?.id = .unknown(gap) }
        if names.contains("intentFilters") { android?.filters = nil }
        if names.contains("bundleIdentifier") { apple?.id = .unknown(gap) }
        if names.contains("bundleIdentifier") { apple?.bundle = .unknown(gap) }
        if names.contains("associatedDomains") { apple?.domains = nil }
    }

    /// Replaces the apps whose files are below a folder, which are listed as samples, by one app.
    private static func replace<App>(
        _ apps: inout [App],
        _ others: inout [App],
        below start: String,
        by app: App,
        _ file: KeyPath<App, String>,
        _ role: WritableKeyPath<App, AppRole>
    ) {
        for var other in apps where other[keyPath: file].hasPrefix(start) {
            other[keyPath: role] = .sample
            others.append(other)
        }
        apps.removeAll { $0[keyPath: file].hasPrefix(start) }
        apps.append(app)
    }
}
