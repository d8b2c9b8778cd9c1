@_spi(Bolts) @testable import BoltsSiteCheck

extension SiteAssociations {
    /// Creates the files of a host from their texts, without requests.
    init(_ host: String, apple: String? = nil, android: String? = nil, windows: String? = nil) {
        self.init(
            host: host,
            appSiteAssociation: apple.map { Array($0.utf8) },
            assetLinks: android.map { Array($0.utf8) },
            windowsWebLinks: windows.map { Array($0.utf8) }
        )
    }
}
