import Foundation

/// The universal links of a URL.
struct AppleRoutes {
    let url: URL
    let site: SiteAssociations
    let apps: [String]?

    private static let conditions: [LinkCondition] = [.appInstalled, .entitlement, .appleCopy, .tapped, .userChoice]

    private var address: String { site.appleResponse.url.absoluteString }

    var routes: [LinkRoute] {
        if let failure = site.appleCDNFailure {
            let text = "Apple's CDN, which devices ask, reports: \(failure.reason)."
            return [route(.fileUnreachable, text)]
        }
        // A copy of Apple's shows that the redirect was followed.
        if let target = site.appleResponse.redirect, site.appleCDNResponse?.bytes == nil {
            let text = "The server redirects the file to \(Clip.clip(target)), which Apple rules out."
            return [route(.fileUnreachable, text)]
        }
        guard let file = site.appSiteAssociation else {
            guard let bytes = site.appleResponse.bytes else {
                return [route(.fileUnreachable, site.appleResponse.failure ?? "The file could not be fetched.")]
            }
            return [invalid(bytes)]
        }
        if let size = site.appleResponse.bytes?.count, size > AppSiteAssociation.maximumBytes {
            return [route(.fileInvalid, "The file has \(size) bytes; Apple's software refuses more than 131,072.")]
        }
        let named = file.apps
        let asked = apps?.filter { AppIdentifier.isWellFormed($0) } ?? []
        let list = asked.isEmpty && apps == nil ? Array(named.prefix(LinkOutlook.maximumApps)) : asked
        guard !list.isEmpty else {
            let hasService = file.file.hasAppLinks
            return [
                route(
                    hasService ? .appNotListed : .noService,
                    hasService ? "The file names no app." : "The file has no applinks."
                )
            ]
        }
        return list.map { route(file, app: $0) }
    }

    private func route(_ outcome: LinkRoute.Outcome, _ explanation: String) -> LinkRoute {
        LinkRoute(.universalLink, outcome, explanation: explanation, file: address)
    }

    private func invalid(_ bytes: [UInt8]) -> LinkRoute {
        do throws(JSONSyntaxError) {
            _ = try JSONDocument(bytes)
            return route(.fileInvalid, "The file cannot be read.")
        } catch {
            return route(.fileInvalid, "The file is not JSON: \(error)")
        }
    }

    private func route(_ file: AppSiteAssociation, app: String) -> LinkRoute {
        let decision = file.decision(for: url, app: app)
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
        let other = file.otherReading(of: url.absoluteString, app: app)
        if let other, other != decision.outcome, decision.reason != .tooComplex {
            let explanation =
                "Sources disagree about this file: Apple's daemon comes to \(decision.outcome.rawValue), readers that take "
                + "all entries and lists together to \(other.rawValue)."
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
            explanation: decision.explanation,
            file: address,
            place: place,
            evidence: decision.reason == .noPatterns ? [.init(.appleDaemon, "swcd")] : [.init(.appleTool, "swcutil")]
        )
    }
}
