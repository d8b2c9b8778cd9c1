/// What would end a finding, as whoever found it knows it.
package enum SuggestedChange: Sendable, Hashable {
    /// A name and a value of a `data` element.
    package struct Attribute: Sendable, Hashable {
        let name: String
        let value: String
    }

    /// A rule of the site's file is changed or added.
    case rule(RuleChange)
    /// The site's file names an app, in place of another identifier if there is one.
    case list(app: String, fingerprints: [String], instead: String?)
    /// Apple's file names an app for passwords and passkeys, in place of another identifier if there is one.
    case credentials(app: String, instead: String?)
    /// The statement of a package lists a certificate.
    case fingerprint(String, package: String)
    /// The statement of a package has the relation for links.
    case relation(package: String)
    /// A value of an intent filter is written differently.
    case attribute(String, old: String, new: String)
    /// An intent filter takes a path, in place of another one if there is one.
    case path(Attribute, instead: Attribute?)
    /// An intent filter takes a scheme.
    case scheme(String)
    /// The main activity gets an intent filter for a host.
    case host(String)
    /// The entitlement names a service and a host, in place of another value if there is one.
    case domain(String, instead: String?)
    /// A build setting gets a value beside the literal bundle identifier of a target.
    case setting(String, String, beside: String)
    /// The key of the entitlement is written differently.
    case entitlementKey(String)
}
