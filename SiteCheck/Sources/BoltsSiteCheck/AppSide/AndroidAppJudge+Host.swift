@_spi(Bolts) import BoltsAssociations
import Foundation

/// The causes in an app's files if no filter is known to name the site's host.
extension AndroidAppJudge {
    /// The cause that holds even if every unknown host is the site's, or `nil` if the link could open then.
    func causeForAnyHost(_ url: URL, _ device: LinkDevice) -> AppCause? {
        var assumed = app
        var (names, count): ([String], Int) = ([], 0)
        for (index, filter) in (app.filters ?? []).enumerated() where filter.hasUnknownHost {
            let unknown = Set(filter.unknownHosts)
            assumed.filters?[index].unresolved.removeAll(where: unknown.contains)
            assumed.filters?[index].unknownHosts = []
            assumed.filters?[index].hosts.append(AndroidIntentFilter.Host(host))
            names += filter.unknownHosts.prefix(3).filter { names.count < 3 && !names.contains($0) }
            count += 1
        }
        guard !names.isEmpty, gap == nil else { return nil }
        var cause = AndroidAppJudge(assumed, site).manifestCause(url, device)
        guard cause.outcome == .closed, let finding = cause.finding else { return nil }
        let list = names.map { Clip.clip($0) }.joined(separator: " or ")
        let verb = names.contains { $0.hasPrefix("*") } ? "matches" : "is"
        let change =
            count == 1
            ? "If \(list) \(verb) \(Clip.clip(host)), \(finding.fix.lowercasedFirst)"
            : "If one of them \(verb) \(Clip.clip(host)), correct its filter."
        // Which of the two changes is right depends on the host, so neither is an edit.
        cause.finding = Finding(
            finding.rule,
            "Whichever host \(list) is, \(finding.message.lowercasedFirst)",
            file: finding.file,
            place: finding.place,
            element: finding.element,
            severity: finding.severity,
            fix: "\(change) If not, \(filterAddition(url).lowercasedFirst)",
            detail: finding.detail
        )
        return cause
    }

    /// Whether an unknown host of a filter may be the site's, by the beginning and the end that are known.
    func mayNameHost(_ filter: AndroidIntentFilter) -> Bool {
        filter.unknownHosts.contains { written in
            guard let start = written.firstRange(of: "${"), let end = written.lastIndex(of: "}"),
                start.lowerBound < end,
                !written.hasPrefix("*")
            else { return true }
            let (head, tail) = (written[..<start.lowerBound], written[written.index(after: end)...])
            return host.hasPrefix(head.lowercased()) && host.hasSuffix(tail.lowercased())
        }
    }

    /// The cause that no filter is known to name the host of a link.
    func unnamed(_ path: String, _ url: URL, _ device: LinkDevice) -> AppCause {
        for filter in check.webFilters {
            if let wrong = filter.hosts.first(where: { check.isMisspelled($0, host) }),
                let finding = check.malformed(wrong, filter)
            {
                return .closed(finding, .manifest)
            }
        }
        let isOpen = { (filter: AndroidIntentFilter) in
            mayNameHost(filter) || filter.mayTakeOthers && filter.hosts.isEmpty && !filter.hasUnknownHost
                || filter.schemeSpecificPart != nil
        }
        if let open = check.webFilters.first(where: isOpen) ?? check.openFilters.first(where: mayNameHost) {
            return causeForAnyHost(url, device) ?? .unsure(check.unresolved(open))
        }
        let variant = app.variant.map { " for \(BuildVariants($0).shown)" } ?? ""
        let name = "\(Clip.clip(app.package ?? "the app"))\(variant) in \(Clip.clip(app.file))"
        let other = deadFilter(url)
        let only = onlyHost.map { ", only \(Clip.clip($0.name))" } ?? ""
        let message = other?.message ?? "No intent filter of \(name) names \(Clip.clip(host))\(only)."
        let isName = ASCIIHost.withoutDot(host) == nil
        let finding =
            other ?? statedSibling(name, path)
            ?? check.finding(
                .androidAppHostMissing,
                message,
                nil,
                fix: hostFix(url, path),
                change: isName ? .host(host, paths: newPaths(url).map(\.attribute)) : nil
            )
        if let gap, gap.hosts != .noHost { return unread(finding, gap) }
        return app.rank == .source ? .absent(finding, .manifest) : .closed(finding, .manifest)
    }

    /// The cause that a filter names the host but no action or no web scheme, or `nil` if none does.
    private func deadFilter(_ url: URL) -> Finding? {
        let inert = (app.filters ?? []).first { filter in
            filter.isWeb && filter.actions.isEmpty && filter.unresolved.isEmpty && filter.hosts.contains(where: matches)
        }
        if let inert { return check.incomplete(inert) }
        let named = (app.filters ?? []).first { filter in
            !filter.isWeb && !filter.mayBeWeb && filter.actions.contains(AndroidIntentFilter.view)
                // A star for files and other schemes is no name of the host.
                && filter.hosts.contains { matches($0) && HostPattern($0.name).isDomain }
        }
        guard let named else { return nil }
        let name = Clip.clip(host)
        guard !named.schemes.isEmpty else {
            return check.finding(
                .androidAppPathMissing,
                "The intent filter names \(name) but no scheme, and without one Android reads no host.",
                named,
                fix: named.origin.adding("scheme", Clip.quoted("https"), other: ""),
                change: .scheme("https")
            )
        }
        let schemes = named.schemes.prefix(3).map { Clip.clip($0) }.joined(separator: ", ")
        return check.finding(
            .androidAppHostMissing,
            "The intent filter for \(name) takes \(schemes), not https.",
            named,
            fix: hostFix(url)
        )
    }

    /// The fix for a host that no filter names, in a link with a path.
    private func hostFix(_ url: URL, _ path: String? = nil) -> String {
        if let link = ASCIIHost.withoutDot(host) { return "Link to \(link), without the dot at the end of the host." }
        if let near = nearFilter {
            let more = otherPath(near.filter, path)
            return "\(addition(to: near.filter)) to the filter for \(near.host): \(near.reason).\(more)"
        }
        let addition = filterAddition(url)
        guard let (old, filter) = onlyHost else { return addition }
        let place = filter.references[old] == nil ? " in place of \(Clip.quoted(old))" : ""
        return
            "\(AndroidAppCheck.fix("host", old, host, filter).dropLast())\(place) if the host has a new name.\(otherPath(filter, path)) "
            + "If the app opens the links of both, a\(addition.dropFirst())"
    }

    /// The filter of the app's own manifest that takes links of the web, or `nil` if there is none.
    private var ownFilter: AndroidIntentFilter? {
        check.webFilters.first { filter in
            filter.isComplete && filter.isExported != false && !filter.hasType && !filter.hosts.isEmpty
                && filter.file ?? app.file == app.file && filter.origin != .graph
        }
    }

    /// The only host of all filters for web links, if the app's own manifest names it.
    private var onlyHost: (name: String, filter: AndroidIntentFilter)? {
        let names = Set(check.webFilters.flatMap(\.hosts).map { $0.name.lowercased() })
        guard names.count == 1, let filter = ownFilter, let host = filter.hosts.first, HostPattern(host.name).isDomain,
            !host.name.hasPrefix("*")
        else { return nil }
        return (host.name, filter)
    }

    /// The paths of a new filter for the host: those of the filter for another host, or of Apple's file if there is none or it
    /// takes every path, and the link's if it is none of them.
    private func newPaths(_ url: URL) -> [AndroidIntentFilter.Path] {
        let own = ownFilter?.paths.distinct() ?? []
        guard !own.isEmpty else {
            let prefix = site.appSiteAssociation?.prefix(opening: url.absoluteString)
            return prefix.map { $0 == "/" ? [] : [.init(.prefix, $0)] } ?? []
        }
        let path = AndroidLinkText(url).path
        let isTaken = own.contains { IntentFilterMatch.matches($0, path) }
        return isTaken ? own : own + [.init(.path, path.isEmpty ? "/" : path)]
    }

    /// Where a new filter goes: to the activity that takes links of the web, or to the launcher's, which the edit takes then.
    private var newPlace: String {
        if let own = ownFilter { return " to \(Clip.clip(own.component))" }
        return app.launcher.map { " to \(Clip.clip($0)), or to the activity that shows what is linked" } ?? ""
    }

    /// The fix that adds a filter for the host, to the activity that takes links of the web if there is one.
    private func filterAddition(_ url: URL) -> String {
        let name = Clip.clip(host)
        let all = newPaths(url)
        let paths = all.prefix(5)
        let rest = all.count > 5 ? ", with \(all.count - 5) more paths of the other filter," : ""
        func written(_ path: AndroidIntentFilter.Path, _ origin: AndroidIntentFilter.Origin) -> String {
            origin.written(path.kind.rawValue, Clip.clip(path.text))
        }
        switch app.filterSource {
        case .configuration where check.webFilters.contains { $0.origin == .host }:
            return "Add <host name=\"\(name)\" scheme=\"https\"/> to <universal-links>."
        // Expo's is JSON, Cordova's is XML with the elements of a manifest.
        case .configuration where !app.file.hasSuffix(".xml"):
            let ends = paths.isEmpty ? [""] : paths.map { ", \(written($0, .configuration))" }
            let data = ends.map { "{\"scheme\": \"https\", \"host\": \"\(name)\"\($0)}" }.joined(separator: ", ")
            return
                "Add {\"action\": \"VIEW\", \"autoVerify\": true, \"category\": [\"BROWSABLE\", \"DEFAULT\"], \"data\": "
                + "[\(data)]}\(rest) to android.intentFilters."
        case .manifest, .configuration:
            let texts = paths.map { written($0, .manifest) }
            let more = texts.count > 1 ? texts.map { ", <data \($0)/>" }.joined() : ""
            return "Add an intent filter with autoVerify, VIEW, DEFAULT, BROWSABLE and <data android:scheme=\"https\" "
                + "android:host=\"\(name)\"\(texts.count == 1 ? " " + texts[0] : "")/>\(more)\(rest)\(newPlace)."
        case .attributes:
            return "Add [IntentFilter(new[] { Intent.ActionView }, Categories = new[] { Intent.CategoryDefault, "
                + "Intent.CategoryBrowsable }, DataScheme = \"https\", DataHost = \"\(name)\", "
                + "AutoVerify = true)] to the activity."
        }
    }

    /// A sentence that a filter does not take the path, or nothing if it does.
    private func otherPath(_ filter: AndroidIntentFilter, _ path: String?) -> String {
        guard let path, let own = filter.paths.first,
            !filter.paths.contains(where: { IntentFilterMatch.matches($0, path) })
        else { return "" }
        let only = filter.origin.written(own.kind.rawValue, Clip.clip(own.text))
        return " That filter takes \(only), not this path: add the path too."
    }

    /// The finding that a value of the sources is the host with or without www, or `nil` if no filter's host is such a value.
    private func statedSibling(_ app: String, _ path: String) -> Finding? {
        let sibling = SiblingHost.counterpart(of: host)
        guard let filter = nearFilter?.filter,
            let old = filter.hosts.first(where: { $0.name.lowercased() == sibling })?.name,
            let reference = filter.references[old], let place = self.app.statements[reference]
        else { return nil }
        let (name, written, value) = (Clip.clip(host), Clip.clip(reference), Clip.clip(old))
        return Finding(
            .androidAppHostMissing,
            "No intent filter of \(app) names \(name), only \(value), by \(written).",
            file: place.file,
            fix: "In \(written), write \(Clip.quoted(host)) in place of \(Clip.quoted(old)), or if both open the app, "
                + "add <data android:host=\"\(name)\"/> to the filter: they are two hosts.\(otherPath(filter, path))",
            change: .statement(place.name, old: old, new: host)
        )
    }

    /// The filter for the same host with or without www, or for the names below it, and why it does not take the host.
    private var nearFilter: (filter: AndroidIntentFilter, host: String, reason: String)? {
        guard app.filterSource != .attributes else { return nil }
        let sibling = SiblingHost.counterpart(of: host)
        func filter(where isNear: (String) -> Bool) -> AndroidIntentFilter? {
            check.webFilters.first { $0.origin != .graph && $0.hosts.contains { isNear($0.name.lowercased()) } }
        }
        let wildcard = "*." + host
        return filter { $0 == wildcard }.map { ($0, Clip.clip(wildcard), "a wildcard does not take the bare name") }
            ?? filter { HostPattern($0).names(sibling) }.map { ($0, Clip.clip(sibling), "they are two hosts") }
    }

    /// The beginning of the fix that adds the host to a filter.
    private func addition(to filter: AndroidIntentFilter) -> String {
        let name = Clip.clip(host)
        if filter.origin == .host { return "Add <host name=\"\(name)\" scheme=\"https\"/>" }
        guard filter.origin == .configuration else { return "Add <data android:host=\"\(name)\"/>" }
        let path = filter.paths.first.map { ", " + filter.origin.written($0.kind.rawValue, Clip.clip($0.text)) } ?? ""
        let more = filter.paths.count > 1 ? ", and one for each other path," : ""
        return "Add {\"scheme\": \"https\", \"host\": \"\(name)\"\(path)}\(more)"
    }
}
