@_spi(Bolts) import BoltsAssociations
import Foundation

/// The finding that says why no app opens a link.
extension VerdictBuilder {
    /// Replaces the finding about the same mistake, or adds it.
    mutating func put(_ finding: Finding, inPlaceOf other: Finding? = nil) {
        if findings.contains(finding) { return }
        if let other, let index = findings.firstIndex(of: other) {
            findings[index] = finding
        } else {
            findings.append(finding)
        }
    }

    mutating func cause(of route: LinkRoute, _ family: LinkFamily, _ link: URL) -> Finding {
        // A cause for the whole host comes before a cause for one file.
        if let general = findings.first(where: { $0.rule == .linkSiteUnreachable || $0.rule == .linkPageForFiles }),
            route.outcome == .fileUnreachable || route.outcome == .fileInvalid
        {
            return general
        }
        switch route.outcome {
        case .excluded: return exclusion(route, family, link)
        case .noMatch: return noMatch(route, family, link)
        case .noService: return raised(of: route, Self.serviceRules) ?? notListed(route)
        case .appNotListed:
            return raisedInside(route, family) ?? raised(of: route, Self.nobodyRules) ?? notListed(route)
        default: return raised(of: route, Self.fileRules) ?? notListed(route)
        }
    }

    /// Raises the severity of the first finding on a route's file that breaks one of some rules, in the order of the rules.
    mutating func raised(of route: LinkRoute, _ rules: [AssociationRule]) -> Finding? {
        for rule in rules {
            guard let finding = findings.first(where: { $0.rule == rule && isAbout($0, route) }) else { continue }
            // A file without applinks may name apps for other services.
            let app = rule == .aasaNoApplinks ? appOfOtherServices : nil
            let fix =
                rule == .aasaNoService && finding.detail != .unwrapped
                ? "Add applinks with the app's identifier and its rules."
                : app.map { "Add applinks for \(Clip.clip($0)), unless links are not meant to open an app." }
            let isUnknown =
                [.aasaMissing, .assetlinksMissing, .aasaCdnFailure].contains(rule) && finding.severity == .warning
            let change = app.map { SuggestedChange.list(app: $0, fingerprints: [], instead: nil) }
            let error = finding.with(severity: isUnknown ? .warning : .error, fix: fix, change: change)
            put(error, inPlaceOf: finding)
            return error
        }
        return nil
    }

    /// The only app that Apple's file names for other services, if a link was given that is probably meant to open it.
    ///
    /// An App Clip, whose identifier is that of its app plus one component, does not count as another app.
    private var appOfOtherServices: String? {
        guard url != nil, let root = (site.appleCDNCopy ?? site.appSiteAssociation)?.file.document.root else {
            return nil
        }
        func apps(_ service: String) -> [String] { root[service]?["apps"]?.children.compactMap(\.string) ?? [] }
        let ofClips = apps("appclips").map { clip in
            clip.lastIndex(of: ".").map { String(clip[..<$0]) } ?? clip
        }
        let named = Set(apps("webcredentials") + apps("activitycontinuation") + ofClips)
        guard named.count == 1, let app = named.first, AppIdentifier.isWellFormed(app) else { return nil }
        // The link is meant to open the app that was given.
        let given = side?.apple.map(\.identifier) ?? []
        return given.isEmpty || given.contains(app) ? app : nil
    }

    private func isAbout(_ finding: Finding, _ route: LinkRoute) -> Bool {
        finding.file == route.file || (finding.rule == .aasaCdnFailure && site.appleCDNFailure != nil)
            || (finding.rule == .aasaNotHttps && route.kind == .appLink)
    }

    /// Raises the severity of the finding that says why an entry or a statement is ignored.
    mutating func raisedInside(_ route: LinkRoute, _ family: LinkFamily) -> Finding? {
        let file = findings.filter { $0.file == route.file && $0.place != nil }
        let inside = route.place.map { place in
            file.filter {
                place.byteRange.contains($0.place?.byteRange.lowerBound ?? -1) || $0.place?.pointer == place.pointer
            }
        }
        let identifiers = file.filter { $0.rule.id.hasPrefix("aasa-app-id-") && $0.severity == .error }
        let list =
            family == .apple && route.app != nil ? identifiers.filter { inside?.contains($0) ?? true } : inside ?? file
        guard
            let finding = list.first(where: { $0.severity == .error })
                ?? (route.place == nil
                    ? nil
                    : list.first { finding in
                        finding.rule == .assetlinksRelationUnknown
                    })
        else { return nil }
        let error = finding.with(severity: .error)
        put(error, inPlaceOf: finding)
        return error
    }

    mutating func notListed(_ route: LinkRoute) -> Finding {
        let fix: String? =
            switch route.kind {
            case .appLink: "Declare delegate_permission/common.handle_all_urls for the app."
            case .universalLink: "Add applinks with the app's identifier and its rules."
            default: nil
            }
        let finding = Finding(.linkNotListed, route.explanation, file: route.file, place: route.place, fix: fix)
        put(finding)
        return finding
    }

    // MARK: - Exclusions

    private mutating func exclusion(_ route: LinkRoute, _ family: LinkFamily, _ link: URL) -> Finding {
        switch family {
        case .apple:
            if let order = shadowed(route, link) { return order }
            if let known = findings.first(where: { $0.rule == .crossPageExcluded && pages.first?.url == link }) {
                return known
            }
            let file = site.appleCDNCopy ?? site.appSiteAssociation
            let rule = route.app.flatMap { file?.decision(for: link, app: $0).rule }
            let message = rule.map { "The excluding rule for \($0.summary) keeps the link in the browser." }
            return added(.linkExcluded, message ?? route.explanation, route)
        case .android:
            let decision = route.app.map { androidDecision($0, link) }
            if decision?.reason == .noDynamicRule { return noMatch(route, family, link) }
            return added(.linkExcluded, "A dynamic rule keeps the link in the browser.", route)
        case .windows: return added(.linkExcluded, "An exclusion of the file keeps the link in the browser.", route)
        }
    }

    mutating func added(
        _ rule: AssociationRule,
        _ message: String,
        _ route: LinkRoute,
        fix: String? = nil,
        change: SuggestedChange? = nil
    )
        -> Finding
    {
        let finding = Finding(rule, message, file: route.file, place: route.place, fix: fix, change: change)
        put(finding)
        return finding
    }

    /// The finding that an exclusion comes before a rule that matches the link and makes it unreachable.
    private mutating func shadowed(_ route: LinkRoute, _ link: URL) -> Finding? {
        guard let file = site.appleCDNCopy ?? site.appSiteAssociation, let app = route.app else { return nil }
        let decision = file.decision(for: link, app: app)
        guard let entry = decision.entry, let exclusion = decision.rule else { return nil }
        var budget = MatchBudget(steps: 200_000)
        let later = entry.rules.drop { $0.node.place != exclusion.place }.filter { !$0.excludes }
        let meant = later.filter { url == nil || $0.matches(link.absoluteString, file.file.variables, &budget) }
            .map(\.node.place.pointer)
        let unreachable = findings.first { finding in
            finding.rule == .aasaUnreachableRule && finding.file == route.file
                && meant.contains(finding.place?.pointer ?? "-")
        }
        guard let unreachable else { return nil }
        // A message with another cause than the order says more than which rule comes first.
        let isOrder = unreachable.fix == unreachable.rule.fix || unreachable.message.hasSuffix(", so it is never read.")
        let isUsual = url != nil && isOrder
        let message = isUsual ? "The \(Self.first(exclusion)); this one would let the app open it." : nil
        let error = unreachable.with(message: message, severity: .error)
        put(error, inPlaceOf: unreachable)
        return error
    }

    private static func first(_ exclusion: UniversalLinkRule) -> String {
        "rule at \(exclusion.place.position), \(exclusion.exclusion), comes first and keeps the link in the browser"
    }

    /// Adds to the fix of a mistake at which readers stop what keeps the link in the browser after it.
    mutating func revealNext(in answers: inout [LinkVerdict.Answer]) {
        guard url != nil else { return }
        for index in answers.indices where answers[index].outcome == .closed {
            guard let finding = answers[index].finding, FindingFix.revealing.contains(finding.rule),
                let next = next(after: finding, answers[index])
            else { continue }
            let whole = finding.with(fix: "\(finding.fix) \(next)")
            if let known = findings.firstIndex(of: finding) { findings[known] = whole }
            answers[index].finding = whole
        }
    }

    /// What keeps the link in the browser once a mistake of Apple's file is fixed, or `nil` if nothing does or that is not known.
    private func next(after finding: Finding, _ answer: LinkVerdict.Answer) -> String? {
        let responses = [site.appleCDNResponse, site.appleResponse].compactMap(\.self)
        guard let bytes = responses.first(where: { $0.url.absoluteString == finding.file })?.bytes,
            let document = try? JSONDocument(bytes),
            let fix = FixFinder(document, kind: .apple, findings: [finding]).fix(finding),
            let file = try? AppSiteAssociation(bytes: fix.applied(to: bytes))
        else { return nil }
        let given = side?.apple.filter { !$0.devices.isDisjoint(with: answer.devices) }.map(\.identifier)
        // Where the app is not known, what holds for every app of the file is said.
        let apps = given.map { Set($0) } ?? Set(file.apps.prefix(20).map(Optional.some))
        guard apps.count == 1 || given == nil && file.apps.count <= 20 else { return nil }
        let decisions = apps.compactMap(\.self).map { file.decision(for: answer.url, app: $0) }
        guard let decision = decisions.first, decisions.allSatisfy({ $0.outcome == decision.outcome }) else {
            return nil
        }
        switch decision.outcome {
        case .exclude:
            // The file's lines may differ after the edit, so the rule has no position.
            return decision.rule.map { rule in
                "Then the rule with \(rule.exclusion), comes first and keeps the link in the browser."
            }
        case .noMatch where decision.entry != nil: return "Then no rule allows the link."
        default: return nil
        }
    }

    // MARK: - Rules that are causes

    private static let serviceRules: [AssociationRule] = [
        .aasaRootNotObject, .aasaServiceWrongType, .aasaUnknownService, .aasaServiceMisplaced, .aasaNoService,
        .aasaNoApplinks,
    ]

    private static let nobodyRules: [AssociationRule] = [
        .aasaDetailsWrongType, .aasaDetailsNoAppId, .aasaNoDetails, .assetlinksEmpty, .assetlinksRelationMisspelled,
        .assetlinksNoHandleAllUrls,
    ]

    private static let fileRules: [AssociationRule] = [
        .aasaCdnFailure, .aasaPrivateHost, .aasaRedirect, .aasaNotHttps, .aasaRootOnly, .aasaFileExtension,
        .aasaMissing,
        .aasaHtml, .aasaClientBlocked, .aasaTooLarge, .aasaInvalidJson, .aasaRootNotObject, .assetlinksRedirect,
        .assetlinksNotHttps, .assetlinksMissing, .assetlinksClientBlocked, .assetlinksInvalidJson, .assetlinksNotArray,
        .assetlinksContentType,
        .assetlinksTooLarge,
    ]
}
