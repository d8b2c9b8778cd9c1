@_spi(Bolts) import BoltsAssociations
public import Foundation

extension AppClaims {
    /// The hosts that the apps name for links, in ASCII lower case and without duplicates; a wildcard counts as the name after
    /// the star.
    public var hosts: [String] {
        var names: [String] = []
        for app in android {
            names += AndroidAppCheck(app: app).webFilters.flatMap(\.hosts).map { $0.name.lowercased() }
                .filter { HostPattern($0).isDomain }
        }
        for app in apple where app.parentIdentifiers == nil {
            names += (app.domains ?? []).compactMap(AssociatedDomain.init).filter { $0.service == "applinks" }.map(
                \.host
            )
        }
        return names.map { ASCIIHost.name($0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0) }.distinct()
    }

    /// The hosts that the apps ask the system to verify, in the form of ``hosts``.
    @_spi(Bolts) public var verifiedHosts: [String] {
        let verified = Set(
            android.flatMap { app in
                let check = AndroidAppCheck(app: app)
                let verifiesAll = check.verifiesAll
                return check.webFilters.filter { check.verifies($0) || verifiesAll && check.isCollected($0) }
                    .flatMap(\.hosts).map {
                        ASCIIHost.name($0.name.hasPrefix("*.") ? String($0.name.dropFirst(2)) : $0.name)
                    }
            } + AppClaims(apple: apple).hosts
        )
        return hosts.filter(verified.contains)
    }

    /// Whether an app accepts links of every host.
    @_spi(Bolts) public var takesAnyHost: Bool {
        android.contains { AndroidAppCheck(app: $0).webFilters.contains { $0.hosts.contains { $0.name == "*" } } }
    }

    /// Returns whether the apps sign in at a host, by an entitlement or by their sources.
    @_spi(Bolts)
    public func signIn(at host: String) -> Bool {
        let name = SiteAddress.name(of: host)
        return signInHosts[name] != nil
            || apple.contains { app in
                (app.domains ?? []).compactMap(AssociatedDomain.init).contains {
                    $0.service == "webcredentials" && $0.covers(name)
                }
            }
    }

    /// Returns where the apps for Apple's devices use an https callback of a host, which their links need not allow, or `nil` if they
    /// are not known to.
    @_spi(Bolts)
    public func callback(at host: String) -> SourcePlace? {
        apple.isEmpty ? nil : appleCallbacks[SiteAddress.name(of: host)]
    }

    /// Returns whether the apps are known to accept no links of any host, and their code signs in at this one.
    ///
    /// An entitlement for passwords does not count: the one for links may be what is missing. Android's manifest does not say at
    /// which hosts an app signs in.
    @_spi(Bolts)
    public func onlySignIn(at host: String) -> Bool {
        let isKnown =
            apple.allSatisfy { $0.domains != nil && $0.gap == nil }
            && android.allSatisfy { $0.filters != nil && $0.gap == nil && AndroidAppCheck(app: $0).openFilters.isEmpty }
        guard isKnown, deviceReports.isEmpty, hosts.isEmpty, !takesAnyHost else { return false }
        return signInHosts[SiteAddress.name(of: host)] != nil
            || apple.isEmpty && android.contains(where: \.hasAssetStatements)
    }

    /// Returns the parent domains of the wildcards that match a host which the apps do not name otherwise.
    ///
    /// Platforms read those domains' files instead of the host's.
    @_spi(Bolts)
    public func domainsDeciding(for host: String) -> [String] {
        let site = SiteAssociations(reading: host, appSiteAssociation: nil, assetLinks: nil, windowsWebLinks: nil)
        let apple = apple.filter { $0.parentIdentifiers == nil }.flatMap { app in
            ["applinks", "webcredentials"].flatMap {
                AppleAppJudge(app, site, service: $0, now: .distantPast).wildcardDomains
            }
        }
        return (android.flatMap { AndroidAppJudge($0, site).wildcardDomains } + apple).distinct()
    }

    /// Returns an example host below a wildcard's parent domain for the apps that name it by a wildcard only, or `nil` if every
    /// such app also names the domain itself.
    @_spi(Bolts)
    public func sampleHost(below domain: String) -> String? {
        let names =
            android.map { app in
                Set(AndroidAppCheck(app: app).webFilters.flatMap(\.hosts).map { ASCIIHost.name($0.name) })
            }
            + apple.filter { $0.parentIdentifiers == nil }.map { app in
                Set(
                    (app.domains ?? []).compactMap(AssociatedDomain.init).filter { $0.service == "applinks" }
                        .map { ($0.isWildcard ? "*." : "") + ASCIIHost.name($0.host) }
                )
            }
        guard names.contains(where: { $0.contains("*.\(domain)") && !$0.contains(domain) }) else { return nil }
        return ["www", "link", "app"].map { "\($0).\(domain)" }.first { host in !names.contains { $0.contains(host) } }
    }

    /// Returns the hosts that Android 11 and older verify together with a host; if one fails, all fail.
    ///
    /// - Parameter host: The host, with its port if it has one.
    /// - Returns: The other hosts, in lower case.
    public func hostsVerified(with host: String) -> [String] {
        var seen: Set<String> = [SiteAddress.name(of: host)]
        return android.flatMap { app -> [String] in
            // An app that states no version may run on any.
            guard app.minimumSDK ?? 1 <= 30 else { return [] }
            let check = AndroidAppCheck(app: app)
            return check.webFilters.filter { $0.isVerified && $0.isComplete }.flatMap(\.hosts)
                .map { $0.name.lowercased() }.filter { HostPattern($0).isDomain }
                .map { $0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0 }
        }
        .filter { seen.insert($0).inserted }
    }

    /// Returns the mistakes in the apps' own files, without any site.
    ///
    /// - Parameter now: The time to compare with the expiration dates of provisioning profiles.
    /// - Returns: The findings, without duplicates.
    public func findings(now: Date = Date()) -> [Finding] {
        // If a host is known, unread parts are reported for that host.
        let unread =
            hosts.isEmpty ? android.compactMap { AndroidAppCheck(app: $0).unread } + apple.compactMap(\.unread) : []
        let all =
            android.flatMap { $0.relevant(AndroidAppCheck(app: $0).findings(), beside: android) }
            + apple.flatMap { AppleAppCheck(app: $0, now: now).findings() } + unread
        return all.distinct()
    }
}

extension AndroidAppClaims {
    /// Its findings without the values that only developers' builds leave open, if another variant of its module is for users.
    func relevant(_ findings: [Finding], beside apps: [AndroidAppClaims]) -> [Finding] {
        guard BuildVariants(variant).isDebug, module != nil,
            apps.contains(where: { $0.module == module && !BuildVariants($0.variant).isDebug })
        else { return findings }
        return findings.filter { $0.rule != .androidAppUnresolved }
    }
}

extension AppleAppClaims {
    /// The gap if nothing is known about the domains because something is not read, or `nil`.
    fileprivate var unread: Finding? {
        guard domains == nil, rank == .source, let gap else { return nil }
        return Finding(.iosAppDomainMissing, "The domains of the app are not known: \(gap.text).", file: file)
            .with(severity: .note, fix: gap.fix, detail: .unread)
    }
}
