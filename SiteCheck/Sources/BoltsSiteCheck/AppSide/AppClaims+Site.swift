@_spi(Bolts) import BoltsAssociations

extension AppClaims {
    /// Returns the claims of the apps that a site names or that name the site, because about others there is nothing to judge.
    ///
    /// A name that nearly matches counts too, because it may be misspelled.
    @_spi(Bolts)
    public func concerning(_ site: SiteAssociations) -> AppClaims {
        let packages = StatedPackages(site).all
        let identifiers = site.appSiteAssociation?.apps ?? []
        var claims = AppClaims(
            android: android.filter { Self.isNear($0.package, packages) || Self.names(site, $0) },
            apple: apple.filter { app in
                Self.isNear(app.identifier, identifiers) || Self.names(site, app)
                    || app.bundleIdentifier.map { id in identifiers.contains { AppIdentifier.isOf(id, $0) } } == true
            }
        )
        // The site may also name unexamined parts of the same projects.
        let files = Set(claims.android.map(\.file))
        claims.android += android.filter { $0.package == nil && $0.filters == nil && files.contains($0.file) }
        if !claims.isEmpty { claims.associationFiles = associationFiles }
        return claims
    }

    private static func isNear(_ identifier: String?, _ listed: [String]) -> Bool {
        guard let identifier else { return false }
        return listed.contains(identifier) || NearIdentifier.find(identifier, in: listed) != nil
    }

    private static func names(_ site: SiteAssociations, _ app: AndroidAppClaims) -> Bool {
        let host = SiteAddress.name(of: site.host)
        let check = AndroidAppCheck(app: app)
        return (check.webFilters + check.openFilters).flatMap(\.hosts).contains {
            HostPattern($0.name).matches(host) || check.isMisspelled($0, host)
        }
    }

    private static func names(_ site: SiteAssociations, _ app: AppleAppClaims) -> Bool {
        let host = SiteAddress.name(of: site.host)
        return (app.domains ?? []).contains { text in
            AssociatedDomain(text)?.covers(host) ?? text.lowercased().contains(host)
        }
    }
}
