import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// Reads the configuration of an Expo app: `app.json`, the output of `npx expo config --json`, or a program that is an object of
/// literals.
struct ExpoConfiguration {
    private static let maximumCount = 2_000

    typealias PluginReader = (_ name: String, _ options: String) -> ExpoPlugin?

    private let expo: [String: Any]
    private(set) var android: AndroidAppClaims?
    private(set) var apple: AppleAppClaims?

    /// Reads a configuration; `file` is its name for people, and `plugin` reads a plugin of the project by its name and options.
    init(bytes: [UInt8], file: String, plugin: PluginReader = { _, _ in nil }) throws(FormatError) {
        guard let root = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] else {
            throw FormatError("is not a JSON object")
        }
        self.init(root, file: file, plugin)
    }

    /// Reads a program, or returns `nil` if its literals are not all that decides what it returns.
    ///
    /// `base` is the `app.json` that the program gets, or `nil` if it is not known.
    init?(program: String, file: String, base: ExpoConfiguration?, plugin: PluginReader) {
        guard let root = ExpoProgram(program)?.object(from: base?.expo), !(root["expo"] is ExpoProgram.Unknown)
        else { return nil }
        self.init(root, file: file, plugin)
        if android == nil, apple == nil { return nil }
    }

    /// What a program gets without an `app.json`: what `package.json` and the installed packages say.
    static var initial: ExpoConfiguration {
        let names = ["name", "slug", "description", "version", "sdkVersion", "platforms", "_internal"]
        return ExpoConfiguration(Dictionary(uniqueKeysWithValues: names.map { ($0, ExpoProgram.Unknown()) }), file: "")
        { _, _ in nil }
    }

    private init(_ root: [String: Any], file: String, _ plugin: PluginReader) {
        expo = root["expo"] as? [String: Any] ?? root
        android = Self.object(expo["android"]).map { [expo] in Self.androidClaims($0, of: expo, file: file) }
        apple = Self.object(expo["ios"]).map { [expo] in Self.appleClaims($0, of: expo, file: file) }
        let gaps = (ownPlugin(.android, file: file, plugin), ownPlugin(.apple, file: file, plugin))
        if android?.gap == nil { android?.gap = gaps.0 }
        if apple?.gap == nil { apple?.gap = gaps.1 }
    }

    /// Whether a part of what was read depends on what a program computes.
    var isOpen: Bool {
        let file = android?.file ?? apple?.file ?? ""
        return [android?.gap, android?.id.gap, apple?.gap, apple?.id.gap].contains(Self.programGap(file))
    }

    /// The gap for a program that creates or changes the configuration.
    static func programGap(_ file: String) -> SourceGap {
        var gap = SourceGap(
            "\(file.sanitized(limit: 400)) is a program, which is not run",
            fix: "Run npx expo config --json > config.json, and add --app config.json, or the built app: --app PATH."
        )
        gap.mayChange = true
        return gap
    }

    /// The programs that may create or change a configuration at a path.
    static func programs(beside file: String) -> [String] {
        ["app.config.js", "app.config.ts"].map { ProjectFolder.joined(ProjectFolder.parent(of: file), $0) }
    }

    /// The maximum number of bytes of a program that is searched for names.
    private static let maximumProgramSize = 100_000

    /// The values of an app that a program may set; all of them if it cannot be read.
    static func names(setBy program: String?) -> [String] {
        let names = ["package", "intentFilters", "bundleIdentifier", "associatedDomains"]
        guard let program, program.utf8.count <= maximumProgramSize else { return names }
        // A platform may be replaced as a whole.
        let replaced = /\b(?:ios|android|expo)(?:\b[\x27\x22]?\s*[:=]\s*(?![\s{])|\s*[,}])/
        if program.contains(replaced) || program.contains("delete") || !program.contains("config") { return names }
        // After a name, there may be a quotation mark and a bracket; a member may be its name alone.
        let pattern = /\b(\w+)[^\w\s,;.({}]{0,2}\s*(?:[:=,}]|(?:\+|\?\?|\|\||&&)=)/.wordBoundaryKind(.simple)
        // What such an expression adds has no name here.
        let copied = /\.\.\.(?!\w{0,20}[cC]onfig\b|expo\b|app|base)[^,}\n]{1,80}?\.(?:ios|android)\b/
        let isMerged = program.contains("Object.assign") || program.contains("merge")
        if isMerged || program.contains(copied.wordBoundaryKind(.simple)) { return names }
        let set = Set(program.matches(of: pattern).map { String($0.1) })
        return names.filter(set.contains)
    }

    /// The note that a program was not run.
    static func programNote(_ file: String) -> String {
        "\(file.sanitized(limit: 400)) is a program, which is not run; add --app with the output of npx expo config --json"
    }

    /// The gap for a plugin of the project itself, which is a program that may add hosts, unless its names show that it does not.
    private func ownPlugin(_ platform: ExpoPlugin.Platform, file: String, _ plugin: PluginReader) -> SourceGap? {
        var count = 0
        let plugins = expo["plugins"] as? [Any] ?? [expo["plugins"] as Any]
        for item in plugins.prefix(Self.maximumCount) + [expo["mods"] as Any] {
            let value = (item as? [Any])?.first ?? item
            guard let name = value as? String else {
                if Self.isOpen(value) { return Self.programGap(file) }
                continue
            }
            guard name.hasPrefix(".") || name.hasPrefix("/") else { continue }
            count += 1
            let isRead = count <= ExpoPlugin.maximumCount && !Self.isOpen(item)
            guard isRead, plugin(name, "\(item)")?.mayChange(platform) == false else { return Self.programGap(name) }
        }
        return nil
    }

    /// An object; one that a program computes may have any member.
    private static func object(_ value: Any?) -> [String: Any]? {
        value is ExpoProgram.Unknown ? ExpoProgram.anything : value as? [String: Any]
    }

    /// Whether a part of a value is computed by a program.
    private static func isOpen(_ value: Any?) -> Bool {
        if let object = value as? [String: Any] { return object.values.contains(where: isOpen) }
        return value is ExpoProgram.Unknown || (value as? [Any])?.contains(where: isOpen) == true
    }

    private static func strings(_ value: Any?) -> [String] {
        if let text = value as? String { return [text] }
        return Array(((value as? [Any]) ?? []).compactMap { $0 as? String }.prefix(maximumCount))
    }

    private static func androidClaims(_ android: [String: Any], of expo: [String: Any], file: String)
        -> AndroidAppClaims
    {
        var filters: [AndroidIntentFilter] = []
        let own = strings(expo["scheme"]) + strings(android["scheme"])
        let hasOpenScheme = isOpen(expo["scheme"]) || isOpen(android["scheme"])
        if !own.isEmpty || hasOpenScheme {
            filters.append(AndroidIntentFilter(component: ".MainActivity", schemes: own))
            filters[0].hasUnknownScheme = hasOpenScheme
        }
        for case let item as [String: Any] in (android["intentFilters"] as? [Any] ?? []).prefix(maximumCount) {
            var filter = AndroidIntentFilter(component: ".MainActivity", actions: [], categories: [])
            filter.origin = .configuration
            // Expo puts the beginning before every name, also before one that has it.
            filter.actions = strings(item["action"]).map { "android.intent.action." + $0 }
            filter.categories = strings(item["category"]).map { "android.intent.category." + $0 }
            filter.isVerified = item["autoVerify"] as? Bool ?? false
            let data =
                (item["data"] as? [String: Any]).map { [$0] }
                ?? (item["data"] as? [Any] ?? []).compactMap { $0 as? [String: Any] }
            var pairs: Set<[String]> = []
            for element in data.prefix(maximumCount) {
                if let scheme = text(element["scheme"]), !filter.schemes.contains(scheme) {
                    filter.schemes.append(scheme)
                }
                let name = text(element["host"])
                if let name {
                    let host = AndroidIntentFilter.Host(name, port: element["port"].map { "\($0)" })
                    if !filter.hosts.contains(host) { filter.hosts.append(host) }
                }
                if element["mimeType"] != nil { filter.hasType = true }
                for kind in AndroidIntentFilter.Path.Kind.allCases {
                    guard let path = text(element[kind.rawValue]).map(ResourceText.unescaped) else { continue }
                    filter.paths.append(AndroidIntentFilter.Path(kind, path))
                    if let name { pairs.insert([name.lowercased(), kind.rawValue, path]) }
                }
            }
            filter.setWritten(pairs)
            filters.append(filter)
        }
        var app = AndroidAppClaims(package: android["package"] as? String, file: file, rank: .source, filters: filters)
        app.filterSource = .configuration
        if isOpen(android["package"]) { app.id = .unknown(programGap(file)) }
        if isOpen(android["intentFilters"]) { (app.filters, app.gap) = (nil, programGap(file)) }
        return app
    }

    /// The text that Expo writes for a value; the items of a list become one text, with commas between them.
    private static func text(_ value: Any?) -> String? {
        guard let list = value as? [Any] else { return value as? String }
        return list.prefix(maximumCount).map { "\($0)" }.joined(separator: ",")
    }

    private static func appleClaims(_ ios: [String: Any], of expo: [String: Any], file: String) -> AppleAppClaims {
        let bundle = ios["bundleIdentifier"] as? String
        let team = ios["appleTeamId"] as? String
        let identifier = bundle.flatMap { bundle in team.map { "\($0).\(bundle)" } }
        let own = object(ios["entitlements"])?["com.apple.developer.associated-domains"]
        var app = AppleAppClaims(
            identifier: identifier,
            domains: strings(ios["associatedDomains"]) + strings(own),
            file: file,
            rank: .source
        )
        app.domainSource = .configuration
        app.bundleIdentifier = bundle
        app.teamIdentifier = team
        app.schemes = strings(expo["scheme"]) + strings(ios["scheme"]) + (bundle.map { [$0] } ?? [])
        let gap = programGap(file)
        if isOpen(ios["bundleIdentifier"]) { (app.id, app.bundle) = (.unknown(gap), .unknown(gap)) }
        if [expo["scheme"], ios["scheme"], ios["bundleIdentifier"]].contains(where: isOpen) { app.schemes = nil }
        if isOpen(ios["associatedDomains"]) || isOpen(own) {
            app.gap = gap
            if app.domains?.isEmpty == true { app.domains = nil }
        }
        return app
    }
}

extension AppFileContent {
    /// Removes the app of an Expo configuration that is a program, for the platforms that its output, which is among the given
    /// files, describes.
    @_spi(Bolts)
    public mutating func removeProgram(withOutputIn outputs: [String]) {
        let programs = Set((claims.android.map(\.file) + claims.apple.map(\.file)).flatMap(ExpoConfiguration.programs))
        let gaps = Set(programs.map(ExpoConfiguration.programGap))
        func isProgram(_ file: String, _ gap: SourceGap?) -> Bool {
            programs.contains(file) || gap.map(gaps.contains) == true
        }
        // Of several programs, it is not known which one the output is of.
        if claims.android.count(where: { isProgram($0.file, $0.gap) }) == 1,
            claims.android.contains(where: { outputs.contains($0.file) && $0.filterSource == .configuration })
        {
            claims.android.removeAll { isProgram($0.file, $0.gap) }
        }
        if claims.apple.count(where: { isProgram($0.file, $0.gap) }) == 1,
            claims.apple.contains(where: { outputs.contains($0.file) && $0.domainSource == .configuration })
        {
            claims.apple.removeAll { isProgram($0.file, $0.gap) }
        }
        let left = claims.android.flatMap { [$0.gap, $0.id.gap] } + claims.apple.flatMap { [$0.gap, $0.id.gap] }
        notes.removeAll { note in
            programs.contains { program in
                note == ExpoConfiguration.programNote(program)
                    && !left.contains(ExpoConfiguration.programGap(program))
            }
        }
    }
}
