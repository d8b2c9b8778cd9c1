extension SiteDifference {
    /// Compares two versions of a site's files.
    ///
    /// A file that is missing or that is not JSON names no app, as on a device. The work is limited; it runs on the caller's thread
    /// and does not observe cancellation. An identifier of Apple's file that no app can have, such as one with a blank in front or a
    /// placeholder that is removed, opens no links and loses none.
    ///
    /// - Parameters:
    ///   - before: The earlier files.
    ///   - after: The later files.
    ///   - platforms: The platforms whose files are compared.
    public init(
        from before: SiteAssociations,
        to after: SiteAssociations,
        platforms: Set<Platform> = Set(Platform.allCases)
    ) {
        self.init(host: after.host)
        compare(before, after, platforms, .full, everyIdentifier: false)
    }

    /// Compares two versions of a site's files, with a limit of the work, and whatever identifiers they name.
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
