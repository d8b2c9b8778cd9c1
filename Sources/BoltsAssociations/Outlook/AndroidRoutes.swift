import Foundation

/// The App Links of a URL on Android.
struct AndroidRoutes {
    let url: URL
    let site: SiteAssociations
    let apps: [String]?
    let device: LinkDevice

    private var address: String { site.androidResponse.url.absoluteString }

    private func conditions(isDynamic: Bool) -> [LinkCondition] {
        var conditions: [LinkCondition] = [.appInstalled, .certificate, .manifest]
        conditions.append(device == .android11 ? .allHostsVerified : .verified)
        if isDynamic { conditions.append(.dynamicRulesFetched) }
        conditions.append(.userChoice)
        return conditions
    }

    var routes: [LinkRoute] {
        if let target = site.androidResponse.redirect {
            let text = "The server redirects the file to \(Clip.clip(target)), which Android refuses."
            return [route(.fileUnreachable, text)]
        }
        guard site.assetLinks != nil else {
            guard let bytes = site.androidResponse.bytes else {
                return [route(.fileUnreachable, site.androidResponse.failure ?? "The file could not be fetched.")]
            }
            return [invalid(bytes)]
        }
        var named: [String] = []
        for statement in site.assetStatements where statement.relations.contains(.handleAllURLs) {
            guard case .androidApp(let package, _) = statement.target, named.count < LinkOutlook.maximumApps,
                !named.contains(package)
            else { continue }
            named.append(package)
        }
        let asked = apps?.filter { AndroidPackage.isApplicationID($0) && !AppIdentifier.isWellFormed($0) }
        let list = asked ?? named
        guard !list.isEmpty else {
            let problem = site.assetLinks?.errors.first.map { " A statement is invalid: \($0)" } ?? ""
            return [route(.appNotListed, "No valid statement names an app with handle_all_urls.\(problem)")]
        }
        return list.map { route(package: $0) }
    }

    private func route(_ outcome: LinkRoute.Outcome, _ explanation: String) -> LinkRoute {
        LinkRoute(.appLink, outcome, explanation: explanation, file: address)
    }

    private func invalid(_ bytes: [UInt8]) -> LinkRoute {
        do throws(JSONSyntaxError) {
            _ = try JSONDocument(bytes)
            return route(.fileInvalid, "The file cannot be read.")
        } catch {
            return route(.fileInvalid, "The file is not JSON: \(error)")
        }
    }

    private func route(package: String) -> LinkRoute {
        let decision = site.androidDecision(for: url, package: package)
        let readsDynamicRules = device == .android
        var outcome: LinkRoute.Outcome
        var explanation = decision.explanation
        switch decision.reason {
        case .notAssociated, .certificateMismatch, .notWebURL: outcome = .appNotListed
        case .statement: outcome = .eligible
        case .dynamicRulesDiscarded: outcome = readsDynamicRules ? .dynamicDiscarded : .eligible
        case .dynamicRule, .noDynamicRule:
            outcome = decision.outcome == .match ? .eligible : .excluded
        }
        let isDynamic = decision.reason == .dynamicRule || decision.reason == .noDynamicRule
        if isDynamic, !readsDynamicRules {
            outcome = .eligible
            explanation = "A statement names the app; this version of Android does not read the dynamic rules."
        }
        let isOpen = outcome == .eligible || outcome == .dynamicDiscarded
        return LinkRoute(
            .appLink,
            outcome,
            app: package,
            conditions: isOpen ? conditions(isDynamic: isDynamic && readsDynamicRules) : [],
            explanation: explanation,
            file: address,
            place: decision.place,
            evidence: [.init(.googleDocumentation, isDynamic ? "Configure assetlinks.json" : "Verify App Links")]
        )
    }
}
