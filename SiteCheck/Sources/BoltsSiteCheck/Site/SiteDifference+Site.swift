extension SiteDifference {
    /// Compares two versions of a site's files with limited work.
    ///
    /// Identifiers that no app can have neither gain nor lose links, unless `everyIdentifier` is `true`.
    public init(
        from before: SiteAssociations,
        to after: SiteAssociations,
        platforms: Set<Platform> = Set(Platform.allCases),
        everyIdentifier: Bool = false
    ) {
        self.init(from: before, to: after, platforms, everyIdentifier, work: RuleComparison.maximumWork)
    }

    init(
        from before: SiteAssociations,
        to after: SiteAssociations,
        _ platforms: Set<Platform>,
        _ everyIdentifier: Bool = false,
        work: Int
    ) {
        self.init(host: after.host, work: work)
        if platforms.contains(.apple) {
            compare(before.appSiteAssociation, after.appSiteAssociation, everyIdentifier: everyIdentifier)
        }
        if platforms.contains(.android) { compareStatements(before.assetStatements, after.assetStatements) }
        if platforms.contains(.windows) { compare(before.windowsWebLinks, after.windowsWebLinks) }
    }
}
