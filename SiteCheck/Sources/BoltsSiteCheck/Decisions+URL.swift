public import Foundation

// A `URL` is not the original text: `URL(string:)` escapes characters that a URL must not contain, so "/a b" is compared as
// "/a%20b". The files decide by bytes, so callers that have the text of a link should pass the text.

extension AppSiteAssociation {
    /// Decides whether the file lets an app open a URL of `domain`; with the prefix `*.`, subdomains are included.
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
    /// Decides whether the file's own statements let an app open a URL; `fingerprint` has the form that the file uses.
    public func decision(for url: URL, package: String, fingerprint: String?) -> AndroidLinkDecision {
        decision(for: url.absoluteString, package: package, fingerprint: fingerprint)
    }
}

extension WindowsWebLinks {
    /// Decides whether the file lets an app open a URL by its path; an exclusion always wins, regardless of the order.
    public func decision(for url: URL, packageFamilyName: String) -> WindowsLinkDecision {
        decision(for: url.absoluteString, packageFamilyName: packageFamilyName)
    }
}
