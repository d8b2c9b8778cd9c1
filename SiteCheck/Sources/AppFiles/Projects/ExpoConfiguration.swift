import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// Reads the configuration of an Expo app: `app.json`, or the output of `npx expo config --json`.
struct ExpoConfiguration {
    private static let maximumCount = 2_000

    let android: AndroidAppClaims?
    let apple: AppleAppClaims?

    /// Reads a configuration.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - file: The file's name for people.
    /// - Throws: ``FormatError`` with what is wrong.
    init(bytes: [UInt8], file: String) throws(FormatError) {
        guard let root = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] else {
            throw FormatError("is not a JSON object")
        }
        let expo = root["expo"] as? [String: Any] ?? root
        let schemes = Self.strings(expo["scheme"])
        if let android = expo["android"] as? [String: Any] {
            var claims = Self.androidClaims(android, schemes: schemes, file: file)
            claims.gap = Self.ownPlugin(expo)
            self.android = claims
        } else {
            android = nil
        }
        if let ios = expo["ios"] as? [String: Any] {
            var claims = Self.appleClaims(ios, schemes: schemes, file: file)
            claims.gap = Self.ownPlugin(expo)
            apple = claims
        } else {
            apple = nil
        }
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

    /// The values of an app that a program may set; all of them if it cannot be read.
    static func names(setBy program: String?) -> [String] {
        let names = ["package", "intentFilters", "bundleIdentifier", "associatedDomains"]
        guard let program else { return names }
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

    /// A plugin of the project itself may add hosts, and is a program.
    private static func ownPlugin(_ expo: [String: Any]) -> SourceGap? {
        let plugins = (expo["plugins"] as? [Any] ?? []).prefix(maximumCount)
        let names = plugins.compactMap { $0 as? String ?? ($0 as? [Any])?.first as? String }
        return names.first { $0.hasPrefix(".") || $0.hasPrefix("/") }.map(programGap)
    }

    private static func strings(_ value: Any?) -> [String] {
        if let text = value as? String { return [text] }
        return Array(((value as? [Any]) ?? []).compactMap { $0 as? String }.prefix(maximumCount))
    }

    private static func androidClaims(_ android: [String: Any], schemes: [String], file: String) -> AndroidAppClaims {
        var filters: [AndroidIntentFilter] = []
        let own = schemes + strings(android["scheme"])
        if !own.isEmpty { filters.append(AndroidIntentFilter(component: ".MainActivity", schemes: own)) }
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
        return app
    }

    /// The text that Expo writes for a value; the items of a list become one text, with commas between them.
    private static func text(_ value: Any?) -> String? {
        guard let list = value as? [Any] else { return value as? String }
        return list.prefix(maximumCount).map { "\($0)" }.joined(separator: ",")
    }

    private static func appleClaims(_ ios: [String: Any], schemes: [String], file: String) -> AppleAppClaims {
        let bundle = ios["bundleIdentifier"] as? String
        let team = ios["appleTeamId"] as? String
        let identifier = bundle.flatMap { bundle in team.map { "\($0).\(bundle)" } }
        let own =
            (ios["entitlements"] as? [String: Any]).map { strings($0["com.apple.developer.associated-domains"]) } ?? []
        var app = AppleAppClaims(
            identifier: identifier,
            domains: strings(ios["associatedDomains"]) + own,
            file: file,
            rank: .source
        )
        app.domainSource = .configuration
        app.bundleIdentifier = bundle
        app.teamIdentifier = team
        app.schemes = schemes + strings(ios["scheme"]) + (bundle.map { [$0] } ?? [])
        return app
    }
}

extension AppFileContent {
    /// Removes the app of an Expo configuration that is a program, for the platforms that its output describes.
    ///
    /// - Parameter outputs: The files that were given, among which is what `npx expo config --json` prints.
    @_spi(Bolts)
    public mutating func removeProgram(withOutputIn outputs: [String]) {
        let programs = Set((claims.android.map(\.file) + claims.apple.map(\.file)).flatMap(ExpoConfiguration.programs))
        let gaps = Set(programs.map(ExpoConfiguration.programGap))
        func isProgram(_ gap: SourceGap?) -> Bool { gap.map(gaps.contains) ?? false }
        // Of several programs, it is not known which one the output is of.
        if claims.android.count(where: { isProgram($0.gap) }) == 1,
            claims.android.contains(where: { outputs.contains($0.file) && $0.filterSource == .configuration })
        {
            claims.android.removeAll { isProgram($0.gap) }
        }
        if claims.apple.count(where: { isProgram($0.gap) }) == 1,
            claims.apple.contains(where: { outputs.contains($0.file) && $0.domainSource == .configuration })
        {
            claims.apple.removeAll { isProgram($0.gap) }
        }
        let left = claims.android.map(\.gap) + claims.apple.map(\.gap)
        notes.removeAll { note in
            programs.contains { program in
                note == ExpoConfiguration.programNote(program)
                    && !left.contains(ExpoConfiguration.programGap(program))
            }
        }
    }
}
