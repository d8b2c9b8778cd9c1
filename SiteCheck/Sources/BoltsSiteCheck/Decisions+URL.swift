public import Foundation

// `URL` is not what somebody wrote: `URL(string:)` escapes characters that a URL may not have, so that "/a b" is compared as "/a%20b".
// The files are decided by the bytes of a string; who has the text of a link passes the text.

extension AppSiteAssociation {
    /// Decides whether the file lets an app open a URL.
    ///
    /// `URL(string:)` escapes what a URL may not have. To decide about the text of a link as it was written, pass the text.
    ///
    /// - Parameters:
    ///   - url: The URL that is followed. Only http and https URLs can match.
    ///   - app: The app's identifier: prefix, dot, bundle identifier.
    ///   - domain: The domain for which the file is served, or `nil` if the URL is known to belong to it. With the
    ///     prefix `*.`, it covers the domain itself and every subdomain.
    ///   - tracing: Whether to record why each earlier rule does not match.
    /// - Returns: The decision with the deciding rule.
    public func decision(
        for url: URL,
        app: String,
        domain: String? = nil,
        tracing: Bool = false
    ) -> UniversalLinkDecision {
        decision(for: url.absoluteString, app: app, domain: domain, tracing: tracing)
    }
}

extension AssetLinks {
    /// Decides whether the file's own statements let an app open a URL.
    ///
    /// `URL(string:)` escapes what a URL may not have. To decide about the text of a link as it was written, pass the text.
    ///
    /// - Parameters:
    ///   - url: The URL that is followed.
    ///   - package: The app's package name.
    ///   - fingerprint: The SHA-256 fingerprint of the app's signing certificate, in the form of the file, or `nil` if
    ///     it is unknown.
    /// - Returns: The decision with the deciding statement or rule.
    public func decision(for url: URL, package: String, fingerprint: String?) -> AndroidLinkDecision {
        decision(for: url.absoluteString, package: package, fingerprint: fingerprint)
    }
}

extension WindowsWebLinks {
    /// Decides whether the file lets an app open a URL.
    ///
    /// `URL(string:)` escapes what a URL may not have. To decide about the text of a link as it was written, pass the text.
    ///
    /// - Parameters:
    ///   - url: The URL that is followed; only its path is compared.
    ///   - packageFamilyName: The app's package family name.
    /// - Returns: The decision. An exclusion wins whatever the order.
    public func decision(for url: URL, packageFamilyName: String) -> WindowsLinkDecision {
        decision(for: url.absoluteString, packageFamilyName: packageFamilyName)
    }
}
