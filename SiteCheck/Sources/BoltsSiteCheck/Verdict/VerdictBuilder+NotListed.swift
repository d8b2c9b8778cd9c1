import BoltsAppLinks
@_spi(Bolts) import BoltsAssociations
import Foundation

// The cause for apps that the files of a site do not name, or name for another purpose.
extension VerdictBuilder {
    /// The finding that says why a file does not name an app for links.
    mutating func notListed(
        _ identifier: String,
        _ app: AppSide.App,
        _ route: LinkRoute,
        _ family: LinkFamily
    ) -> Finding {
        let listed = family == .apple ? site.appSiteAssociation?.apps ?? [] : StatedPackages(site).all
        let name = Clip.clip(identifier)
        if let void = voidList(listed, app, name, route) { return void }
        if let other = namedForOther(identifier, route, family) { return other }
        if family == .android, let foreign = foreign(identifier, listed, route) { return foreign }
        if family == .apple, let clip = clipByName(identifier, listed, route) {
            put(clip)
            return clip
        }
        let finding: Finding
        let variants = listedVariants(of: app, family, listed)
        if !variants.isEmpty {
            let names = variants.prefix(3).map(\.name).joined(separator: ", ")
            finding = Finding(
                .crossAppNotListed,
                "\(family.fileName) lists \(names), not \(app.name).",
                file: route.file,
                fix: listing(name, app, family),
                change: change(identifier, app)
            )
        } else if let near = NearIdentifier.find(identifier, in: listed) {
            // A mistake in the identifier itself has the same fix.
            let mistake = findings.first { other in
                other.file == route.file && other.rule == .aasaAppIdMalformed
                    && other.detail == .identifier(near.identifier)
            }
            finding = Finding(
                .crossAppNearId,
                NearIdentifier.sentence(family.fileName, names: listed, near: near, not: name),
                file: route.file,
                place: mistake?.place,
                severity: .error,
                fix: mistake == nil
                    ? "List \(name)\(near.team(of: identifier))." : "Write \(name) in its place.",
                change: change(identifier, app, instead: near.identifier)
            )
            put(finding, inPlaceOf: mistake)
            return finding
        } else {
            finding = Finding(
                .crossAppNotListed,
                NearIdentifier.sentence(family.fileName, names: listed, near: nil, not: name),
                file: route.file,
                fix: listing(name, app, family),
                change: change(identifier, app),
                // No host is to be taken out of an app that names none.
                detail: app.namesHost == false ? .listed : nil
            )
        }
        put(finding)
        return finding
    }

    /// The warning that a host of an app without a link may be somebody else's: it names apps of other authors only, and another
    /// host names the app.
    private mutating func foreign(_ identifier: String, _ listed: [String], _ route: LinkRoute) -> Finding? {
        func author(_ package: String) -> [Substring] { Array(package.split(separator: ".").prefix(2)) }
        guard url == nil, let side, !listed.isEmpty, !listed.contains(where: { author($0) == author(identifier) }),
            let own = side.others.first(where: { StatedPackages($0).all.contains(identifier) })
        else { return nil }
        let sentence = NearIdentifier.sentence("assetlinks.json", names: listed, near: nil, not: Clip.clip(identifier))
        let finding = Finding(
            .crossAppNotListed,
            "\(sentence.dropLast()), as \(Clip.clip(own.host)) does: only the owner of \(Clip.clip(site.host)) can list it.",
            file: route.file,
            severity: .warning,
            fix:
                "If the host is yours, list the app in its file. If not, leave it out of filters with autoVerify: users can still "
                + "choose the app for it, and on Android 11 and older it keeps the app's own hosts from being verified."
        )
        put(finding)
        return finding
    }

    /// The finding that an identifier, which is an App Clip's by its name, belongs into another list; `nil` if it is not.
    private func clipByName(_ identifier: String, _ listed: [String], _ route: LinkRoute) -> Finding? {
        guard let dot = identifier.lastIndex(of: "."), identifier[dot...].lowercased().hasSuffix("clip"),
            case let parent = String(identifier[..<dot]), listed.contains(parent)
        else { return nil }
        let (name, app) = (Clip.clip(identifier), Clip.clip(parent))
        return Finding(
            .crossAppClipNotListed,
            "\(LinkFamily.apple.fileName) names \(app) for links, and no App Clip \(name) in appclips.",
            file: route.file,
            severity: .error,
            fix: "Add \(name) to appclips.apps, or, if it is no App Clip, to the appIDs of applinks.",
            change: AppIdentifier.isWellFormed(identifier)
                ? .service("appclips", app: identifier, instead: nil) : nil
        )
    }

    /// The edit that lists an app; there is none for a partly known identifier.
    private func change(_ identifier: String, _ app: AppSide.App, instead: String? = nil) -> SuggestedChange? {
        guard app.identifier == identifier else { return nil }
        if case .apple = app.judge, !AppIdentifier.isWellFormed(identifier) { return nil }
        let signsIn = side?.sharesCredentials == true
        return .list(app: identifier, fingerprints: app.fingerprints.suffix(1), instead: instead, signsIn: signsIn)
    }

    /// The fix that lists an app.
    private func listing(_ name: String, _ app: AppSide.App, _ family: LinkFamily) -> String {
        family == .apple
            ? "Add \(name) to the appIDs of applinks."
            : "Add a statement for \(name)"
                + (app.fingerprints.last.map { " with the fingerprint \($0)." }
                    ?? " with its fingerprint; --fingerprint SHA256 makes the edit.")
                + (side?.sharesCredentials == true ? " It has get_login_creds too, because the app signs in." : "")
                + (side?.renaming(app, in: site) ?? "")
                + (app.namesHost == false ? " Nothing that was read of the app names the host." : "")
    }

    /// The other apps of the project whose ids begin with an app's and that a file lists.
    private func listedVariants(of app: AppSide.App, _ family: LinkFamily, _ listed: [String]) -> [AppSide.App] {
        guard let identifier = app.identifier else { return [] }
        return (side?.apps(family) ?? []).filter { other in
            guard let mine = other.identifier, mine.hasPrefix(identifier + ".") else { return false }
            return family == .apple
                ? listed.contains { AppIdentifier.canonical($0) == AppIdentifier.canonical(mine) }
                    || !AppIdentifier.isWellFormed(mine) && listed.contains { AppIdentifier.isOf(mine, $0) }
                : listed.contains(mine)
        }
    }

    /// The cause that the file names the app for a purpose other than links; `nil` if it does not name the app.
    private mutating func namedForOther(_ identifier: String, _ route: LinkRoute, _ family: LinkFamily) -> Finding? {
        let name = Clip.clip(identifier)
        if family == .android {
            guard let problem = StatedPackages(site).problem(of: identifier) else { return nil }
            let fix =
                problem.lacksRelation
                ? "Add \(AssetRelation.handleAllURLs) to the relation of this statement for \(name)." : nil
            let finding = Finding(
                .crossAppNotListed,
                problem.explanation,
                file: route.file,
                place: route.place,
                fix: fix,
                change: problem.lacksRelation ? .relation(.handleAllURLs, package: identifier) : nil
            )
            // If every statement lacks the relation, that finding is the same mistake.
            let known = findings.first { $0.rule == .assetlinksNoHandleAllUrls && $0.file == route.file }
            put(finding, inPlaceOf: problem.lacksRelation ? known : nil)
            return finding
        }
        let services = ["webcredentials", "appclips", "activitycontinuation"].filter { service in
            site.appSiteAssociation?.apps(of: service).contains { other in
                AppIdentifier.canonical(other) == AppIdentifier.canonical(identifier)
                    || !AppIdentifier.isWellFormed(identifier) && AppIdentifier.isOf(identifier, other)
            } ?? false
        }
        guard !services.isEmpty else { return nil }
        return added(
            .crossAppNotListed,
            "\(family.fileName) names \(name) for \(services.joined(separator: " and ")), not for applinks.",
            route,
            fix: "Add \(name) to the appIDs of applinks.",
            change: AppIdentifier.isWellFormed(identifier)
                ? .list(app: identifier, fingerprints: [], instead: nil) : nil
        )
    }

    /// The error that invalidates a file's entries for an app, if the app is missing only because of that error.
    private mutating func voidList(_ listed: [String], _ app: AppSide.App, _ name: String, _ route: LinkRoute)
        -> Finding?
    {
        let voids = findings.filter { finding in
            finding.file == route.file && finding.severity == .error && Self.voidRules.contains(finding.rule)
        }
        // All listed identifiers are ones that no app can have.
        guard !voids.isEmpty else { return nil }
        let named = Set(voids.compactMap(wrong))
        let counting = listed.filter { !named.contains($0) }
        let none: Set<AssociationRule> = [.aasaNoDetails, .assetlinksEmpty]
        // An identifier that nearly matches the app's is more informative.
        let isFar = app.identifier.map { NearIdentifier.find($0, in: listed) == nil } ?? true
        let nothingCounts = counting.isEmpty && isFar
        guard let void = voids.first(where: { none.contains($0.rule) }) ?? (nothingCounts ? voids.first : nil)
        else { return nil }
        let print = app.fingerprints.last.map { " with the fingerprint \($0)" } ?? ""
        let exact = void.with(
            fix: void.fix.contains(name) ? nil : "\(void.fix) The app is \(name)\(print).",
            change: app.identifier.flatMap {
                change($0, app, instead: Set(voids.compactMap(\.detail)).count == 1 ? wrong(void) : nil)
            }
        )
        put(exact, inPlaceOf: void)
        return exact
    }

    /// The identifier that a finding reports as wrong, or `nil` if it names none.
    private func wrong(_ finding: Finding) -> String? {
        guard case .identifier(let identifier)? = finding.detail else { return nil }
        return identifier
    }

    private static let voidRules: Set<AssociationRule> = [
        .aasaNoDetails, .aasaDetailsNoAppId, .aasaDetailsWrongType, .aasaAppIdPlaceholder, .aasaAppIdWildcard,
        .aasaAppIdMalformed, .assetlinksEmpty, .assetlinksMissingTarget, .assetlinksPackageMalformed,
        .assetlinksStatementNotObject, .assetlinksIncludeInsecure, .assetlinksIncludeUrl, .assetlinksIncludeWithFields,
    ]
}
