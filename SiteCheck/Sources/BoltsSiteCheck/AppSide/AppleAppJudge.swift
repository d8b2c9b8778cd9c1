@_spi(Bolts) import BoltsAssociations
import Foundation

/// Judges the effect of the files of an app for Apple's devices on a link, or on a site's passwords and passkeys.
struct AppleAppJudge {
    let app: AppleAppClaims
    /// The domains in the sources of the same app, if a signed app is judged.
    let source: AppleAppClaims?
    let check: AppleAppCheck
    /// The judged service: `applinks`, or `webcredentials` for signing in.
    let service: String
    private let host: String
    private let site: SiteAssociations
    /// The configuration that names the host, if the app's own does not, or `nil` if there is none.
    var namingConfiguration: String?
    /// The claims of other configurations, if none names the host.
    var alike: [AppleAppClaims] = []

    init(
        _ app: AppleAppClaims,
        source: AppleAppClaims? = nil,
        _ site: SiteAssociations,
        service: String = "applinks",
        now: Date
    ) {
        self.app = app
        self.source = source
        self.service = service
        check = AppleAppCheck(app: app, now: now, service: service)
        host = SiteAddress.name(of: site.host)
        self.site = site
    }

    /// Whether the host's file lists the app for the service.
    var isListed: Bool {
        guard let identifier = app.identifier.map(AppIdentifier.canonical) else { return false }
        let file = site.appSiteAssociation
        let listed = service == "applinks" ? file?.apps : file?.apps(of: service)
        return listed?.contains { AppIdentifier.canonical($0) == identifier } == true
    }

    private func entries(_ service: String) -> [AssociatedDomain]? {
        app.domains.map { $0.compactMap(AssociatedDomain.init).filter { $0.service == service && $0.covers(host) } }
    }

    /// The first of several values that names the site's host for the judged service.
    private func domain(in values: [String]) -> AssociatedDomain? {
        values.lazy.compactMap(AssociatedDomain.init).first { $0.service == service && $0.covers(host) }
    }

    /// The condition that the entitlement decides.
    private var condition: LinkCondition { service == "applinks" ? .entitlement : .credentialEntitlement }

    /// Whether the entitlement names the site's host for the service; `nil` if nothing is known about it.
    var namesHost: Bool? { entries(service).map { !$0.isEmpty } }

    /// The parent domains of the wildcards that match the site's host, longest first; empty if the entitlement names the host
    /// itself.
    ///
    /// Devices read the files of these domains.
    var wildcardDomains: [String] {
        guard let entries = entries(service), entries.allSatisfy({ $0.isWildcard && $0.host != host }) else {
            return []
        }
        return Set(entries.map(\.host)).sorted { $0.utf8.count > $1.utf8.count }
    }

    /// Whether the entitlement names the site's host for passwords.
    var namesHostForPasswords: Bool { entries("webcredentials")?.isEmpty == false }

    /// The findings about the app and this host.
    var findings: [Finding] {
        var findings = check.findings(host: host)
        if let entries = entries(service), !entries.isEmpty {
            if let mode = mode(entries) { findings.append(mode) }
            if entries.allSatisfy(\.isWildcard), let wildcard = entries.first { findings.append(covered(by: wildcard)) }
        }
        return findings
    }

    /// The finding that only a wildcard covers the domain itself: this was observed but is not documented.
    private func covered(by wildcard: AssociatedDomain) -> Finding {
        let name = Clip.clip(host)
        let domain = Clip.clip(wildcard.host)
        let message = "The entitlement covers \(name) only by *.\(domain)"
        return wildcard.host == host
            ? Finding(
                .iosAppWildcardFile,
                "\(message); Apple's guide says that this covers only names below it.",
                file: app.file,
                fix: "Add \(service):\(name).",
                change: .domain("\(service):\(host)", instead: nil)
            )
            : Finding(
                .iosAppWildcardFile,
                "\(message); devices then read the file of \(domain).",
                file: app.file,
                fix: "Add \(service):\(name), or serve the file at \(domain) too.",
                change: .domain("\(service):\(host)", instead: nil)
            )
    }

    /// The condition on the device if every entry has a mode; `nil` if an entry has none.
    private func special(_ entries: [AssociatedDomain]) -> LinkCondition? {
        guard !entries.contains(where: \.isForEverybody) else { return nil }
        return entries.contains { $0.modes.contains("developer") } ? .developerMode : .managedDevice
    }

    /// Whether a configuration that may build for the store has these entitlements.
    private var isBuiltForRelease: Bool {
        app.rank == .source && app.target != nil
            && (app.configuration == nil || BuildVariants(app.configuration).isRelease)
    }

    /// An entry for developers only is an error once the app is signed for others.
    private func mode(_ entries: [AssociatedDomain]) -> Finding? {
        guard let condition = special(entries) else { return nil }
        let isManaged = entries.contains { $0.modes.contains("managed") }
        let modes = condition == .managedDevice ? "managed" : isManaged ? "developer+managed" : "developer"
        let isRelease =
            app.isForDevelopment == false && app.rank > .source && !isManaged
            || isBuiltForRelease && modes == "developer"
        return Finding(
            .iosAppMode,
            "The entitlement names \(Clip.clip(host)) only with ?mode=\(modes)\(modes == "developer" ? "; only apps that are signed for development use that" : "").",
            file: app.file,
            severity: isRelease ? .error : .note,
            fix: "Add \(service):\(Clip.clip(host)) without ?mode=.",
            change: .domain("\(service):\(host)", instead: nil)
        )
    }

    /// Returns the app's effect on a link that the site lets it open.
    func cause() -> AppCause {
        let file = Clip.clip(app.file)
        guard let entries = entries(service) else { return unread ?? AppCause(outcome: .opens) }
        guard !entries.isEmpty else {
            guard let file = app.expoFile, domain(in: app.expoDomains) != nil else { return missing() }
            return missing().beside(expoFile: file)
        }
        if service == "applinks", let browser = check.browser { return .closed(browser, condition) }
        if let mode = mode(entries), mode.severity == .error { return .closed(mode, condition) }
        if let profile = check.profile, app.rank > .source { return .closed(profile, condition) }
        // Apple's daemon was seen to accept the domain itself, which the documentation excludes.
        let everybody = entries.filter(\.isForEverybody)
        let counted = everybody.isEmpty ? entries : everybody
        if let entry = counted.first, counted.allSatisfy({ $0.isWildcard && $0.host == host }) {
            return .unsure(covered(by: entry))
        }
        let entry = everybody.first { !$0.isWildcard } ?? everybody.first
        let named = Clip.clip((entry ?? entries[0]).text)
        let only = special(entries) == .developerMode ? ", which only apps that are signed for development use" : ""
        let seen = "\(file) \(app.rank == .source ? "names" : "is signed with") \(named)\(only)"
        return AppCause(
            outcome: .opens,
            conditions: [special(entries)].compactMap { $0 },
            facts: [LinkRoute.Fact(condition: condition, holds: true, text: seen)]
        )
    }

    /// The finding that a target has no entitlements, or `nil`.
    private var unset: Finding? {
        guard app.rank == .source, let target = app.target else { return nil }
        let devices = app.devices.map { " on \($0.map(\.name).sorted().joined(separator: ", "))" } ?? ""
        let name = Clip.clip(target) + devices
        let place = app.configuration.map { "\(name) in \(Clip.clip($0))" } ?? name
        let missing = "\(service):\(Clip.clip(host))"
        var message = "The project names no entitlements for \(place)."
        let fix: String
        var (change, detail): (SuggestedChange?, Finding.Detail?) = (nil, nil)
        switch app.domainSource {
        case .otherConfiguration:
            fix = "Set CODE_SIGN_ENTITLEMENTS there too, to a file with \(missing)"
        case .project(let unused?):
            let named = domain(in: app.unusedDomains).map { Clip.clip($0.text) }
            if let named { message = AppleAppCheck.unsigned(unused, named) }
            let rest = named == nil ? ", with \(missing) in that file" : ""
            fix = "Set CODE_SIGN_ENTITLEMENTS of \(name) to \(Clip.clip(unused))\(rest)"
            detail = .unsigned(unused)
            // Each configuration may have a bundle identifier of its own, and the edit finds only this one's places.
            if app.configuration == nil {
                change = app.bundleIdentifier.map { .setting("CODE_SIGN_ENTITLEMENTS", unused, beside: $0) }
            }
        case .project(nil): fix = capability(for: name)
        case .entitlements, .usualFile, .configuration: return nil
        }
        return Finding(
            .iosAppDomainMissing,
            message,
            file: app.file,
            severity: .warning,
            fix: "\(fix), and build the app again.",
            change: change,
            detail: detail
        )
    }

    /// Adds the capability to a target where its entitlements are written; a project that is generated would lose Xcode's change.
    private func capability(for name: String) -> String {
        let (key, domain) = ("com.apple.developer.associated-domains", "\(service):\(Clip.clip(host))")
        if app.file.hasSuffix(".swift") {
            return "Add entitlements: .dictionary([\"\(key)\": .array([\"\(domain)\"])]) to \(name) in this file"
        }
        guard [".yml", ".yaml", ".json"].contains(where: app.file.hasSuffix) else {
            return "Add the capability Associated Domains to \(name) in Xcode, with \(domain)"
        }
        return "Add entitlements to \(name) in this file, with a path and properties: {\(key): [\"\(domain)\"]}"
    }

    /// The cause that an unread part may name the host, or `nil` if everything is read.
    private var unread: AppCause? {
        app.gap?.about(host).map { gap in
            let named = "\(service):\(Clip.clip(host))"
            // A file of nearly the name of one that does not exist may be the one that is meant.
            let lacksIt = app.unusedFile != nil && domain(in: app.unusedDomains) == nil
            let rest = lacksIt ? ", and \(names(app.unusedDomains))" : ""
            let message =
                app.domains.map { gap.text(after: "\(Clip.clip(app.file)) \(names($0))") }
                ?? "It is not known whether the app names \(named): \(gap.text)\(rest)."
            let fix =
                app.domains != nil
                ? gap.fix(orElse: "\(addition) of \(Clip.clip(app.file)).")
                : lacksIt ? "\(gap.fix.dropLast()), and add \(named) to that file." : gap.fix
            let finding = Finding(.iosAppDomainMissing, message, file: app.file)
            return .unsure(finding.with(severity: .note, fix: fix, detail: .unread))
        }
    }

    /// The hosts that the entitlement names in place of this one, as the rest of a sentence.
    private func names(_ all: [String]) -> String {
        let own = all.filter { AssociatedDomain($0)?.service == service }
        // A setting's value is not in the file of the entitlements.
        let shown = (own.isEmpty ? all : own).map { text in
            app.statements[text].map { "\(text), by $(\($0.name))" } ?? text
        }
        let others = shown.commaList(3)
        let named = "\(service):\(Clip.clip(host))"
        let naming = namingConfiguration.map { " (only \(Clip.clip($0)) names it)" } ?? ""
        return (others.isEmpty ? "names no host; \(named) is missing" : "names \(others), not \(named)") + naming
    }

    /// What adds the host, as the beginning of a sentence.
    private var addition: String {
        let named = "\(service):\(Clip.clip(host))"
        return switch app.domainSource {
        // Expo's is JSON, Cordova's is XML with the key of the entitlements.
        case .configuration where !app.file.hasSuffix(".xml"): "Add \"\(named)\" to ios.associatedDomains"
        case .usualFile(let path): "Write \(Clip.clip(path)), which the build then uses, with \(named)"
        case .entitlements, .project, .otherConfiguration, .configuration:
            "Add \(named) to com.apple.developer.associated-domains"
        }
    }

    /// The finding that a setting of the project is the host with or without www, or `nil` if none is.
    private var statedSibling: Finding? {
        let sibling = SiblingHost.counterpart(of: host)
        let own = "\(service):\(sibling)"
        guard let place = app.statements[own], app.domains?.contains(own) == true else { return nil }
        let (name, domain) = (app.identifier ?? app.bundleIdentifier ?? "the app", "\(service):\(Clip.clip(host))")
        return Finding(
            .iosAppDomainMissing,
            "The entitlement of \(Clip.clip(name)) names \(Clip.clip(own)), by $(\(place.name)), not \(domain).",
            file: place.file,
            fix: "In \(place.name), write \(Clip.quoted(host)) in place of \(Clip.quoted(sibling)), or if both open "
                + "the app, add \(domain) to com.apple.developer.associated-domains, and build the app again.",
            change: .statement(place.name, old: sibling, new: host)
        )
    }

    private func missing() -> AppCause {
        let wrong = (app.domains ?? []).filter {
            check.concerns($0, host) && AssociatedDomain($0)?.service != "webcredentials"
        }
        let alone = (app.domains ?? []).filter(AppleAppCheck.isSchemeAlone)
        if let malformed = (wrong + alone).compactMap(check.malformed).first {
            guard case .domain(let domain, let old?, _)? = malformed.change else {
                return .closed(malformed, condition)
            }
            let others = alike.filter { $0.domains?.contains(old) == true }.map(\.file).distinct()
            return .closed(malformed.with(change: .domain(domain, instead: old, alsoIn: others)), condition)
        }
        let open = app.unresolvedDomains + (app.domains ?? []).filter { $0.contains("$(") || $0.contains("${") }
        if let first = open.first {
            let finding = Finding(
                .iosAppDomainMissing,
                "The sources do not say what \(Clip.clip(first)) stands for.",
                file: app.file
            )
            return .unsure(finding.with(severity: .note, fix: SourceGap.builtApp, detail: .unread))
        }
        if let unread, app.gap?.hosts != .noHost { return unread }
        let name = Clip.clip(host)
        if app.rank > .source, let source,
            let named = domain(in: source.domains ?? [])
        {
            let message = "\(Clip.clip(source.file)) names \(Clip.clip(named.text)), but the app is signed without it."
            guard let profile = app.profile, !profile.allowsAssociatedDomains else {
                return .closed(Finding(.iosAppStripped, message, file: app.file), condition)
            }
            // With this profile no signature can have the entitlement.
            let cause =
                "\(message.dropLast()): its profile \(Clip.clip(profile.file)) does not allow associated domains."
            let fix =
                "Make a profile for \(Clip.clip(profile.identifier ?? "the app")) with the capability Associated Domains, "
                + "name it in provisioningProfiles of exportOptions.plist, and export the app again."
            return .closed(Finding(.iosAppStripped, cause, file: app.file, fix: fix), condition)
        }
        if let profile = check.profile, app.rank > .source, app.domains?.isEmpty != true {
            return .closed(profile, condition)
        }
        if let key = app.misspelledKey {
            let message = "\(Clip.quoted(key)) is not an entitlement, so its domains do not count."
            let fix =
                "Write com.apple.developer.associated-domains in its place, with \(service):\(name), and build the app again."
            let finding = Finding(
                .iosAppDomainMissing,
                message,
                file: app.file,
                fix: fix,
                change: .entitlementKey(key)
            )
            return .closed(finding, condition)
        }
        if let link = ASCIIHost.withoutDot(host) {
            let message = "No entitlement can name \(Clip.quoted(host)), a host that ends with a dot."
            let finding = Finding(
                .iosAppDomainMissing,
                message,
                file: app.file,
                fix: "Link to \(link), without the dot."
            )
            return app.rank == .source ? .absent(finding, condition) : .closed(finding, condition)
        }
        if let unset { return .absent(unset, condition) }
        if let file = app.unusedFile, let domain = domain(in: app.unusedDomains) {
            let named = Clip.clip(domain.text)
            let finding = Finding(
                .iosAppDomainMissing,
                "\(Clip.clip(file)) names \(named), but \(Clip.clip(app.target ?? "the target")) is signed with \(Clip.clip(app.file)), which does not.",
                file: app.file,
                fix: "Add \(named) to \(Clip.clip(app.file)), and build the app again.",
                change: .domain("\(service):\(host)", instead: nil)
            )
            return .absent(finding, condition)
        }
        if let statedSibling { return .absent(statedSibling, condition) }
        let own = app.domains ?? []
        // One sentence about several files says what is true of each.
        let isOne = alike.allSatisfy { Set($0.domains ?? []) == Set(own) }
        let finding = Finding(
            .iosAppDomainMissing,
            "The entitlement of \(Clip.clip(app.identifier ?? app.bundleIdentifier ?? "the app")) \(isOne ? names(own) : "does not name \(service):\(Clip.clip(host))").",
            file: app.file,
            fix: "\(addition)\(alike.isEmpty ? "" : " in each"), and build the app again.",
            change: .domain("\(service):\(host)", instead: nil, alsoIn: alike.map(\.file).distinct())
        )
        return app.rank == .source ? .absent(finding, condition) : .closed(finding, condition)
    }
}
