@_spi(Bolts) import BoltsAssociations
import Foundation

/// The universal links of a URL.
struct AppleRoutes {
    let url: URL
    let site: SiteAssociations
    let apps: [String]?

    private static let conditions: [LinkCondition] = [.appInstalled, .entitlement, .appleCopy, .tapped, .userChoice]

    /// The copy of Apple's CDN, if there is one: devices use it regardless of what the site currently serves.
    private var copy: AssociationResponse? { site.appleCDNResponse.flatMap { $0.bytes == nil ? nil : $0 } }

    private var answer: AssociationResponse { copy ?? site.appleResponse }

    /// The URL of the file that devices receive.
    var address: String { answer.url.absoluteString }

    /// Apple's file in the form that devices receive.
    func file() throws(FileObstacle) -> AppSiteAssociation {
        if let failure = site.appleCDNFailure {
            throw FileObstacle(.fileUnreachable, "Apple's CDN, which devices ask, reports: \(failure.reason).")
        }
        if copy == nil {
            if let target = site.appleResponse.redirect {
                let text = "The server redirects the file to \(Clip.clip(target)), which Apple rules out."
                throw FileObstacle(.fileUnreachable, text)
            }
            if let obstacle = FileObstacle(site.findings, file: address) { throw obstacle }
        }
        guard let bytes = answer.bytes else {
            let reason = site.absence(of: answer)
            let wildcard = ParentDomain.of(site.host).map {
                " If the app's entitlement names *.\($0), Apple reads the file of \($0) instead."
            }
            throw FileObstacle(.fileUnreachable, reason + (wildcard ?? ""))
        }
        guard let file = copy == nil ? site.appSiteAssociation : site.appleCDNCopy else {
            throw FileObstacle(.fileInvalid, UnreadableFile.explanation(bytes))
        }
        if bytes.count > AppSiteAssociation.maximumBytes {
            let text = "The file has \(FileSize.text(bytes)); Apple's software refuses more than 131,072 bytes."
            throw FileObstacle(.fileInvalid, text)
        }
        return file
    }

    var routes: [LinkRoute] {
        if let port = SiteAddress.otherPort(of: url) {
            let text = "The link names port \(port), and Apple's devices associate hosts without a port."
            return [route(.fileUnreachable, text, evidence: AssociationRule.aasaPrivateHost.evidence)]
        }
        let file: AppSiteAssociation
        do throws(FileObstacle) {
            file = try self.file()
        } catch {
            return [route(error.outcome, error.explanation, evidence: error.evidence)]
        }
        guard file.file.document.root.isObject else {
            return [route(.noService, "The file is not a JSON object, so it has no applinks.")]
        }
        guard file.file.hasAppLinks else { return [route(.noService, "The file has no applinks object.")] }
        let list = apps.map { asked($0, in: file) } ?? Array(file.apps.prefix(DeviceRoutes.maximumApps))
        guard !list.isEmpty else {
            let subject = apps == nil ? "The file" : "None of the apps asked for is in the file, which"
            let mistake = apps == nil ? site.firstMistake(in: address) : ""
            return [route(.appNotListed, "\(subject) \(NamedApps.sentence(file.apps)).\(mistake)")]
        }
        var noMatch = NoMatchExplanation(file, url: url.absoluteString)
        var decisions = UniversalLinkDecisions(file, url: url.absoluteString)
        var own = site.appSiteAssociation.map { UniversalLinkDecisions($0, url: url.absoluteString) }
        return list.map { route(file, app: $0, &decisions, &own, &noMatch) }
    }

    /// Returns the requested apps: identifiers unchanged, and for each bundle identifier those in the file that consist of a prefix
    /// and the bundle identifier.
    private func asked(_ apps: [String], in file: AppSiteAssociation) -> [String] {
        apps.flatMap { app in
            if AppIdentifier.isWellFormed(app) { return [app] }
            return file.apps.filter { $0 == app || ($0.hasSuffix(".\(app)") && $0.utf8.count == app.utf8.count + 11) }
        }
        .distinct()
    }

    private func route(
        _ outcome: LinkRoute.Outcome,
        _ explanation: String,
        evidence: [AssociationRule.Evidence] = []
    ) -> LinkRoute {
        LinkRoute(.universalLink, outcome, explanation: explanation, file: address, evidence: evidence)
    }

    private func route(
        _ file: AppSiteAssociation,
        app: String,
        _ decisions: inout UniversalLinkDecisions,
        _ own: inout UniversalLinkDecisions?,
        _ noMatch: inout NoMatchExplanation
    ) -> LinkRoute {
        let decision = decisions.decision(app: app)
        if let defect = AppleIdentifierCheck.defect(app) {
            return LinkRoute(
                .universalLink,
                .appNotListed,
                app: app,
                explanation: "No app has this identifier: \(defect)",
                file: address,
                place: decision.entryPlace,
                evidence: [.init(.appleDocumentation, "applinks reference")]
            )
        }
        let place = decision.rule?.place ?? decision.entryPlace
        let other = decisions.otherReading(app: app)
        if let other, other != decision.outcome, decision.reason != .tooComplex {
            let explanation =
                "Sources disagree about this file: for Apple's daemon the outcome is \(decision.outcome.rawValue), for readers "
                + "that take all entries and lists together it is \(other.rawValue)."
            return LinkRoute(
                .universalLink,
                .undecided,
                app: app,
                conditions: Self.conditions,
                explanation: explanation,
                file: address,
                place: place,
                evidence: [.init(.appleDaemon, "swcd"), .init(.convention, "sources disagree")]
            )
        }
        let outcome: LinkRoute.Outcome =
            switch decision.reason {
            case .appNotListed: .appNotListed
            case .noAppLinks: .noService
            default: decision.outcome == .match ? .eligible : decision.outcome == .exclude ? .excluded : .noMatch
            }
        return LinkRoute(
            .universalLink,
            outcome,
            app: app,
            conditions: outcome == .eligible ? Self.conditions : [],
            explanation: explanation(decision, file, app: app, &own, &noMatch),
            file: address,
            place: place,
            evidence: decision.reason == .noPatterns ? [.init(.appleDaemon, "swcd")] : [.init(.appleTool, "swcutil")]
        )
    }

    private func explanation(
        _ decision: UniversalLinkDecision,
        _ file: AppSiteAssociation,
        app: String,
        _ own: inout UniversalLinkDecisions?,
        _ noMatch: inout NoMatchExplanation
    ) -> String {
        var text =
            switch decision.reason {
            case .noRule: noMatch.text(of: decision, app: app)
            case .appNotListed: "The file has no entry for the app; it \(NamedApps.sentence(file.apps))."
            default: decision.explanation
            }
        if copy != nil, let own = own?.decision(app: app).outcome, own != decision.outcome {
            text +=
                " The site's own file differs from Apple's copy; with that file, the outcome would be \(own.rawValue)."
        }
        return text
    }
}
