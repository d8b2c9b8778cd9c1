import Foundation

@_spi(Bolts) @testable import BoltsAssociations

protocol AssetLinksFetching: Sendable {
    /// Fetches a list from the web: the body of a response with status 200.
    ///
    /// - Throws: ``AssetLinksError`` for any other response, including a redirect.
    func statementList(at url: URL) async throws(AssetLinksError) -> [UInt8]

    /// Returns the list inside an installed app with a certificate, or `nil` if it has none or is not known.
    func statementList(ofPackage package: String, fingerprint: CertificateFingerprint) async -> [UInt8]?
}
