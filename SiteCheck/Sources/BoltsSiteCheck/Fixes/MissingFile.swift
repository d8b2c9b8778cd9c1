@_spi(Bolts) import BoltsAssociations
import BoltsBase
import Foundation

/// A file that is missing on a site: its path and its whole text.
@_spi(Bolts)
public struct MissingFile: Sendable, Hashable {
    /// The path from the root of the site.
    public let path: String
    /// The text, with the known ids and fingerprints.
    public let text: String

    /// Stands for the fingerprint of an app whose certificate is not known.
    private static let placeholder = "SHA-256"

    /// Stands for the team of an app of which only the bundle identifier is known.
    private static let team = "YOURTEAMID"

    /// What to write in place of the text's placeholder, or `nil` if the text is complete.
    public let missingPart: String?

    /// A narrower path than all, or `nil` if none is known.
    private var narrowerPath: String?

    /// What to write in place of all paths if the app does not show them all, or `nil` if the text has no paths.
    public var otherPaths: String? {
        narrowerPath.map { "or, in place of \"*\", only the paths that the app shows, such as \"\($0)\"" }
    }

    /// The question that is asked if no file is known.
    static func question(_ claims: AppClaims) -> FixQuestion {
        let project = "One with a project here: --app PROJECT, and the whole file is printed."
        return FixQuestion(
            "Which app belongs to the host?",
            (claims.isEmpty ? [project] : []) + [
                "One whose id you know: --app-id ID, and for Android --fingerprint with the one that the store shows.",
                "None: leave it.",
            ]
        )
    }

    /// The missing files of a finding whose whole text is known.
    static func all(for finding: Finding, _ claims: AppClaims, _ link: URL? = nil) -> [MissingFile] {
        let isApple = finding.file.hasSuffix("apple-app-site-association")
        let isAndroid = finding.file.hasSuffix("assetlinks.json")
        let isForSignIn = finding.rule.id.hasPrefix("signin-")
        let isBoth = !isApple && !isAndroid && [.linkNoApp, .linkPageForFiles].contains(finding.rule)
        return [
            isApple || isBoth ? apple(claims, isForSignIn: isForSignIn, link) : nil,
            isAndroid || isBoth ? android(claims, isForSignIn: isForSignIn) : nil,
        ].compactMap(\.self)
    }

    /// Apple's file, with the services for which the entitlements name hosts.
    private static func apple(_ claims: AppClaims, isForSignIn: Bool, _ link: URL?) -> MissingFile? {
        let all = claims.apple.filter { $0.parentIdentifiers == nil }
        func list(_ apps: [AppleAppClaims]) -> String? {
            var names = apps.compactMap(\.identifier)
            let bundles = apps.filter { $0.identifier == nil }.compactMap(\.bundleIdentifier)
            names += bundles.filter { bundle in !names.contains { AppIdentifier.isOf(bundle, $0) } }
                .map { "\(team).\($0)" }
            names = names.filter(AppIdentifier.isWellFormed).distinct()
            return names.isEmpty ? nil : names.map(JSONString.quoted).joined(separator: ", ")
        }
        // An app that names no host has no use for the file.
        let signing = all.filter { $0.mayName("webcredentials:", isKnown: !isForSignIn) }
        let linking = isForSignIn ? [] : all.filter { $0.mayName("applinks:", isKnown: false) }
        let isNone = signing.isEmpty && linking.isEmpty
        let parts = [
            list(isNone && !isForSignIn ? all : linking).map { list in
                "  \"applinks\": {\n    \"details\": [{ \"appIDs\": [\(list)], \"components\": [{ \"/\": \"*\" }] }]\n  }"
            },
            list(isNone && isForSignIn ? all : signing).map { list in
                "  \"webcredentials\": {\n    \"apps\": [\(list)]\n  }"
            },
        ].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        let text = "{\n\(parts.joined(separator: ",\n"))\n}\n"
        var file = MissingFile(
            path: ".well-known/apple-app-site-association",
            text: text,
            missingPart: text.contains("\"\(team).")
                ? "for \(team): developer.apple.com/account, Membership details" : nil
        )
        // The last part of a path is usually an id.
        let folders = link?.path().split(separator: "/") ?? []
        if text.contains("\"*\""), folders.count > 1, !folders[0].contains("*") {
            file.narrowerPath = "/\(folders[0])/*"
        }
        return file
    }

    private static func android(_ claims: AppClaims, isForSignIn: Bool) -> MissingFile? {
        var packages: [String] = []
        // As in Apple's file, an app that names no host has no use for it, if another names one.
        let isKnown = claims.android.contains { !AppClaims(android: [$0]).hosts.isEmpty }
        let apps = claims.android.filter { isForSignIn || !isKnown || $0.mayNameHost }
        for package in apps.compactMap(\.package) where !packages.contains(package) {
            packages.append(package)
        }
        // The app for Apple's devices may only share its passwords.
        func names(_ service: String) -> Bool { claims.apple.contains { $0.mayName(service, isKnown: true) } }
        let signsIn = isForSignIn || names("webcredentials:") && !names("applinks:")
        let relationNames = signsIn ? ["handle_all_urls", "get_login_creds"] : ["handle_all_urls"]
        let relations = relationNames.map { "\"delegate_permission/common.\($0)\"" }.joined(separator: ", ")
        let known = packages.map { fingerprints(of: $0, claims) }
        let statements = zip(packages, known).map { package, fingerprints in
            let list = (fingerprints ?? [placeholder]).map { "\"\($0)\"" }.joined(separator: ", ")
            return """
                  {
                    "relation": [\(relations)],
                    "target": { "namespace": "android_app", "package_name": \(JSONString.quoted(package)),
                      "sha256_cert_fingerprints": [\(list)] }
                  }
                """
        }
        guard !statements.isEmpty else { return nil }
        return MissingFile(
            path: ".well-known/assetlinks.json",
            text: "[\n\(statements.joined(separator: ",\n"))\n]\n",
            missingPart: known.contains(nil)
                ? "for SHA-256: Play Console, App signing; without Google Play: keytool -list -v -keystore FILE" : nil
        )
    }

    /// The fingerprints closest to what users have, or `nil` if only a debug certificate's is known.
    static func fingerprints(of package: String, _ claims: AppClaims) -> [String]? {
        let apps = claims.android.filter { $0.package == package && $0.certificates != nil }
        guard let rank = apps.map(\.rank).max() else { return nil }
        var result: [String] = []
        for certificate in apps.filter({ $0.rank == rank }).flatMap({ $0.certificates ?? [] })
        where !certificate.isDebug && !result.contains(certificate.fingerprint) {
            result.append(certificate.fingerprint)
        }
        return result.isEmpty ? nil : result
    }
}

extension AndroidAppClaims {
    /// Whether the app names a host for links, or that is not known.
    fileprivate var mayNameHost: Bool {
        let claims = AppClaims(android: [self])
        return filters == nil || gap != nil || !AndroidAppCheck(app: self).openFilters.isEmpty || !claims.hosts.isEmpty
            || claims.takesAnyHost
    }
}

extension AppleAppClaims {
    /// Whether the app names a host for a service, or that is not known; with `isKnown`, only what is known counts.
    fileprivate func mayName(_ service: String, isKnown: Bool) -> Bool {
        if isKnown { return (domains ?? []).contains { $0.hasPrefix(service) } }
        guard let domains, gap == nil else { return true }
        return (domains + unresolvedDomains).contains { $0.hasPrefix(service) || $0.hasPrefix("$(") }
    }
}
