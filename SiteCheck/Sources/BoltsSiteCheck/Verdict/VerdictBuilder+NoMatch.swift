@_spi(Bolts) import BoltsAssociations
import Foundation

/// The cause if a file names an app but none of its rules matches the link.
extension VerdictBuilder {
    /// The maximum number of apps whose rules are compared with the link to find the nearest one.
    private static let maximumApps = 16

    /// The route that best explains why no app opens the link; among those without a matching rule, one with a near rule.
    func nearest(_ routes: [LinkRoute], _ family: LinkFamily, _ link: URL) -> LinkRoute? {
        let order: [LinkRoute.Outcome] = [.excluded, .noMatch, .appNotListed]
        guard let outcome = order.first(where: { outcome in routes.contains { $0.outcome == outcome } }) else {
            return routes.first
        }
        let candidates = routes.filter { $0.outcome == outcome }
        // Otherwise the nearest rule has not been computed.
        guard outcome == .noMatch, candidates.count > 1 else { return candidates.first }
        let near = candidates.prefix(Self.maximumApps).first { route in
            nearestRule(route, family, link).map { !$0.change.addsRule } ?? false
        }
        return near ?? candidates.first
    }

    private func nearestRule(_ route: LinkRoute, _ family: LinkFamily, _ link: URL) -> NearestRule? {
        guard let app = route.app else { return nil }
        let url = link.absoluteString
        return switch family {
        case .apple:
            (site.appleCDNCopy ?? site.appSiteAssociation)?.nearestRule(
                to: url,
                app: app,
                prefixes: side?.android.compactMap(\.androidJudge).flatMap(\.prefixes) ?? []
            )
        case .android: NearestRule.dynamic(site.assetStatements, package: app, url: url)
        case .windows: site.windowsWebLinks?.nearestRule(to: url, packageFamilyName: app)
        }
    }

    mutating func noMatch(_ route: LinkRoute, _ family: LinkFamily, _ link: URL) -> Finding {
        if family == .apple { return appleNoMatch(route, link) }
        // If the rules allow no link at all, that is the cause.
        if family == .android, let finding = raised(of: route, [.assetlinksDynamicOnlyExcludes]) { return finding }
        guard let nearest = nearestRule(route, family, link) else {
            // A broken rule allows no link, so it may be the cause.
            let broken = family == .android ? raised(of: route, Self.brokenDynamicRules) : nil
            return broken ?? added(.linkNoMatch, route.explanation, route)
        }
        let finding = Finding(
            .linkNoMatch,
            Self.sentence(nearest.cause),
            file: route.file,
            place: nearest.place ?? route.place,
            fix: nearest.fix,
            change: .rule(nearest.change)
        )
        put(finding)
        // The fix of the nearest rule is about this link, so findings about the rule in general are removed.
        findings.removeAll {
            $0.rule == .crossAppDynamicOutside && $0.file == finding.file && $0.place == finding.place
        }
        return finding
    }

    private static let brokenDynamicRules: [AssociationRule] = [
        .assetlinksDynamicHost, .assetlinksDynamicMalformed, .assetlinksDynamicEmpty,
    ]

    private static func sentence(_ cause: String) -> String { cause.prefix(1).uppercased() + cause.dropFirst() + "." }

    private mutating func appleNoMatch(_ route: LinkRoute, _ link: URL) -> Finding {
        guard let file = site.appleCDNCopy ?? site.appSiteAssociation, let app = route.app,
            let nearest = nearestRule(route, .apple, link)
        else { return added(.linkNoMatch, route.explanation, route) }
        if let other = Self.britishLink(file, link, app) {
            let message = "UK is not in the list of $(region), GB is."
            let fix = "Link to \(Clip.clip(other)), or name UK in a variable of your own."
            return added(.linkNoMatch, message, route, fix: fix)
        }
        let entry = file.decision(for: link, app: app).entryPlace?.pointer
        if nearest.change.addsRule, let variable = brokenVariable(file, route, link) { return variable }
        // If no corrected rule matches, only a mistake that makes the rule useless can be the cause.
        let causes = nearest.change.addsRule ? Self.fatalPatternRules : Self.patternRules
        // A finding about the rule states the same mistake in general; this one states its effect on the link.
        let known = findings.first { finding in
            guard finding.file == route.file, let place = finding.place, let rule = nearest.place,
                rule.pointer != entry
            else { return false }
            return causes.contains(finding.rule) && rule.byteRange.contains(place.byteRange.lowerBound)
        }
        let finding = Finding(
            known?.rule ?? .linkNoMatch,
            known?.message ?? Self.sentence(nearest.cause),
            file: route.file,
            place: known?.place ?? nearest.place,
            severity: .error,
            fix: nearest.change.addsRule && known != nil ? known?.fix : nearest.fix,
            change: nearest.change.addsRule && known != nil ? nil : .rule(nearest.change)
        )
        put(finding, inPlaceOf: known)
        // The fix of the cause rewrites the whole pattern, so findings about details of the pattern are removed.
        findings.removeAll { other in
            other != finding && Self.writtenAnew.contains(other.rule) && other.file == route.file
                && nearest.change.writesPath
                && nearest.place?.byteRange.contains(other.place?.byteRange.lowerBound ?? -1) == true
        }
        return finding
    }

    /// The link with GB instead of UK, if a rule matches it because the list of regions has no UK; otherwise `nil`.
    private static func britishLink(_ file: AppSiteAssociation, _ link: URL, _ app: String) -> String? {
        let text = link.absoluteString
        guard text.utf8.count <= 2_048, let host = link.host(percentEncoded: true),
            let path = text.range(of: host)?.upperBound
        else { return nil }
        for (wrong, right) in [("UK", "GB"), ("uk", "gb")] where text[path...].contains(wrong) {
            let other = text[..<path] + text[path...].replacing(wrong, with: right)
            guard let url = URL(string: String(other)) else { continue }
            let decision = file.decision(for: url, app: app)
            if decision.outcome == .match, decision.rule?.summary.contains("$(region)") == true { return String(other) }
        }
        return nil
    }

    /// The mistake in the definition or use of a variable that prevents the rule from matching.
    private mutating func brokenVariable(_ file: AppSiteAssociation, _ route: LinkRoute, _ link: URL) -> Finding? {
        guard let app = route.app, let used = file.ruleByVariables(for: link.absoluteString, app: app) else {
            return nil
        }
        let known = findings.first { finding in
            guard finding.file == route.file, let place = finding.place,
                Self.variableRules.contains(finding.rule)
            else { return false }
            let definition = place.pointer.split(separator: "/").prefix(3).map(String.init)
            return used.place.byteRange.contains(place.byteRange.lowerBound)
                || definition.count == 3 && definition[1] == "substitutionVariables"
                    && used.names.contains(definition[2])
        }
        guard let known else { return nil }
        let finding = known.with(severity: .error)
        put(finding, inPlaceOf: known)
        return finding
    }

    private static let variableRules: Set<AssociationRule> = [
        .aasaUndefinedVariable, .aasaUnterminatedVariable, .aasaNestedVariable, .aasaVariableEmpty,
    ]

    /// The findings about a pattern's path, which disappear once the path is rewritten.
    private static let writtenAnew: Set<AssociationRule> = [
        .aasaPatternNoLeadingSlash, .aasaPatternQueryInPath, .aasaPatternFragmentInPath, .aasaPatternPadded,
        .aasaPatternFullUrl, .aasaPatternContainsHost,
    ]

    private static let fatalPatternRules = variableRules.union([
        .aasaPatternSingleCharacter, .aasaTooComplex, .aasaNotInComponent, .aasaNotMalformed,
    ])

    private static let patternRules = fatalPatternRules.union([
        .aasaPatternFullUrl, .aasaPatternContainsHost, .aasaPatternQueryInPath, .aasaPatternFragmentInPath,
        .aasaPatternPadded, .aasaPatternRegex, .aasaPatternEncoded, .aasaPatternNotEncoded,
    ])
}
