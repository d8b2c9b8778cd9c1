@_spi(Bolts) import BoltsAssociations
import Foundation

/// The App Links of a URL on Android.
struct AndroidRoutes {
    let url: URL
    let site: SiteAssociations
    let apps: [String]?
    let device: LinkDevice
    /// The certificate of the only requested app, or `nil` if it is unknown or no statement lists it.
    var fingerprint: String?

    private var address: String { site.androidResponse.url.absoluteString }

    private func conditions(isDynamic: Bool) -> [LinkCondition] {
        var conditions: [LinkCondition] = [.appInstalled, .certificate, .manifest]
        conditions.append(device == .android11 ? .allHostsVerified : .verified)
        if isDynamic { conditions.append(.dynamicRulesFetched) }
        conditions += [.tapped, .userChoice]
        return conditions
    }

    /// The routes; if nothing is verified, Android 11 and older ask the user instead.
    var routes: [LinkRoute] {
        guard device == .android11 else { return statedRoutes }
        return statedRoutes.map { $0.isUnverified ? $0.explained(by: Self.chooser) : $0 }
    }

    private static let chooser =
        "Android 11 and older then ask the user which app to use, if an app's intent filter covers the URL."

    /// Google's file in the form that Android receives.
    static func file(of site: SiteAssociations) throws(FileObstacle) -> AssetLinks {
        if let target = site.androidResponse.redirect {
            let text = "The server redirects the file to \(Clip.clip(target)), which Android refuses."
            throw FileObstacle(.fileUnreachable, text)
        }
        guard let bytes = site.androidResponse.bytes else {
            let reason = site.absence(of: site.androidResponse)
            let wildcard = ParentDomain.of(site.host).map {
                " If the app's manifest names *.\($0), Android reads the file of \($0) instead."
            }
            throw FileObstacle(.fileUnreachable, reason + (wildcard ?? ""))
        }
        guard let file = site.assetLinks else {
            throw FileObstacle(.fileInvalid, UnreadableFile.explanation(bytes))
        }
        if let obstacle = FileObstacle(site.findings, file: site.androidResponse.url.absoluteString) { throw obstacle }
        guard file.document.root.isArray else {
            throw FileObstacle(.fileInvalid, "The file is not an array of statements, so all of it is lost.")
        }
        return file
    }

    private var statedRoutes: [LinkRoute] {
        do throws(FileObstacle) {
            _ = try Self.file(of: site)
        } catch {
            return [route(error.outcome, error.explanation, evidence: error.evidence)]
        }
        let stated = StatedPackages(site)
        let list =
            apps?.filter { AndroidApplicationID.isValid($0) && !AppIdentifier.isWellFormed($0) }
            ?? Array(stated.all.prefix(DeviceRoutes.maximumApps))
        guard !list.isEmpty else {
            if apps == nil, let route = unreadList(app: nil) { return [route] }
            let problem = apps == nil ? site.firstMistake(in: address) : ""
            let subject = apps == nil ? "The file" : "None of the apps asked for is an Android package; the file"
            return [route(.appNotListed, "\(subject) \(NamedApps.sentence(stated.associated)).\(problem)")]
        }
        var decisions = site.androidDecisions(for: url)
        return list.map { route(package: $0, stated, &decisions) }
    }

    private func route(
        _ outcome: LinkRoute.Outcome,
        _ explanation: String,
        evidence: [AssociationRule.Evidence] = []
    ) -> LinkRoute {
        LinkRoute(.appLink, outcome, explanation: explanation, file: address, evidence: evidence)
    }

    private func route(package: String, _ stated: StatedPackages, _ decisions: inout AndroidLinkDecisions) -> LinkRoute
    {
        if let problem = stated.problem(of: package) { return route(package: package, problem) }
        let decision = decisions.decision(package: package, fingerprint: fingerprint)
        if decision.reason == .notAssociated, let route = unreadList(app: package) { return route }
        let readsDynamicRules = device == .android
        var outcome: LinkRoute.Outcome
        var explanation = decision.explanation
        if decision.reason == .notAssociated {
            explanation = "No statement names the app; the file \(NamedApps.sentence(stated.associated))."
        }
        switch decision.reason {
        case .notAssociated, .certificateMismatch, .notWebURL: outcome = .appNotListed
        case .statement: outcome = .eligible
        case .dynamicRulesDiscarded: outcome = readsDynamicRules ? .dynamicDiscarded : .eligible
        case .dynamicRule, .noDynamicRule:
            outcome = decision.outcome == .match ? .eligible : .excluded
        case .tooComplex: outcome = .undecided
        @unknown default: outcome = .undecided
        }
        let isDynamic = [.dynamicRule, .noDynamicRule, .tooComplex].contains(decision.reason)
        if isDynamic, readsDynamicRules, let system = decision.systemOutcome {
            outcome = .undecided
            explanation =
                "Google's documentation and Android's own program disagree about the dynamic rules: by the documentation "
                + "the outcome is \(decision.outcome.rawValue), by the program \(system.rawValue)."
        }
        if isDynamic, !readsDynamicRules {
            outcome = .eligible
            explanation = "A statement names the app; this version of Android does not read the dynamic rules."
        }
        var place = decision.place
        if outcome == .eligible || outcome == .dynamicDiscarded, let mistake = site.mistakeOfAllStatements {
            outcome = .undecided
            place = mistake.place
            explanation = "\(mistake.message) \(Self.readings)"
        }
        let isOpen = outcome == .eligible || outcome == .dynamicDiscarded || outcome == .undecided
        return LinkRoute(
            .appLink,
            outcome,
            app: package,
            conditions: isOpen ? conditions(isDynamic: isDynamic && readsDynamicRules) : [],
            explanation: explanation,
            file: place == decision.place ? decision.source ?? address : address,
            place: place,
            evidence: [.init(.googleDocumentation, isDynamic ? "Configure assetlinks.json" : "Verify App Links")]
        )
    }

    private static let readings =
        "Android's own verifier then drops every statement of the file, and Google's service only this one."

    /// The route for an unread list that may name the app, or `nil` if every list was read.
    private func unreadList(app: String?) -> LinkRoute? {
        guard let list = site.unreadIncludes.first else { return nil }
        let subject = app == nil ? "The file names no app" : "The file does not name the app"
        return LinkRoute(
            .appLink,
            .undecided,
            app: app,
            conditions: conditions(isDynamic: false),
            explanation: "\(subject) itself, and the list that it includes, \(Clip.clip(list)), was not read.",
            file: address,
            evidence: [.init(.googleDocumentation, "Digital Asset Links, include statements")]
        )
    }

    private func route(package: String, _ problem: StatedPackages.Problem) -> LinkRoute {
        LinkRoute(
            .appLink,
            .appNotListed,
            app: package,
            explanation: problem.explanation,
            file: problem.source ?? address,
            place: problem.place,
            evidence: [.init(.googleDocumentation, "Verify App Links")]
        )
    }
}

extension SiteAssociations {
    /// The mistake in one statement that makes Android's own verifier discard the whole file, or `nil` if there is none.
    var mistakeOfAllStatements: Finding? {
        let file = androidResponse.url.absoluteString
        return findings.first { $0.file == file && $0.severity == .error && Self.dropping.contains($0.rule) }
    }

    /// The cases in which StatementParser of AOSP throws; if it finds no relation or no target, it skips the statement.
    private static let dropping: Set<AssociationRule> = [
        .assetlinksNamespaceUnknown, .assetlinksRelationMalformed, .assetlinksWebSiteMalformed,
        .assetlinksFingerprintsMissing, .assetlinksFingerprintsNotArray, .assetlinksFingerprintsEmpty,
    ]
}
