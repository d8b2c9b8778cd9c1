import Foundation

/// The host with or without `www` beside a site's own, which people type and share as well.
enum SiblingHost {
    /// Returns the host with `www` for one without it, and the reverse.
    static func counterpart(of host: String) -> String {
        let host = host.lowercased()
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : "www." + host
    }

    /// Returns the other host if a site is likely to have one: not below a name such as shop.example.com.
    static func likely(of host: String) -> String? {
        guard HostRules.refusal(host) == nil, host.contains(".") else { return nil }
        let other = counterpart(of: host)
        let bare = other.hasPrefix("www.") ? host : other
        return bare.contains(".") && ParentDomain.of(bare) == nil ? other : nil
    }

    /// Returns the files that only one of two hosts serves: the address where one is missing, and a sentence.
    static func differences(_ site: SiteAssociations, _ other: SiteAssociations) -> [(address: String, message: String)]
    {
        var differences: [(address: String, message: String)] = []
        func compare(
            _ name: String,
            _ has: Bool,
            _ otherHas: Bool,
            _ response: (SiteAssociations) -> AssociationResponse
        ) {
            guard has != otherHas else { return }
            let (serving, lacking) = has ? (site, other) : (other, site)
            let absence = response(lacking).redirect == nil ? "does not" : "redirects it, which no platform follows"
            let message = "\(Clip.clip(serving.host)) serves \(name), and \(Clip.clip(lacking.host)) \(absence)."
            differences.append((response(lacking).url.absoluteString, message))
        }
        compare(
            "apple-app-site-association",
            site.appSiteAssociation != nil,
            other.appSiteAssociation != nil,
            { $0.appleResponse }
        )
        compare("assetlinks.json", site.assetLinks != nil, other.assetLinks != nil, { $0.androidResponse })
        return differences
    }
}
