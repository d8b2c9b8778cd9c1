@_spi(Bolts) import BoltsAssociations
import Foundation

/// The association files in the projects of apps, compared with those that the host serves.
extension AppSide {
    /// The maximum work to compare a project's file with the served one, because apps are judged again for each fix.
    private static let maximumFileWork = 200_000

    /// The association files of projects, without those that name none of the apps.
    static func projectFiles(_ claims: AppClaims) -> ArraySlice<ProjectAssociationFile> {
        let names = claims.android.map(\.package) + claims.apple.map(\.identifier)
        let known = Set(names.compactMap { $0.map { Array($0.utf8) } })
        // A file may name an app whose id is not known.
        return claims.associationFiles.filter { file in
            guard !names.contains(nil) else { return true }
            return file.bytes.split(separator: UInt8(ascii: "\"")).contains { known.contains(Array($0)) }
        }.prefix(20)
    }

    /// The findings about projects' association files that differ from the host's; if one file is equal to the host's, the others
    /// are ignored.
    static func undeployed(
        _ files: ArraySlice<ProjectAssociationFile>,
        of claims: AppClaims,
        _ site: SiteAssociations
    ) -> [Finding] {
        let served: [(SiteDifference.Platform, SiteAddress.File, AssociationResponse)] = [
            (.apple, .apple, site.appleResponse), (.android, .android, site.androidResponse),
        ]
        let names = claims.android.map(\.package) + claims.apple.map(\.identifier)
        let apps = names.contains(nil) ? nil : Set(names.compactMap { $0.map(AppIdentifier.canonical) })
        return served.compactMap { platform, file, response in
            let own = files.filter { $0.name == file.rawValue }
            guard let first = own.first, let bytes = response.bytes, let document = try? JSONDocument(bytes)
            else {
                return nil
            }
            let isServed = own.contains { file in
                (try? JSONDocument(file.bytes)).map { $0.isEqual(to: document) } ?? (file.bytes == bytes)
            }
            guard !isServed else { return nil }
            let both = [bytes, first.bytes].map { SiteAssociations(host: site.host, content: $0, platform: platform) }
            let change = SiteDifference(from: both[0], to: both[1], [platform], work: maximumFileWork)
            // An included list may say what a file does not.
            let isDecided =
                change.omitted == 0 && !change.links.contains { $0.effect == .undecided }
                && both.allSatisfy { $0.assetLinks?.includes.isEmpty ?? true }
            let fault = isDecided ? fault(of: both[1], beside: both[0], change, .lost, apps) : nil
            let servedFault = isDecided ? self.fault(of: both[0], beside: both[1], change, .gained, apps) : nil
            let clauses = [fault.map { "the project's file \($0)" }, servedFault.map { "the served one \($0)" }]
            let reason = clauses.compactMap(\.self).joined(separator: ", and ")
            let message = "\(Clip.clip(first.path)) differs from the file that \(Clip.clip(site.host)) serves"
            // The project may have a file for each of several hosts.
            let fix: String? =
                switch own.count > 1 ? (nil, nil) : (fault, servedFault) {
                case (nil, nil): nil
                // The host's file may name other projects' apps.
                case (nil, _?) where self.fault(of: both[1], beside: both[0], change, .lost, nil) != nil:
                    "Add to the served file what it lacks."
                case (nil, _?): "Deploy the project's file."
                case (_?, nil): "Change the project's file to what the host serves."
                case (_?, _?): "Write a file in the project that has neither fault, and deploy it."
                }
            return Finding(
                .crossAppNotDeployed,
                message + (reason.isEmpty ? "." : ": \(reason)."),
                file: response.url.absoluteString,
                fix: fix
            )
        }
    }

    /// The first effect that makes a file worse for some apps than another one, as a predicate, or `nil` if nothing does.
    private static func fault(
        of own: SiteAssociations,
        beside other: SiteAssociations,
        _ change: SiteDifference,
        _ effect: SiteDifference.Effect,
        _ apps: Set<String>?
    ) -> String? {
        func isOfApp(_ name: String) -> Bool { apps?.contains(AppIdentifier.canonical(name)) ?? true }
        if let entry = change.entries.first(where: { $0.effect == effect && isOfApp($0.app) }) {
            let certificate = entry.certificate.map { " with the certificate \($0)" } ?? ""
            return "does not name \(Clip.clip(entry.app))\(certificate) for \(Clip.clip(entry.service))"
        }
        if let link = change.links.first(where: { $0.effect == effect && isOfApp($0.app) }) {
            return "does not let \(Clip.clip(link.app)) open \(link.example ?? "every link that the other one does")"
        }
        let known = Set(other.findings.map(\.rule))
        return own.findings.first { $0.severity >= .warning && !known.contains($0.rule) }.map { "has \($0.rule.id)" }
    }
}
