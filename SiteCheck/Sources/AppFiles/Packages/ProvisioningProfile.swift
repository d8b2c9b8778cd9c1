import BoltsSiteCheck

/// The permissions of a provisioning profile: a property list in a CMS SignedData.
///
/// Its other content, such as certificates and devices, is not kept.
struct ProvisioningProfile {
    static let maximumSize = 4 << 20

    let claims: AppleAppClaims.Profile

    init(_ bytes: [UInt8], file: String) throws(FormatError) {
        let list = try PropertyList(bytes: SignedData(bytes).content())
        guard let dictionary = list["Entitlements"] else { throw FormatError("is not a provisioning profile") }
        let entitlements = try Entitlements(dictionary)
        let key = dictionary["com.apple.developer.associated-domains"]
        claims = AppleAppClaims.Profile(
            file: file,
            allowsAssociatedDomains: key != nil && key != .boolean(false),
            identifier: entitlements.identifier,
            expirationDate: list["ExpirationDate"]?.date
        )
    }
}
