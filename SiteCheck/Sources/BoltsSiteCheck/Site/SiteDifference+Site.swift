extension SiteDifference {
    /// Compares two versions of a site's files with limited work; identifiers that no app can have neither gain nor lose links.
    public init(
        from before: SiteAssociations,
        to after: SiteAssociations,
        platforms: Set<Platform> = Set(Platform.allCases)
    ) {
        self.init(host: after.host)
        compare(before, after, platforms, .full, everyIdentifier: false)
    }

    /// Compares two versions of a site's files with a limit of work, including invalid identifiers.
    @_spi(Bolts)
    public init(
        from before: SiteAssociations,
        to after: SiteAssociations,
        platforms: Set<Platform> = Set(Platform.allCases),
        effort: DifferenceEffort
    ) {
        self.init(host: after.host)
        compare(before, after, platforms, effort, everyIdentifier: true)
    }

    private mutating func compare(
        _ before: SiteAssociations,
        _ after: SiteAssociations,
        _ platforms: Set<Platform>,
        _ effort: DifferenceEffort,
        everyIdentifier: Bool
    ) {
        if platforms.contains(.apple) {
            compare(before.appSiteAssociation, after.appSiteAssociation, effort, everyIdentifier: everyIdentifier)
        }
        if platforms.contains(.android) { compareStatements(before.assetStatements, after.assetStatements, effort) }
        if platforms.contains(.windows) { compare(before.windowsWebLinks, after.windowsWebLinks, effort) }
    }
}
