@_spi(Bolts) import BoltsAssociations
import Foundation

/// Finds mistakes in an Android app's own files.
struct AndroidAppCheck {
    let app: AndroidAppClaims

    /// The filters for web links.
    var webFilters: [AndroidIntentFilter] {
        (app.filters ?? []).filter { $0.isWeb && ($0.actions.contains(AndroidIntentFilter.view) || $0.isVerified) }
    }

    /// The filters that may be for web links: their schemes are unknown.
    var openFilters: [AndroidIntentFilter] {
        (app.filters ?? []).filter { $0.mayBeWeb && ($0.actions.contains(AndroidIntentFilter.view) || $0.isVerified) }
    }

    /// The findings on the filters that name a host, or on all of them.
    ///
    /// - Parameter host: The host in lower case, or `nil` for all.
    /// - Returns: The findings, without duplicates.
    func findings(host: String? = nil) -> [Finding] {
        var findings: [Finding] = []
        var verified = Set<String>()
        let filters = webFilters.filter { filter in
            guard let host else { return true }
            return filter.hosts.contains { HostPattern($0.name).matches(host) || isMisspelled($0, host) }
                || filter.hosts.isEmpty || filter.hasUnknownHost
        }
        let verifiesAll = verifiesAll
        for filter in filters where verifies(filter) || verifiesAll && isCollected(filter) {
            verified.formUnion(filter.hosts.map { $0.name.lowercased() })
        }
        var seenFilters = Set<AndroidIntentFilter>()
        var disabled = Set<String>()
        var unverified: [(filter: AndroidIntentFilter, name: String)] = []
        let linked = Set(
            webFilters.filter { !$0.hasType && $0.isEnabled }.flatMap(\.hosts).map { $0.name.lowercased() }
        )
        for filter in filters where !isSpare(filter, beside: linked) && seenFilters.insert(filter.anonymous).inserted {
            // The other mistakes of a disabled filter are relevant only once the app enables it.
            guard filter.isEnabled else {
                if disabled.insert(filter.component).inserted { findings += switchedOff(filter).map { [$0] } ?? [] }
                continue
            }
            let incomplete = incomplete(filter)
            findings += [incomplete, notExported(filter)].compactMap { $0 }
            findings += hosts(filter) + paths(filter)
            let names = filter.hosts.map(\.name).filter { name in
                !verified.contains(name.lowercased()) && HostPattern(name).isDomain
                    && (host.map { HostPattern(name).matches($0) } ?? true)
            }
            if !names.isEmpty, incomplete == nil {
                if !filter.isVerified {
                    unverified += names.map { (filter, $0) }
                } else if let mixed = mixed(filter) {
                    findings.append(mixed)
                }
            } else if filter.isVerified, incomplete == nil, let star = filter.hosts.first(where: { $0.name == "*" }),
                !filter.hosts.contains(where: { HostPattern($0.name).isDomain })
            {
                findings.append(unverifiable(star, filter).with(severity: .warning))
            }
            if !filter.unresolved.isEmpty { findings.append(unresolved(filter)) }
        }
        findings += noAutoVerify(unverified, isAlone: verified.isEmpty)
        for filter in openFilters {
            let isNear =
                host.map { host in
                    filter.hasUnknownHost || filter.hosts.contains { HostPattern($0.name).matches(host) }
                } ?? true
            if isNear { findings.append(unresolved(filter)) }
        }
        if let certificate = debugCertificate { findings.append(certificate) }
        var seen = Set<Finding>()
        return findings.filter { seen.insert($0).inserted }.prefix(FindingCollector.maximumCount).map { $0 }
    }

    /// Whether a filter is not for links: it is for files, or its component is disabled while another one, such as the activity
    /// of an alias, accepts the same links.
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - linked: The hosts of the filters for links, in lower case.
    /// - Returns: Whether it is.
    private func isSpare(_ filter: AndroidIntentFilter, beside linked: Set<String>) -> Bool {
        ReadingSteps.add(1 + filter.hosts.count + filter.paths.count)
        guard filter.hasType || !filter.isEnabled else { return false }
        return filter.hosts.map { $0.name.lowercased() }.filter { HostPattern($0).isDomain }.allSatisfy(linked.contains)
    }

    // MARK: - Verification

    /// Whether a filter asks Android to verify its hosts; a filter with a scheme other than http and https does not.
    func verifies(_ filter: AndroidIntentFilter) -> Bool {
        filter.isVerified && filter.isComplete && otherSchemes(filter).isEmpty
    }

    /// Whether one filter with autoVerify makes Android verify the hosts of all filters for web links, as for apps that target
    /// Android 11 or older.
    var verifiesAll: Bool { !isModern && webFilters.contains(where: verifies) }

    /// Whether Android verifies the hosts of a filter because another one requests it, if ``verifiesAll``.
    func isCollected(_ filter: AndroidIntentFilter) -> Bool {
        filter.actions.contains(AndroidIntentFilter.view) && filter.categories.contains(AndroidIntentFilter.browsable)
    }

    /// Whether the app targets Android 12 or newer; true if the target is unknown, because the store accepts no other.
    var isModern: Bool { (app.targetSDK ?? 35) >= 31 }

    private func otherSchemes(_ filter: AndroidIntentFilter) -> [String] {
        filter.schemes.filter { !["http", "https"].contains($0.lowercased()) }
    }

    // MARK: - Findings

    func finding(
        _ rule: AssociationRule,
        _ message: String,
        _ filter: AndroidIntentFilter?,
        fix: String? = nil,
        change: SuggestedChange? = nil
    ) -> Finding {
        let place = filter?.line.map {
            JSONPlace(pointer: "", position: TextPosition(line: $0, column: 1), byteRange: 0..<0)
        }
        let file = filter?.file ?? app.file
        return Finding(
            rule,
            message,
            file: file,
            place: place,
            element: filter?.component,
            fix: fix,
            change: change
        )
    }

    /// The gap if nothing is known about the filters because something is not read, or `nil`.
    var unread: Finding? {
        guard app.filters == nil, app.rank == .source, let gap = app.gap else { return nil }
        let name = "\(Clip.clip(app.package ?? "the app")) in \(Clip.clip(app.file))"
        return finding(
            .androidAppUnresolved,
            "The intent filters of \(name) are not known: \(gap.text).",
            nil,
            fix: gap.fix
        )
    }

    func incomplete(_ filter: AndroidIntentFilter) -> Finding? {
        var missing: [String] = []
        if !filter.actions.contains(AndroidIntentFilter.view) { missing.append("the action VIEW") }
        if !filter.categories.contains(AndroidIntentFilter.default) { missing.append("the category DEFAULT") }
        if !filter.categories.contains(AndroidIntentFilter.browsable) { missing.append("the category BROWSABLE") }
        if !missing.isEmpty {
            if filter.actions.isEmpty, !filter.isVerified { missing.append(filter.origin.written("autoVerify", nil)) }
            let list = missing.joinedWithAnd()
            return finding(
                .androidAppFilterIncomplete,
                "The intent filter lacks \(list).",
                filter,
                fix: "Add \(list) to it."
            )
        }
        guard filter.hasType else { return nil }
        let found = finding(
            .androidAppFilterIncomplete,
            "The intent filter names a mimeType, which links do not have.",
            filter,
            fix: "Remove the mimeType, or move it to an intent filter of its own."
        )
        // Without autoVerify the filter is probably for files that other apps pass on.
        return filter.isVerified ? found : found.with(severity: .warning)
    }

    /// The finding that a component is disabled when the app is installed; code of the app may enable it.
    private func switchedOff(_ filter: AndroidIntentFilter) -> Finding? {
        notExported(filter).map { finding in
            let text = finding.fix.hasSuffix(".") ? String(finding.fix.dropLast()) : finding.fix
            return finding.with(severity: .warning, fix: "\(text), unless the app enables it itself.")
        }
    }

    func notExported(_ filter: AndroidIntentFilter) -> Finding? {
        if !filter.isEnabled {
            return finding(
                .androidAppNotExported,
                "The activity is not enabled.",
                filter,
                fix: "Remove \(filter.origin.written("enabled", nil))."
            )
        }
        if filter.isExported == false {
            return finding(
                .androidAppNotExported,
                "The activity has \(filter.origin.written("exported", "false")).",
                filter,
                fix: filter.origin.fix("exported", "true")
            )
        }
        // Without a version it is unknown whether the build adds it.
        guard filter.isExported == nil, let target = app.targetSDK, target >= 31 else { return nil }
        return finding(
            .androidAppNotExported,
            "The activity does not say whether it is exported, as it must for API level 31 and newer.",
            filter,
            fix: filter.origin.fix("exported", "true")
        )
    }

    /// The hosts that no filter has verified.
    ///
    /// Next to verified hosts, or if there are many, they probably belong to others, who alone can serve their files: they are
    /// one finding, and not an error.
    private func noAutoVerify(_ hosts: [(filter: AndroidIntentFilter, name: String)], isAlone: Bool) -> [Finding] {
        guard let first = hosts.first else { return [] }
        var seen: Set<String> = []
        let names = hosts.map { $0.name.lowercased() }.filter { seen.insert($0).inserted }
        if isAlone, names.count <= Self.maximumOwnCount {
            var lines: Set<AndroidIntentFilter> = []
            return hosts.filter { lines.insert($0.filter).inserted }.map { noAutoVerify($0.filter, $0.name) }
        }
        let shown = names.prefix(Self.maximumOwnCount).map { Clip.clip($0) }.joined(separator: ", ")
        let rest = names.count - Self.maximumOwnCount
        let finding = finding(
            .androidAppNoAutoVerify,
            "No intent filter with autoVerify names \(shown)\(rest > 0 ? " and \(rest) more host\(rest == 1 ? "" : "s")" : "").",
            first.filter,
            fix:
                "Nothing, unless one of them is yours: then write \(first.filter.origin.written("autoVerify", "true")) in a filter for it alone."
        )
        return [finding.with(severity: isAlone ? .warning : .note)]
    }

    /// The maximum number of hosts that are assumed to belong all to the app's owner.
    private static let maximumOwnCount = 3

    func noAutoVerify(_ filter: AndroidIntentFilter, _ host: String) -> Finding {
        let other = (app.filters ?? []).first { other in
            other.isVerified && other.file == filter.file && other.hosts.isEmpty
                && !other.actions.contains(AndroidIntentFilter.view)
        }
        let line = other?.line.map { "; that of line \($0) has no effect, because its filter lacks VIEW" } ?? ""
        return finding(
            .androidAppNoAutoVerify,
            "No intent filter with \(filter.origin.written("autoVerify", nil)) names \(Clip.clip(host))\(line).",
            filter,
            fix: filter.origin.fix("autoVerify", "true")
        )
    }

    func mixed(_ filter: AndroidIntentFilter) -> Finding? {
        guard let other = otherSchemes(filter).first else { return nil }
        let name = Clip.quoted(other)
        return finding(
            .androidAppMixedSchemes,
            "The intent filter with \(filter.origin.written("autoVerify", nil)) also has the scheme \(name), so none of its hosts is verified.",
            filter,
            fix: "Move \(name) to an intent filter of its own."
        )
    }

    func unresolved(_ filter: AndroidIntentFilter) -> Finding {
        let names = filter.unknownNames.map { Clip.clip($0) }.joined(separator: ", ")
        if filter.unresolved.isEmpty, let part = filter.schemeSpecificPart {
            return finding(
                .androidAppUnresolved,
                "The intent filter also takes links by \(part), which is not compared.",
                filter,
                fix: "Name the hosts and the paths: Android verifies no host for \(part)."
            )
        }
        if let gap = app.valueGap {
            return finding(
                .androidAppUnresolved,
                "The value of \(names) is not known: \(gap.text).",
                filter,
                fix: gap.fix
            )
        }
        return finding(.androidAppUnresolved, "The sources do not define \(names).", filter)
    }

    private var debugCertificate: Finding? {
        let known = app.certificates?.contains { $0.isDebug || $0.fingerprint == AssetLinksTargetCheck.publicDebugKey }
        guard known == true else { return nil }
        return Finding(.androidAppDebugCertificate, nil, file: app.file)
    }

    /// Whether an invalid value was meant as a host.
    func isMisspelled(_ host: AndroidIntentFilter.Host, _ name: String) -> Bool {
        !HostPattern(host.name).isDomain && host.name.lowercased().contains(name)
    }

    func malformed(_ host: AndroidIntentFilter.Host, _ filter: AndroidIntentFilter) -> Finding? {
        if HostText.isReserved(host.name) {
            return finding(.androidAppHostMalformed, HostText.reserved(host.name), filter, fix: HostText.reservedFix)
                .with(severity: .warning)
        }
        guard !HostPattern(host.name).isDomain, host.name != "localhost", host.name != "*" else { return nil }
        let isWildcard = host.name.hasPrefix("*") && !host.name.dropFirst().contains("*")
        return finding(
            .androidAppHostMalformed,
            isWildcard
                ? "Android verifies no host for \(Clip.quoted(host.name)): a name with a dot in it must follow \"*.\"."
                : "\(Clip.quoted(host.name)) is not a host, so Android drops it.",
            filter,
            fix: isWildcard
                ? "Name the hosts, or write *. before a whole domain, such as *.example.com."
                : HostText.name(in: host.name).map { Self.fix("host", host.name, $0, filter) },
            change: isWildcard
                ? nil : HostText.name(in: host.name).map { SuggestedChange.attribute("host", old: host.name, new: $0) }
        )
    }

    /// The finding about a host that accepts links with autoVerify but that Android cannot verify: `*`, `*.dk`, `*example.com`.
    func unverifiable(_ host: AndroidIntentFilter.Host, _ filter: AndroidIntentFilter) -> Finding {
        malformed(host, filter)
            ?? finding(.androidAppHostMalformed, "Android verifies no host for \(Clip.quoted(host.name)).", filter)
    }

    /// The fix of a value; if the manifest has a reference, its definition is changed.
    static func fix(_ name: String, _ old: String, _ new: String, _ filter: AndroidIntentFilter) -> String {
        guard let reference = filter.references[old] else {
            return "Write \(filter.origin.written(name, Clip.clip(new)))."
        }
        let isWhole =
            reference.hasPrefix("@")
            || (reference.hasPrefix("${") && reference.firstIndex(of: "}") == reference.indices.last)
        let name = isWhole ? Clip.clip(reference) : filter.origin.written(name, Clip.clip(reference))
        return "In \(name), write \(Clip.quoted(new)) in place of \(Clip.quoted(old))."
    }

    func port(_ host: AndroidIntentFilter.Host, _ filter: AndroidIntentFilter) -> Finding? {
        guard let port = host.port, !filter.unresolved.contains(port) else { return nil }
        return finding(
            .androidAppPort,
            "The host \(Clip.clip(host.name)) has the port \(Clip.clip(port)), which only links with that port match.",
            filter
        )
    }

    /// Whether a filter without hosts is that of a browser, which takes every link of the web: see
    /// `IntentFilter.handleAllWebDataURI` of AOSP.
    private func isOfBrowser(_ filter: AndroidIntentFilter) -> Bool {
        !filter.isVerified && Set(filter.schemes).isSuperset(of: ["http", "https"])
            && webFilters.allSatisfy(\.hosts.isEmpty)
    }

    private func hosts(_ filter: AndroidIntentFilter) -> [Finding] {
        var findings: [Finding] = []
        for scheme in filter.schemes { findings += schemeCase(scheme, filter).map { [$0] } ?? [] }
        if filter.hosts.isEmpty, !filter.mayTakeOthers, !isOfBrowser(filter) {
            findings.append(finding(.androidAppNoHost, "The intent filter for https names no host.", filter))
        }
        // The host of an app's own scheme needs no dot.
        let isMixed = !otherSchemes(filter).isEmpty
        for host in filter.hosts where !isMixed || host.name.contains(where: "./*".contains) {
            findings += [malformed(host, filter), hostCase(host, filter), port(host, filter)].compactMap { $0 }
        }
        let count = Set(filter.hosts.map { $0.name.lowercased() }).count
        let pathCount = Set(filter.paths).count
        if count > 1, pathCount > 1, !filter.isWrittenOut {
            let message =
                "The intent filter combines each of its \(count) hosts with each of its \(pathCount) paths."
            findings.append(finding(.androidAppCrossProduct, message, filter))
        }
        return findings
    }

    private func hostCase(_ host: AndroidIntentFilter.Host, _ filter: AndroidIntentFilter) -> Finding? {
        let small = host.name.lowercased()
        guard host.name != small, HostPattern(small).isDomain else { return nil }
        return finding(
            .androidAppHostCase,
            "The host is written \(Clip.quoted(host.name)), but must be in small letters.",
            filter,
            fix: Self.fix("host", host.name, small, filter),
            change: .attribute("host", old: host.name, new: small)
        )
    }

    func schemeCase(_ scheme: String, _ filter: AndroidIntentFilter) -> Finding? {
        let small = scheme.lowercased()
        guard scheme != small, small == "http" || small == "https" else { return nil }
        return finding(
            .androidAppSchemeCase,
            "The scheme is written \(Clip.quoted(scheme)), and schemes are compared exactly.",
            filter,
            fix: Self.fix("scheme", scheme, small, filter),
            change: .attribute("scheme", old: scheme, new: small)
        )
    }
}
