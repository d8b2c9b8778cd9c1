import BoltsAppLinks
@_spi(Bolts) import BoltsAssociations
import Foundation

/// The findings on the apps' own files about the host, and on differences between them and the site's files.
extension VerdictBuilder {
    /// Adds the findings on the apps' own files about the host.
    mutating func addFindings(_ side: AppSide) {
        nameProjectFiles()
        var seen = Set(findings)
        let all =
            side.findings + otherPlatform(side) + credentials(side) + schemes(side) + legacyHosts(side)
            + dynamicRules(side) + otherValues(side) + side.devices.differences(url, site.appSiteAssociation)
        for finding in all where seen.insert(finding).inserted {
            findings.append(finding)
        }
        if findings.contains(where: { $0.rule == .crossAppUploadKey }) {
            findings.removeAll { $0.rule == .assetlinksSingleFingerprint }
        }
    }

    /// The malformed values of entitlements for hosts other than that of the link.
    private func otherValues(_ side: AppSide) -> [Finding] {
        guard url != nil else { return [] }
        return side.apple.compactMap(\.appleJudge).flatMap { $0.check.others(than: SiteAddress.name(of: site.host)) }
    }

    /// Names the project's own file in the fix of a file that the host does not serve.
    private mutating func nameProjectFiles() {
        for family in [LinkFamily.apple, .android] {
            guard let fix = deployment(family) else { continue }
            findings = findings.map { finding in
                finding.rule == family.missing && finding.detail == nil
                    ? finding.with(fix: fix, detail: .undeployed) : finding
            }
        }
    }

    /// The fix that deploys the project's own file, which the host does not serve; `nil` if there is none, or if several differ.
    func deployment(_ family: LinkFamily) -> String? {
        let files = (side?.projectFiles ?? []).filter { $0.name == family.fileName }
        guard family.response(site)?.isAbsent == true, let file = files.first,
            files.allSatisfy({ $0.bytes == file.bytes })
        else { return nil }
        let address = "https://\(Clip.clip(site.host))/.well-known/\(family.fileName)"
        let hidden =
            file.path.contains("/.")
            ? " cp DIR/*, actions/upload-artifact and some publishers leave out names that begin with a dot." : ""
        return "Deploy \(Clip.clip(file.path)), which the project has, as \(address).\(hidden)"
    }

    /// The findings that a project is not set up for the link on a platform.
    ///
    /// Its only app for that platform does not name the host, and the host has no file for it, but the other platform's app names
    /// the host, or its file is served. If nothing is set up at all, there is one for each platform. It is an error if the
    /// other platform's app names the host: then one of the given apps does not open the link.
    private func otherPlatform(_ side: AppSide) -> [Finding] {
        guard let url else { return [] }
        // A link to another host is fixed by sharing the other host's.
        let isRedirected = pages.contains { page in
            page.requestedURL.map { ASCIIHost.of($0) != ASCIIHost.of(page.url) } ?? false
        }
        let isNew = side.hosts.isEmpty && !isRedirected && findings.contains { $0.rule == .linkNoApp }
        func finding(_ family: LinkFamily, _ other: LinkFamily, _ only: String, _ neither: String) -> Finding? {
            let isOnly = side.apps(other).contains { $0.namesHost == true }
            guard family.response(site)?.isAbsent == true,
                isNew || isOnly || !side.apps(other).isEmpty && other.response(site)?.bytes != nil,
                let app = onlyApp(side.apps(family))
            else { return nil }
            let finding =
                switch app.judge {
                case .apple(let judge): judge.cause().finding
                case .android(let judge): judge.cause(url, on: .android).finding
                }
            guard let finding else { return nil }
            let isUnread = finding.detail == .unread
            let isOpen =
                isUnread || app.namesHost == nil
                || ![.iosAppDomainMissing, .androidAppHostMissing].contains(finding.rule)
            if isOpen, side.findings.contains(where: finding.isSame) { return nil }
            let start = isOnly ? "Only \(only)" : "\(neither) not"
            // What is not read cannot take the place of the file.
            let absence = isOpen ? ", which serves no \(family.fileName)" : ""
            let setUp = "\(start) \(isOpen ? "known to be " : "")set up for this host\(absence): "
            let named = side.apps(other).first { $0.namesHost == true }?.identifier
            let others = !isOpen && isOnly && named != app.identifier ? named : nil
            let end = others.map { " --app-id \(Clip.clip($0)) asks about the other app only." } ?? ""
            return finding.with(
                message: "\(isNew ? "" : setUp)\(finding.message)",
                severity: isOnly ? .error : isOpen ? .note : .warning,
                fix: "\(finding.fix)\(isNew ? "" : " Then this command prints the file to serve.")\(end)",
                detail: isUnread && !isOnly ? .unread : .ofOtherPlatform(isApple: family == .apple)
            )
        }
        return [
            finding(.apple, .android, "Android is", "Apple's devices are"),
            finding(.android, .apple, "Apple's devices are", "Android is"),
        ].compactMap(\.self)
    }

    /// The only app of a family if it does not name the host; parts of it for other devices may be unknown.
    private func onlyApp(_ parts: [AppSide.App]) -> AppSide.App? {
        guard parts.count == 1 || parts.first?.identifier != nil, Set(parts.map(\.identifier)).count == 1,
            !parts.contains(where: { $0.namesHost == true })
        else { return nil }
        return parts.first { $0.namesHost == false } ?? parts.first
    }

    /// The findings that apps sign in at the site although their entitlement or the site's file does not allow it.
    private func credentials(_ side: AppSide) -> [Finding] {
        side.apple.compactMap { app in
            guard let judge = app.appleJudge else { return nil }
            guard judge.namesHostForPasswords else { return unnamed(judge, side) }
            guard let identifier = judge.app.identifier, let file = site.appSiteAssociation,
                !file.apps(of: "webcredentials").contains(where: { listed in
                    // A misspelled identifier of this app is reported by another finding.
                    AppIdentifier.canonical(listed) == AppIdentifier.canonical(identifier)
                        || !AppIdentifier.isWellFormed(listed) && identifier.hasSuffix(listed)
                })
            else { return nil }
            return Finding(
                .crossAppCredentials,
                "\(Clip.clip(app.file)) names \(Clip.clip(site.host)) with webcredentials:, but the file does not name "
                    + "\(Clip.clip(identifier)) there. Passkeys, passwords and https callbacks of the host fail in the app.",
                file: site.appleResponse.url.absoluteString,
                fix: "Add \(Clip.clip(identifier)) to the apps of webcredentials.",
                change: AppIdentifier.isWellFormed(identifier)
                    ? .service("webcredentials", app: identifier, instead: nil) : nil
            )
        }
    }

    /// The finding that the entitlement does not name the host at which the sources sign in.
    private func unnamed(_ judge: AppleAppJudge, _ side: AppSide) -> Finding? {
        // If the project has several apps, it is not known whose sources these are.
        guard side.apple.count == 1 else { return nil }
        let signIn = AppleAppJudge(judge.app, source: judge.source, site, service: "webcredentials", now: .distantPast)
        guard signIn.namesHost == false, let finding = signIn.cause().finding, finding.rule == .iosAppDomainMissing
        else {
            return nil
        }
        if let place = side.signIn {
            let message = "The app signs in at \(Clip.clip(site.host)) (\(place)), which fails: \(finding.message)"
            return finding.with(message: message, severity: .error)
        }
        // The site lists the app, and the app signs in at other hosts only.
        guard (judge.app.domains ?? []).contains(where: { AssociatedDomain($0)?.service == "webcredentials" }),
            let identifier = judge.app.identifier.map(AppIdentifier.canonical),
            site.appSiteAssociation?.apps(of: "webcredentials").contains(where: {
                AppIdentifier.canonical($0) == identifier
            }) == true
        else { return nil }
        return finding.with(message: "The site lists the app for signing in: \(finding.message)", severity: .note)
    }

    /// The findings about schemes that a page uses and the app does not declare.
    private func schemes(_ side: AppSide) -> [Finding] {
        guard let page = pages.first else { return [] }
        return side.apple.compactMap { app in
            guard let judge = app.appleJudge, let declared = judge.app.schemes else { return nil }
            let known = Set(declared.map { $0.lowercased() })
            let targets = page.appLink.targets(for: .iphone).prefix(32).compactMap(\.urlText)
            let schemes = targets.filter { TagText.hasScheme($0) && !TagText.isWeb($0) }.compactMap(TagText.scheme)
            guard let scheme = schemes.first(where: { !known.contains($0) }) else { return nil }
            let isQueried = judge.app.queriedSchemes.contains { $0.lowercased() == scheme.lowercased() }
            let name = Clip.clip(scheme)
            return Finding(
                .iosAppScheme,
                isQueried
                    ? "The page uses \(name):, which the app only lists in LSApplicationQueriesSchemes."
                    : "The page uses \(name):, which the app does not declare.",
                file: app.file,
                fix: "Add \(name) to CFBundleURLTypes."
            )
        }
    }

    /// The findings about other hosts in an app's verified filters that cannot be verified, for Android 11 and older.
    private func legacyHosts(_ side: AppSide) -> [Finding] {
        // What testers' variants lack has its own finding.
        side.android.filter { !$0.isVariant }.flatMap { legacyHosts($0, side) }
    }

    func legacyHosts(_ app: AppSide.App, _ side: AppSide) -> [Finding] {
        guard let judge = app.androidJudge, let package = judge.app.package else { return [] }
        let hosts = Set(AppClaims(android: [judge.app]).hostsVerified(with: site.host))
        // A missing file of the wildcard's parent domain is reported where that file decides.
        let parent = app.parent?.domain ?? app.wildcardDomain
        let others = side.others.filter { other in
            hosts.contains(SiteAddress.name(of: other.host)) && SiteAddress.name(of: other.host) != parent
                && !other.androidResponse.isInconclusive
        }
        return others.compactMap { other in
            let decision = URL(string: "https://\(other.host)/").map {
                other.androidDecision(for: $0, package: package)
            }
            let isNamed = decision.map { $0.reason != .notAssociated && $0.reason != .certificateMismatch } ?? false
            guard other.assetLinks == nil || !isNamed else { return nil }
            return Finding(
                .crossAppLegacyHost,
                "\(Clip.clip(other.host)), which \(judge.place(naming: SiteAddress.name(of: other.host))) names with autoVerify, "
                    + (other.assetLinks == nil
                        ? "serves no assetlinks.json." : "does not name \(Clip.clip(package))."),
                file: other.androidResponse.url.absoluteString
            )
        }
    }

    /// The findings about dynamic rules that allow links which no intent filter matches.
    private func dynamicRules(_ side: AppSide) -> [Finding] {
        // A broken rule must be fixed first, so it is not compared.
        let broken = Set(
            findings.filter { $0.file == site.androidResponse.url.absoluteString && $0.severity != .note }.compactMap {
                $0.place?.pointer
            }
        )
        var packages: Set<String> = []
        return side.android.flatMap { app -> [Finding] in
            guard let judge = app.androidJudge, judge.namesHost == true, let package = judge.app.package,
                packages.insert(package).inserted
            else { return [] }
            // Paths that another module or variant of the app accepts are accepted by the app.
            let judges = side.android.compactMap(\.androidJudge).filter { $0.app.package == package }
            var findings: [Finding] = []
            var seen: Set<String> = []
            let site = app.parent?.site ?? site
            for statement in site.assetStatements where statement.relations.contains(.handleAllURLs) {
                guard case .androidApp(let named, _) = statement.target, named == package,
                    let node = DynamicRules.node(in: statement.node), let rules = try? DynamicRules(node)
                else { continue }
                for rule in rules.rules.prefix(1_000) where !rule.excludes && rule.path != nil {
                    let path = SiteSamples.path(of: rule)
                    guard findings.count < 50, !judges.contains(where: { $0.takes(path: path) }),
                        !broken.contains(rule.node.place.pointer), seen.insert(rule.path?.text ?? "").inserted
                    else { continue }
                    let pattern = Clip.quoted(rule.path?.text ?? "")
                    findings.append(
                        Finding(
                            .crossAppDynamicOutside,
                            "The dynamic rule for \(pattern) allows paths that no intent filter of \(Clip.clip(app.file)) takes.",
                            file: site.androidResponse.url.absoluteString,
                            place: rule.node.place
                        )
                    )
                }
            }
            return findings
        }
    }

    /// Adds the finding that, because of its path, a link opens the app on only one platform.
    mutating func compare(_ answers: [LinkVerdict.Answer]) {
        let byPath: Set<AssociationRule> = [.linkNoMatch, .linkExcluded, .androidAppPathMissing]
        func apps(_ isApple: Bool) -> [LinkVerdict.Answer] {
            answers.filter { $0.devices.contains { isApple ? $0.isApple : $0.isAndroid } }
        }
        func opens(_ isApple: Bool) -> Bool { apps(isApple).contains { $0.outcome == .opens } }
        for isApple in [true, false] where opens(!isApple) && !opens(isApple) {
            guard let finding = apps(isApple).compactMap(\.finding).first(where: { byPath.contains($0.rule) }) else {
                continue
            }
            let message = "The link opens the app on \(isApple ? "Android" : "Apple's devices") only."
            let (file, place, element) = (finding.file, finding.place, finding.element)
            put(Finding(.crossAppPathsDiffer, message, file: file, place: place, element: element))
        }
    }
}
