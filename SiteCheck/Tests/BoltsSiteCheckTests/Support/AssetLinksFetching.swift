import Foundation

@_spi(Bolts) @testable import BoltsAssociations

protocol AssetLinksFetching: Sendable {
    /// Fetches a list from the web.
    ///
    /// - Parameter url: The address, http or https.
    /// - Returns: The body of a response with status 200.
    /// - Throws: ``AssetLinksError`` for any other response, including a redirect.
    func statementList(at url: URL) async throws(AssetLinksError) -> [UInt8]

    /// Returns the list inside an installed app, or `nil` if it has none or is not known.
    ///
    /// - Parameters:
    ///   - package: The app's package name.
    ///   - fingerprint: The fingerprint of its certificate.
    /// - Returns: The list.
    func statementList(ofPackage package: String, fingerprint: CertificateFingerprint) async -> [UInt8]?
}
