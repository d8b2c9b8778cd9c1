@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// Reads the output of Flutter's tools about an app's links.
///
/// - `flutter analyze --android --output-app-link-settings --build-variant=release`: `DeepLinkJsonFromManifestTaskHelper.kt` of
///   flutter/flutter creates it from the merged manifest.
/// - `flutter analyze --ios --output-universal-link-settings --configuration=Release --target=Runner`:
///   `outputsUniversalLinkSettings` of `xcode_project.dart` of flutter/flutter creates it from the build settings and the
///   entitlements.
///
/// `flutter analyze --android --output-app-link-settings --build-variant=release`: `DeepLinkJsonFromManifestTaskHelper.kt` of
/// flutter/flutter creates it from the merged manifest.
struct FlutterLinkSettings {
    private static let maximumCount = 20_000

    let claims: AppClaims

    /// Reads a file, or returns `nil` if it has neither form.
    init?(_ root: [String: Any], file: String) {
        if let links = root["deeplinks"] as? [Any], let id = root["applicationId"] as? String {
            claims = AppClaims(android: [Self.android(links, id, file)])
        } else if let domains = root["associatedDomains"] as? [Any], root.keys.contains("bundleIdentifier") {
            let names = domains.prefix(Self.maximumCount).compactMap { $0 as? String }
            claims = AppClaims(
                apple: [Self.apple(names, root["bundleIdentifier"] as? String, root["teamIdentifier"] as? String, file)]
            )
        } else {
            return nil
        }
    }

    // MARK: - Android

    /// The values that links made from one filter have in common.
    private struct Shape: Hashable {
        let isVerified: Bool
        let actions: [String]
        let categories: [String]
        let host: String?
    }

    private static func android(_ links: [Any], _ id: String, _ file: String) -> AndroidAppClaims {
        var order: [Shape] = []
        var parts: [Shape: (schemes: Set<String>, paths: Set<String>)] = [:]
        for case let link as [String: Any] in links.prefix(maximumCount) {
            let check = link["intentFilterCheck"] as? [String: Any] ?? [:]
            func holds(_ name: String) -> Bool { check[name] as? Bool ?? false }
            let shape = Shape(
                isVerified: holds("hasAutoVerify"),
                actions: holds("hasActionView") ? [AndroidIntentFilter.view] : [],
                categories: (holds("hasDefaultCategory") ? [AndroidIntentFilter.default] : [])
                    + (holds("hasBrowsableCategory") ? [AndroidIntentFilter.browsable] : []),
                host: link["host"] as? String
            )
            if parts[shape] == nil { order.append(shape) }
            if let scheme = link["scheme"] as? String { parts[shape, default: ([], [])].schemes.insert(scheme) }
            parts[shape, default: ([], [])].paths.insert(link["path"] as? String ?? ".*")
        }
        let filters = order.map { shape in
            var filter = AndroidIntentFilter(component: "", isVerified: shape.isVerified)
            (filter.actions, filter.categories) = (shape.actions, shape.categories)
            filter.schemes = parts[shape]?.schemes.sorted() ?? []
            filter.hosts = shape.host.map { [AndroidIntentFilter.Host($0)] } ?? []
            let paths = (parts[shape]?.paths ?? []).sorted()
            guard !paths.contains(".*") else { return filter }
            filter.paths = paths.compactMap(path)
            // The tool does not say which attribute a path was written in.
            filter.unresolved = paths.filter { path($0) == nil }
            filter.isUncertain = !filter.unresolved.isEmpty
            return filter
        }
        var app = AndroidAppClaims(package: id, file: file, rank: .built, filters: filters)
        if links.count > maximumCount {
            app.gap = SourceGap("the file has more than \(maximumCount) links, and the others are not read")
        }
        return app
    }

    /// A path that means the same in every path attribute, or `nil`.
    private static func path(_ text: String) -> AndroidIntentFilter.Path? {
        let start = text.hasSuffix(".*") ? String(text.dropLast(2)) : text
        guard !start.contains(where: { ".*[]{}+?\\".contains($0) }) else { return nil }
        return AndroidIntentFilter.Path(start == text ? .path : .prefix, start)
    }

    // MARK: - Apple's devices

    private static func apple(_ names: [String], _ bundle: String?, _ team: String?, _ file: String) -> AppleAppClaims {
        let identifier = bundle.flatMap { bundle in team.map { "\($0).\(bundle)" } }
        // Flutter's tool removes the service and the mode.
        let domains = names.map { "applinks:\($0)" }
        var app = AppleAppClaims(identifier: identifier, domains: domains, file: file, rank: .source)
        app.bundleIdentifier = bundle
        app.teamIdentifier = team
        return app
    }
}
