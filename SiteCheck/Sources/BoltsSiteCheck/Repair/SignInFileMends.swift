@_spi(Bolts) import BoltsAssociations
import Foundation

/// The mends of the files that are only about signing in.
enum SignInFileMends {
    static func mend(_ finding: Finding, _ node: JSONNode, _ members: MemberIndex) -> FindingMend? {
        switch finding.rule {
        case .webauthnOriginPath:
            guard let url = node.string.flatMap({ URL(string: $0) }), let origin = RelatedOrigins.origin(of: url),
                let edit = NodeEdit.text(of: node, origin)
            else { return nil }
            return FindingMend(finding, .safe, [edit])
        case .webauthnSelf: return FindingMend(finding, .unsafe, [NodeEdit.removal(of: node)])
        case .passkeyEndpointsUnknown: return members.renaming(finding, node, among: PasskeyEndpointsCheck.members)
        default: return nil
        }
    }
}
