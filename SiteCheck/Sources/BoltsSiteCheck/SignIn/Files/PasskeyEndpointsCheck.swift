@_spi(Bolts) import BoltsAssociations
import Foundation

/// Checks `/.well-known/passkey-endpoints`, which tells password managers where users create and manage passkeys.
///
/// [A well-known URL for relying party passkey endpoints](https://www.w3.org/TR/passkey-endpoints/).
enum PasskeyEndpointsCheck {
    static let members = ["enroll", "manage", "prfUsageDetails"]

    static func check(_ bytes: [UInt8], _ collector: inout FindingCollector) {
        guard
            let document = AssociationCheck.document(bytes, mark: nil, syntax: .passkeyEndpointsInvalid, &collector)
        else { return }
        guard document.root.isObject else {
            return collector.add(.passkeyEndpointsInvalid, document.root, "The file is not an object.")
        }
        let taken = NearestKey.taken(members, in: document.root)
        for member in document.root.children {
            guard let name = member.name, !NearestKey.isRemark(name) else { continue }
            guard members.contains(name) else {
                let suggestion = NearestKey.suggestion(for: name, among: members, taken: taken)
                collector.add(
                    member: .passkeyEndpointsUnknown,
                    member,
                    "\(Clip.quoted(name)) is not a known member.\(suggestion)"
                )
                continue
            }
            if address(member) == nil {
                collector.add(.passkeyEndpointsInvalid, member, "\(Clip.quoted(name)) is not an https URL.")
            }
        }
    }

    /// The https URL in a member, or `nil`.
    private static func address(_ node: JSONNode) -> String? { node.string.flatMap { isAddress($0) ? $0 : nil } }

    /// Whether a text is an https URL with a host.
    static func isAddress(_ text: String) -> Bool {
        guard let url = URL(string: text) else { return false }
        return url.scheme?.lowercased() == "https" && url.host()?.isEmpty == false
    }

    /// The URLs in the file, by member.
    static func places(_ bytes: [UInt8]) -> [(member: String, url: String)] {
        guard let root = (try? JSONDocument(bytes))?.root else { return [] }
        return members.compactMap { name in root[name].flatMap(address).map { (name, $0) } }
    }
}
