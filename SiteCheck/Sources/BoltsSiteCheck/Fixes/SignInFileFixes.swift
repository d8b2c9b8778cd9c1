@_spi(Bolts) import BoltsAssociations
import Foundation

/// The fixes of the files that are only about signing in.
enum SignInFileFixes {
    static func fix(_ finding: Finding, _ node: JSONNode, _ members: MemberIndex) -> FindingFix? {
        switch finding.rule {
        case .webauthnOriginPath:
            guard let url = node.string.flatMap({ URL(string: $0) }), let origin = RelatedOrigins.origin(of: url),
                let edit = FileEdit.text(of: node, origin)
            else { return nil }
            return FindingFix(finding, .safe, [edit])
        case .webauthnSelf: return FindingFix(finding, .unsafe, [FileEdit.removal(of: node)])
        case .passkeyEndpointsUnknown: return members.renaming(finding, node, among: PasskeyEndpointsCheck.members)
        default: return nil
        }
    }
}
