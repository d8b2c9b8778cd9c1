extension SiteDifference {
    /// Compares two versions of a site's files.
    ///
    /// A file that is missing or that is not JSON names no app, as on a device. The work is limited; it runs on the caller's thread
    /// and does not observe cancellation.
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
        self.init(from: before, to: after, platforms: platforms, effort: .full)
    }

    /// Compares two versions of a site's files, with a limit of the work.
    ///
    /// - Parameters:
    ///   - before: The earlier files.
    ///   - after: The later files.
    ///   - platforms: The platforms whose files are compared.
    ///   - effort: How much work it may be. What exceeds it is ``Effect/undecided``.
    @_spi(Storing)
    public init(
        from before: SiteAssociations,
        to after: SiteAssociations,
        platforms: Set<Platform> = Set(Platform.allCases),
        effort: DifferenceEffort
    ) {
        self.init(host: after.host)
        if platforms.contains(.apple) { compare(before.appSiteAssociation, after.appSiteAssociation, effort) }
        if platforms.contains(.android) { compareStatements(before.assetStatements, after.assetStatements, effort) }
        if platforms.contains(.windows) { compare(before.windowsWebLinks, after.windowsWebLinks, effort) }
    }
}
