@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The association files of a host in the form that a cache keeps: parsed in memory, and as served in the database.
struct SiteFiles: CacheableValue {
    /// Records with another version are not read, and the files are fetched again.
    static let formatVersion = 3

    let site: SiteAssociations

    /// A parsed file needs several times the memory of its text.
    var byteCount: Int { 1_024 + site.fileByteCount * 9 }

    init(_ site: SiteAssociations) { self.site = site }

    init(from decoder: any Decoder) throws { site = try StoredSite(from: decoder).site }

    func encode(to encoder: any Encoder) throws { try StoredSite(site).encode(to: encoder) }
}
