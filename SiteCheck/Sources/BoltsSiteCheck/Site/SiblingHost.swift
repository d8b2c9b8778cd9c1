@_spi(Bolts) import BoltsAssociations
import Foundation

/// The host with or without `www`, which people also type and share.
enum SiblingHost {
    /// Returns the host with `www` for one without it, and the reverse.
    static func counterpart(of host: String) -> String {
        let host = host.lowercased()
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : "www." + host
    }

    /// Returns the hosts of an intent filter beside which a host is probably missing: its counterpart, and a wildcard, which does
    /// not match the bare host.
    static func neighbours(of host: String) -> Set<String> { [counterpart(of: host), "*.\(host.lowercased())"] }

    /// Returns the counterpart of a host if it is likely to exist: `www.shop.example.com`, for example, is not.
    static func likely(of host: String) -> String? {
        let other = counterpart(of: host)
        let bare = other.count < host.count ? other : host
        return HostRules.refusal(bare) == nil && ParentDomain.of(bare) == nil ? other : nil
    }

    /// Returns the files that only one of two hosts serves: for each, the address where it is missing and a sentence.
    static func differences(_ site: SiteAssociations, _ other: SiteAssociations) -> [(address: String, message: String)]
    {
        let files:
            [(name: String, isServed: (SiteAssociations) -> Bool, KeyPath<SiteAssociations, AssociationResponse>)] = [
                ("apple-app-site-association", { $0.appSiteAssociation != nil }, \.appleResponse),
                ("assetlinks.json", { $0.assetLinks != nil }, \.androidResponse),
            ]
        return files.filter { $0.isServed(site) != $0.isServed(other) }.map { name, isServed, response in
            let (serving, lacking) = isServed(site) ? (site, other) : (other, site)
            let answer = lacking[keyPath: response]
            let absence = answer.redirect == nil ? "does not" : "redirects it, which no platform follows"
            let message = "\(Clip.clip(serving.host)) serves \(name), and \(Clip.clip(lacking.host)) \(absence)."
            return (answer.url.absoluteString, message)
        }
    }
}
