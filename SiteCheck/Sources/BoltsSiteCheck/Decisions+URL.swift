public import Foundation

// `URL` is not what somebody wrote: `URL(string:)` escapes characters that a URL may not have, so that "/a b" is compared as "/a%20b".
// The files are decided by the bytes of a string; who has the text of a link passes the text.

extension AppSiteAssociation {
    /// Decides whether the file lets an app open a URL of `domain` or, with the prefix `*.`, also of a host below it.
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
    /// Decides whether the file's own statements let an app open a URL; `fingerprint` has the form of the file.
    public func decision(for url: URL, package: String, fingerprint: String?) -> AndroidLinkDecision {
        decision(for: url.absoluteString, package: package, fingerprint: fingerprint)
    }
}

extension WindowsWebLinks {
    /// Decides whether the file lets an app open a URL, whose path alone counts; an exclusion wins whatever the order.
    public func decision(for url: URL, packageFamilyName: String) -> WindowsLinkDecision {
        decision(for: url.absoluteString, packageFamilyName: packageFamilyName)
    }
}
