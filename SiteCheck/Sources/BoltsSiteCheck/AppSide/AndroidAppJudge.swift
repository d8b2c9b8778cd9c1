@_spi(Bolts) import BoltsAssociations
import Foundation

/// Judges what an Android app's own files do with a link.
struct AndroidAppJudge {
    let app: AndroidAppClaims
    let site: SiteAssociations
    let check: AndroidAppCheck
    let host: String
    /// The unread part that may name the host.
    var gap: SourceGap? { app.gap?.about(host) }

    init(_ app: AndroidAppClaims, _ site: SiteAssociations) {
        self.app = app
        self.site = site
        check = AndroidAppCheck(app: app)
        host = SiteAddress.name(of: site.host)
    }

    /// The app's certificates, compared with the site's statements.
    var certificates: AndroidAppCertificates { AndroidAppCertificates(app: app, site: site) }

    /// Whether a filter of the app names the site's host; `nil` if nothing is known about its filters.
    var namesHost: Bool? { app.filters.map { _ in (check.webFilters + check.openFilters).contains(where: names) } }

    /// Whether a filter names the site's host, and not only every host.
    private func names(_ filter: AndroidIntentFilter) -> Bool {
        filter.hosts.contains { HostPattern($0.name).names(host) }
    }

    /// The place of the filter that names a host, or the app's file if none does.
    func place(naming host: String) -> String {
        let all = check.webFilters.filter { $0.hosts.contains { HostPattern($0.name).matches(host) } }
        func isNamed(_ filter: AndroidIntentFilter) -> Bool { filter.hosts.contains { $0.name.lowercased() == host } }
        let named = all.first { $0.isVerified && isNamed($0) } ?? all.first(where: isNamed)
        let filter = named ?? all.first(where: \.isVerified) ?? all.first
        return Clip.clip(filter?.file ?? app.file) + (filter?.line.map { ":\($0)" } ?? "")
    }

    /// The parent domains of the wildcards that match the site's host, longest first; empty if a filter names the host itself.
    ///
    /// Android reads the files of these domains.
    var wildcardDomains: [String] {
        let names = check.webFilters.flatMap(\.hosts).map { $0.name.lowercased() }.filter {
            HostPattern($0).matches(host)
        }
        guard !names.contains(host) else { return [] }
        let domains = Set(names.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst(2)) })
        return domains.sorted { $0.utf8.count > $1.utf8.count }
    }

    /// The findings about the app and this host.
    var findings: [Finding] { check.findings(host: host) + certificates.findings }

    /// The filters that name the site's host.
    private var named: [AndroidIntentFilter] { check.webFilters.filter { $0.hosts.contains(where: matches) } }

    /// Whether a filter that names the site's host matches a path, without escapes.
    func takes(path: String) -> Bool {
        named.contains { $0.paths.isEmpty || $0.paths.contains { IntentFilterMatch.matches($0, path) } }
    }

    /// The prefixes of paths that the filters for the site's host take.
    var prefixes: [String] { named.prefix(50).flatMap(\.paths).filter { $0.kind == .prefix }.map(\.text) }

    /// Whether every filter for the site's host matches only some paths.
    var hasPaths: Bool {
        !named.isEmpty && named.allSatisfy { !$0.paths.isEmpty || $0.hasGroups }
    }

    /// Paths that the filters for the site's host should match, without escapes.
    var samplePaths: [String] {
        named.prefix(50).flatMap { filter -> [String] in
            filter.paths.isEmpty ? ["/"] : filter.paths.prefix(50).compactMap(Self.sample)
        }
    }

    /// A path that matches a condition, or `nil` if none is found; the path of a link contains no question mark and no number sign.
    private static func sample(_ path: AndroidIntentFilter.Path) -> String? {
        let text = PatternSample(path).text
        guard text.hasPrefix("/"), !text.contains("?"), !text.contains("#"), IntentFilterMatch.matches(path, text)
        else {
            return nil
        }
        return text
    }

    // MARK: - A link

    /// Returns what the app does with a link that the site lets it open.
    func cause(_ url: URL, on device: LinkDevice) -> AppCause {
        var facts: [LinkRoute.Fact] = []
        if app.filters != nil {
            let cause = manifestCause(url, device)
            guard cause.outcome == .opens else { return besideExpo(cause, url, device) }
            facts += cause.facts
        } else if let unread = check.unread {
            return .unsure(unread)
        }
        if let certificate = certificates.cause {
            guard certificate.outcome == .opens else { return certificate }
            facts += certificate.facts
        }
        return AppCause(outcome: .opens, facts: facts)
    }

    private func besideExpo(_ cause: AppCause, _ url: URL, _ device: LinkDevice) -> AppCause {
        guard let file = app.expoFile else { return cause }
        var configured = app
        configured.filters = app.expoFilters
        let isRight = AndroidAppJudge(configured, site).manifestCause(url, device).outcome == .opens
        return isRight ? cause.beside(expoFile: file) : cause
    }

    func manifestCause(_ url: URL, _ device: LinkDevice) -> AppCause {
        let link = AndroidLinkText(url)
        let matches = (check.webFilters + check.openFilters).compactMap { filter in
            let filter = device == .android11 && (app.minimumSDK ?? 1) < 31 ? filter.onAndroid11 : filter
            return IntentFilterMatch(filter: filter, link: link, readsGroups: device == .android).step.map {
                (filter: filter, step: $0)
            }
        }
        guard let best = matches.max(by: { rank($0) < rank($1) }),
            best.step == .taken || names(best.filter) || !best.filter.hosts.contains(where: self.matches)
        else { return unnamed(link.path, url, device) }
        let others = best.step == .path ? matches.filter { rank($0) == rank(best) }.map(\.filter) : []
        let filter = nearest(of: others, link.path, url) ?? best.filter
        let cause = cause(of: filter, best.step, link, url, device)
        guard cause.outcome == .closed, let finding = cause.finding else { return cause }
        // Another filter, or an unread one, may open a link that this filter does not.
        let isVerification = cause.condition == .verified
        let all = check.webFilters + check.openFilters
        if let open = all.first(where: { mayOpen($0, link, isVerification: isVerification) }),
            causeForAnyHost(url, device) == nil
        {
            return .unsure(check.unresolved(open))
        }
        guard let gap else { return cause }
        // The app itself has the filter for its host, so a package is not expected to have another one.
        if !gap.mayNameOwnHost, let condition = cause.condition { return .absent(finding, condition) }
        return unread(finding, gap, filter)
    }

    /// The cause that what was read does not open the link, and an unread part may.
    func unread(_ finding: Finding, _ gap: SourceGap, _ filter: AndroidIntentFilter? = nil) -> AppCause {
        let message = gap.text(after: finding.message.dropLast())
        return .unsure(check.finding(.androidAppUnresolved, message, filter, fix: gap.fix(orElse: finding.fix)))
    }

    /// Whether a filter may open a link because of unknown values, or may make Android verify its host.
    private func mayOpen(_ filter: AndroidIntentFilter, _ link: AndroidLinkText, isVerification: Bool) -> Bool {
        let namesHost = mayNameHost(filter) || filter.hosts.contains(where: matches)
        guard filter.mayTakeOthers, namesHost || filter.schemeSpecificPart != nil else { return false }
        if isVerification { return namesHost && !filter.unresolved.isEmpty && check.verifies(filter) }
        guard check.incomplete(filter) ?? check.notExported(filter) == nil else { return false }
        // If only a host is unknown, everything else must match the link.
        guard filter.hasUnknownHost, filter.unresolved.count == 1 else { return true }
        return filter.schemes.contains(link.scheme)
            && (filter.paths.isEmpty || filter.paths.contains { IntentFilterMatch.matches($0, link.path) })
    }

    /// The effect that a filter that names the host has on a link.
    private func cause(
        of filter: AndroidIntentFilter,
        _ step: IntentFilterMatch.Step,
        _ link: AndroidLinkText,
        _ url: URL,
        _ device: LinkDevice
    ) -> AppCause {
        // An unknown value in the sources may let the link in or keep it out.
        if filter.isUncertain || step < .taken && filter.mayTakeOthers {
            return .unsure(check.unresolved(filter))
        }
        if step == .path, device == .android, let group = groups(filter, link) { return group }
        if let obstacle = obstacle(filter, step, link, url) { return .closed(obstacle, .manifest) }
        guard let unverified = unverified(filter, device) else {
            let place = filter.line.map { ":\($0)" } ?? ""
            let name = Clip.clip(filter.component)
            // The paths of a filter are alternatives.
            let path = filter.paths.count < 2 ? nil : filter.paths.first { IntentFilterMatch.matches($0, link.path) }
            let how = path.map { " by its \($0.kind.rawValue) \(Clip.quoted($0.text))" } ?? ""
            return AppCause(
                outcome: .opens,
                facts: [
                    LinkRoute.Fact(
                        condition: .manifest,
                        holds: true,
                        text:
                            "the intent filter of \(name) at \(Clip.clip(filter.file ?? app.file))\(place) covers it\(how)"
                    )
                ]
            )
        }
        return unverified
    }

    /// The effect of a filter's groups on a link that matches none of them, or `nil` if the filter has no groups.
    private func groups(_ filter: AndroidIntentFilter, _ link: AndroidLinkText) -> AppCause? {
        guard !filter.groups.isEmpty,
            check.incomplete(filter) ?? check.notExported(filter) == nil
        else { return nil }
        let path = Clip.quoted(link.path.isEmpty ? "/" : link.path)
        guard IntentFilterMatch(filter: filter, link: link, readsGroups: true).decidingGroup == nil else {
            let message =
                "A uri-relative-filter-group with android:allow=\"false\" takes \(path) out of the intent filter."
            let finding = check.finding(
                .androidAppPathMissing,
                message,
                filter,
                fix: "Remove or narrow the group if the app is to open the link."
            )
            return AppCause(outcome: .closed, finding: finding.with(severity: .note), condition: .manifest)
        }
        let finding = check.finding(
            .androidAppPathMissing,
            "No path and no uri-relative-filter-group of the intent filter takes \(path).",
            filter,
            fix: "Add <data android:path=\(path)/> to a group."
        )
        return .closed(finding, .manifest)
    }

    /// The rank of a filter: first by how far the link gets, then by whether nothing else is wrong with the filter, then by
    /// whether everything about it is known.
    private func rank(_ match: (filter: AndroidIntentFilter, step: IntentFilterMatch.Step)) -> Int {
        let isUsable =
            check.incomplete(match.filter) == nil && check.notExported(match.filter) == nil
        return match.step.rawValue * 4 + (isUsable ? 2 : 0) + (match.filter.isUncertain ? 0 : 1)
    }

    /// The filter of several whose paths are nearest to a path that none of them takes, or `nil` if none is near.
    private func nearest(of filters: [AndroidIntentFilter], _ path: String, _ url: URL) -> AndroidIntentFilter? {
        let filters = filters.count > 1 ? filters.prefix(50) : []
        return filters.first { $0.paths.contains { PatternSample.isMeant($0, for: path) } }
            ?? filters.first { nearestPath($0, path, url).change != nil }
    }

    private func nearestPath(_ filter: AndroidIntentFilter, _ path: String, _ url: URL) -> NearestFilterPath {
        NearestFilterPath(filter, url, path: path, prefix: site.appSiteAssociation?.prefix(opening: url.absoluteString))
    }

    /// Why a filter that names the host does not match the link, or `nil` if it does.
    private func obstacle(
        _ filter: AndroidIntentFilter,
        _ step: IntentFilterMatch.Step,
        _ link: AndroidLinkText,
        _ url: URL
    ) -> Finding? {
        if let finding = check.incomplete(filter) ?? check.notExported(filter) {
            return finding
        }
        switch step {
        case .taken: return nil
        case .host, .scheme:
            let subject = filter.origin == .host ? "The <host>" : "The intent filter"
            return filter.schemes.compactMap { check.schemeCase($0, filter) }.first
                ?? check.finding(
                    .androidAppPathMissing,
                    "\(subject) takes \(Clip.clip(filter.schemes.distinct().joined(separator: ", "))), not \(link.scheme).",
                    filter,
                    fix: filter.origin.adding("scheme", Clip.quoted(link.scheme), other: ""),
                    change: ["http", "https"].contains(link.scheme) ? .scheme(link.scheme) : nil
                )
        case .port: return filter.hosts.compactMap { check.port($0, filter) }.first
        case .path:
            // Browsers add the slash; a link from elsewhere may lack it.
            if link.path.isEmpty, filter.paths.contains(where: { IntentFilterMatch.matches($0, "/") }) {
                return check.finding(
                    .androidAppPathMissing,
                    "The intent filter takes the path \"/\", but the link has no path, not even the slash.",
                    filter,
                    fix: "Write the slash after the host of the link."
                )
            }
            // A mistake in a condition is the cause only if the condition was meant to match the link.
            let isLimited = check.removal(filter) != nil
            let wrong = filter.paths.filter { PatternSample.isMeant($0, for: link.path) }.compactMap {
                check.path($0, filter, link: link.path)
            }.filter { !(isLimited && $0.isOfEveryPath) }
            let named = wrong.first { $0.rule.severity == .error } ?? wrong.first
            if let named { return named }
            let paths = filter.paths.distinct()
            let shown = paths.prefix(3).map { "\($0.kind.rawValue) \(Clip.quoted($0.text))" }
            let more = paths.count > 3 ? " and \(paths.count - 3) more" : ""
            let path = Clip.quoted(link.path.isEmpty ? "/" : link.path)
            let nearest = nearestPath(filter, link.path, url)
            let change: SuggestedChange =
                switch nearest.change {
                case .write(let new, let old): .path(new.attribute, instead: old.attribute)
                case .add(let new): .path(new.attribute, instead: nil)
                case nil: .path(.init(name: "path", value: link.path.isEmpty ? "/" : link.path), instead: nil)
                }
            return check.finding(
                .androidAppPathMissing,
                "The intent filter takes \(shown.joined(separator: ", "))\(more), not the path \(path).",
                filter,
                fix: pathFix(filter, nearest, path),
                change: change
            )
        }
    }

    /// The fix for a path that a filter does not match.
    private func pathFix(_ filter: AndroidIntentFilter, _ nearest: NearestFilterPath, _ path: String) -> String {
        let origin = filter.origin
        func written(_ path: AndroidIntentFilter.Path) -> String {
            origin.written(path.kind.rawValue, Clip.clip(path.text))
        }
        switch nearest.change {
        case .write(let new, let old):
            guard let reference = filter.references[old.text] else {
                return "Write \(written(new)) in place of \(written(old))."
            }
            return "In \(Clip.clip(reference)), write \(Clip.quoted(new.text)) in place of \(Clip.quoted(old.text))."
        case .add(let new):
            let change = origin.adding(new.kind.rawValue, Clip.quoted(new.text), other: "")
            // Whether the link or the filter is misspelled only their author knows.
            let isCase = filter.paths.contains { $0.kind == new.kind && $0.text.lowercased() == new.text.lowercased() }
            guard isCase, let link = nearest.link else { return change }
            return "Link to \(Clip.clip(link)), or a\(change.dropFirst())"
        case nil:
            let link = nearest.link.map { ", or link to \(Clip.clip($0))" } ?? ""
            let prefix = origin.written("pathPrefix", nil).replacing("android:", with: "")
            return origin.adding("path", path, other: ", or a \(prefix)\(link)")
        }
    }

    func matches(_ host: AndroidIntentFilter.Host) -> Bool { HostPattern(host.name).matches(self.host) }

    /// Why no filter makes Android verify the host, or why that is unknown; `nil` if a filter does.
    private func unverified(_ filter: AndroidIntentFilter, _ device: LinkDevice) -> AppCause? {
        let filters = check.webFilters
        // A filter may match any text as a host, but Android verifies only host names.
        let isDomain = { (host: AndroidIntentFilter.Host) in HostPattern(host.name).isDomain }
        let name = { (filter: AndroidIntentFilter) in
            filter.hosts.contains { HostPattern($0.name).matches(self.host) && isDomain($0) }
        }
        let isCollected = !check.isModern && filters.contains { check.isCollected($0) && name($0) }
        let verifying = filters.filter { other in
            // Android 11 and older verify all hosts if one filter requests it.
            check.verifies(other)
                && (isCollected || name(other) || device == .android11 && other.hosts.contains(where: isDomain))
        }
        if verifying.contains(where: { !mayNotVerify($0) }) { return nil }
        if let open = verifying.first { return .unsure(check.unresolved(open)) }
        for other in filters where other.isVerified && name(other) {
            if let finding = check.incomplete(other) ?? check.mixed(other) { return .closed(finding, .verified) }
        }
        let isStar = filter.hosts.contains { matches($0) } && !filter.hosts.contains { matches($0) && isDomain($0) }
        let verified =
            filter.isVerified || isStar ? filter : filters.first { $0.isVerified && $0.hosts.contains(where: matches) }
        if let verified, let wrong = verified.hosts.first(where: matches) {
            return .closed(check.unverifiable(wrong, verified), .verified)
        }
        return .closed(check.noAutoVerify(filter, host), .verified)
    }

    /// Whether unknown values may prevent the verification of a filter's hosts.
    private func mayNotVerify(_ filter: AndroidIntentFilter) -> Bool {
        filter.hasUnknownVerification || filter.hasUnknownScheme
    }
}

extension AndroidIntentFilter.Origin {
    /// The fix for a missing value of a filter.
    ///
    /// - Parameters:
    ///   - name: The attribute in a manifest.
    ///   - value: The value in quotation marks.
    ///   - other: An alternative: the rest of the sentence.
    /// - Returns: A sentence.
    func adding(_ name: String, _ value: String, other: String) -> String {
        switch self {
        case .manifest:
            let attribute = written(name, String(value.dropFirst().dropLast()))
            return "Add <data \(attribute)/>\(name == "scheme" ? "" : " to it")\(other)."
        case .graph:
            return name == "scheme"
                ? "Add a <deepLink> with app:uri=\"\(value.dropFirst().dropLast())://…\"."
                : "Add a <deepLink> whose app:uri has the path \(value)."
        case .host:
            let attribute = written(name, String(value.dropFirst().dropLast()))
            return name == "scheme"
                ? "Write \(attribute) in the <host>: without it the plugin writes http."
                : "Add <path \(attribute)/> to the <host>."
        case .configuration: return "Add {\"\(name)\": \(value)} to its data\(other)."
        case .attribute:
            // A property has one value; further ones are in the property for several.
            let property = written(name, nil)
            let several = property.hasSuffix("fix") ? "\(property)es" : "\(property)s"
            return "Add \(value) to \(several) of the [IntentFilter]\(other)."
        }
    }
}

extension SiteAddress {
    /// A host without its port, in ASCII lower case.
    static func name(of host: String) -> String {
        let lowered = ASCIIHost.name(host)
        guard let colon = lowered.lastIndex(of: ":"), !lowered.hasSuffix("]"),
            lowered[lowered.index(after: colon)...].allSatisfy(\.isNumber)
        else { return lowered }
        return String(lowered[..<colon])
    }
}
