@_spi(Bolts) import BoltsAssociations

extension AppClaims {
    /// If a family has no claims, the reports' apps that the site names or that name the site are used; if there are none, the apps
    /// that the site names.
    func completed(with reports: [DeviceReport], _ site: SiteAssociations) -> AppClaims {
        guard !reports.isEmpty else { return self }
        var claims = self
        let host = SiteAddress.name(of: site.host)
        let stated = StatedPackages(site).all
        let ids = Set(claims.android.compactMap(\.package))
        var found = false
        for report in reports {
            for app in report.androidApps where !app.isMissing {
                let namesHost = (app.states.map(\.host) + app.otherHosts + app.chosenHosts + (app.linkage?.hosts ?? []))
                    .contains { HostPattern($0).matches(host) }
                guard android.isEmpty ? stated.contains(app.package) || namesHost : ids.contains(app.package) else {
                    continue
                }
                found = true
                let certificates = app.fingerprints.compactMap(AppCertificate.init(text:))
                var installed = AndroidAppClaims(
                    package: app.package,
                    file: report.file,
                    rank: .delivered,
                    certificates: certificates.isEmpty ? nil : certificates
                )
                installed.isInstalled = true
                claims.android.append(installed)
            }
        }
        let hasAndroid = reports.contains { !$0.androidApps.isEmpty || !$0.resolutions.isEmpty }
        if !found, android.isEmpty, hasAndroid, let file = reports.first?.file {
            claims.android = stated.prefix(AppSide.maximumCount).map {
                AndroidAppClaims(package: $0, file: file, rank: .delivered)
            }
        }
        if apple.isEmpty { claims.apple = Self.apple(of: reports, site) }
        return claims
    }

    private static func apple(of reports: [DeviceReport], _ site: SiteAssociations) -> [AppleAppClaims] {
        let entries = reports.flatMap { report in report.appleEntries.map { (report.file, $0) } }
        guard let first = entries.first else { return [] }
        let host = SiteAddress.name(of: site.host)
        let listed = site.appSiteAssociation?.apps ?? []
        let known = Set(listed.map(AppIdentifier.canonical))
        var seen = Set<String>()
        var apps: [AppleAppClaims] = []
        for (file, entry) in entries {
            let names = entry.service == "applinks" && entry.covers(host)
            guard names || known.contains(AppIdentifier.canonical(entry.identifier)),
                seen.insert(entry.identifier).inserted
            else { continue }
            apps.append(AppleAppClaims(identifier: entry.identifier, file: file, rank: .delivered))
        }
        guard apps.isEmpty else { return apps }
        return listed.prefix(AppSide.maximumCount).map {
            AppleAppClaims(identifier: $0, file: first.0, rank: .delivered)
        }
    }
}

extension AppCertificate {
    /// A certificate from its fingerprint in the form of `assetlinks.json`, or `nil` for other text.
    init?(text: String) {
        let bytes = text.split(separator: ":").compactMap { UInt8($0, radix: 16) }
        guard bytes.count == 32 else { return nil }
        self.init(fingerprint: bytes)
    }
}
