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
        SourceGap(
            "\(file.sanitized(limit: 400)) is a program, which is not run",
            fix: "Run npx expo config --json > config.json, and add --app config.json, or the built app: --app PATH."
        )
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
            filter.actions = strings(item["action"]).map { full($0, "android.intent.action.") }
            filter.categories = strings(item["category"]).map { full($0, "android.intent.category.") }
            filter.isVerified = item["autoVerify"] as? Bool ?? false
            let data =
                (item["data"] as? [String: Any]).map { [$0] }
                ?? (item["data"] as? [Any] ?? []).compactMap { $0 as? [String: Any] }
            var pairs: Set<[String]> = []
            for element in data.prefix(maximumCount) {
                if let scheme = element["scheme"] as? String, !filter.schemes.contains(scheme) {
                    filter.schemes.append(scheme)
                }
                if let host = element["host"] as? String {
                    let host = AndroidIntentFilter.Host(host, port: element["port"].map { "\($0)" })
                    if !filter.hosts.contains(host) { filter.hosts.append(host) }
                }
                if element["mimeType"] != nil { filter.hasType = true }
                for kind in AndroidIntentFilter.Path.Kind.allCases {
                    guard let path = (element[kind.rawValue] as? String).map(ResourceText.unescaped) else { continue }
                    filter.paths.append(AndroidIntentFilter.Path(kind, path))
                    if let host = element["host"] as? String { pairs.insert([host.lowercased(), kind.rawValue, path]) }
                }
            }
            filter.setWritten(pairs)
            filters.append(filter)
        }
        var app = AndroidAppClaims(package: android["package"] as? String, file: file, rank: .source, filters: filters)
        app.filterSource = .configuration
        return app
    }

    /// Expo puts a prefix before a short name.
    private static func full(_ name: String, _ beginning: String) -> String {
        name.contains(".") ? name : beginning + name
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
