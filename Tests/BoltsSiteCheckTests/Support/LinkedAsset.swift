@testable import BoltsAssociations

/// The source or the target of a statement: a web site or an Android app.
enum LinkedAsset: Sendable, Hashable, CustomStringConvertible {
    /// A web site.
    case web(SiteOrigin)
    /// An Android app, by its package name and one of its signing certificates.
    case androidApp(package: String, fingerprint: CertificateFingerprint)

    /// Checks and creates an Android app.
    ///
    /// - Parameters:
    ///   - package: The package name: not empty, without blanks.
    ///   - fingerprint: The certificate's fingerprint.
    /// - Returns: The asset.
    /// - Throws: ``AssetLinksError`` if the package name or the fingerprint is malformed.
    static func app(package: String, fingerprint: String) throws(AssetLinksError) -> LinkedAsset {
        guard !package.isEmpty, !package.contains(where: \.isWhitespace) else {
            throw AssetLinksError(.malformedContent, "Invalid package_name field \(Clip.quoted(package)).")
        }
        return .androidApp(package: package, fingerprint: try CertificateFingerprint(fingerprint))
    }

    /// The site, or the package name and the fingerprint.
    var description: String {
        switch self {
        case .web(let site): site.description
        case .androidApp(let package, let fingerprint): "\(package) (\(fingerprint))"
        }
    }
}
