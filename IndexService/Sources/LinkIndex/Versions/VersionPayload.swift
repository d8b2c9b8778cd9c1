@_spi(Bolts) import BoltsSiteCheck
import Crypto
import Foundation

/// What is kept of a host's files as one version.
struct VersionPayload: Sendable {
    /// Versions of another form are not compared.
    static let format = Int16(SiteFiles.formatVersion)

    /// The files as they were served.
    let site: StoredSite
    /// The platforms of whose file nothing is known yet.
    let unread: Set<String>

    init(_ site: StoredSite, unread: Set<SiteDifference.Platform>) {
        self.site = site
        self.unread = Set(unread.map(\.rawValue))
    }

    /// The platforms of whose file something is known.
    var read: Set<SiteDifference.Platform> {
        Set(SiteDifference.Platform.allCases.filter { !unread.contains($0.rawValue) })
    }

    /// This version with what an earlier one knows of files that got no answer this time.
    ///
    /// A server that fails for a while changes nothing: devices keep what they have.
    func completed(by earlier: VersionPayload) -> VersionPayload {
        let missing = Set(unread.compactMap(SiteDifference.Platform.init))
        return VersionPayload(
            site.taking(missing.intersection(earlier.read), from: earlier.site),
            unread: missing.subtracting(earlier.read)
        )
    }

    /// Compares two versions.
    ///
    /// It takes a while, so it does not belong on a thread that others wait for.
    ///
    /// - Throws: A `DecodingError` if another version of the service has stored one of them.
    func difference(to later: VersionPayload) throws -> SiteDifference {
        SiteDifference(
            from: try site.site,
            to: try later.site.site,
            platforms: read.intersection(later.read),
            effort: .limited
        )
    }

    /// The bytes that are stored, the same for the same files, and their digest.
    func encoded() throws -> (bytes: [UInt8], digest: [UInt8]) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dataEncodingStrategy = .base64
        let bytes = [UInt8](try encoder.encode(Form(site: site, unread: unread.sorted())))
        return (bytes, Array(SHA256.hash(data: bytes)))
    }

    init(bytes: [UInt8]) throws {
        let form = try JSONDecoder().decode(Form.self, from: Data(bytes))
        site = form.site
        unread = Set(form.unread)
    }

    private struct Form: Codable {
        let site: StoredSite
        let unread: [String]
    }
}
