@_spi(Bolts) import BoltsAssociations
import Foundation

/// Checks `/.well-known/web-app-origin-association`, with which an origin lets an installed web app extend to it.
///
/// The form is that of Chromium since version 138.
enum OriginAssociationCheck {
    static func check(_ bytes: [UInt8], site: URL, _ collector: inout FindingCollector) {
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONDocument(bytes)
        } catch {
            // Chromium's parser accepts comments, which no other file here may contain.
            guard error.code != .comment else { return }
            _ = AssociationCheck.document(bytes, mark: nil, syntax: .originAssociationFormat, &collector)
            return
        }
        guard document.root.isObject else {
            return collector.add(.originAssociationFormat, document.root, "The file is not an object.")
        }
        for member in document.root.children {
            guard let name = member.name, !NearestKey.isRemark(name) else { continue }
            guard let key = URL(string: name), key.scheme != nil, key.host()?.isEmpty == false else {
                let message =
                    name == "web_apps"
                    ? "The list web_apps is an earlier form, which no browser reads any more."
                    : "\(Clip.quoted(name)) is not an absolute URL of a web app."
                collector.add(member: .originAssociationFormat, member, message)
                continue
            }
            guard member.isObject else {
                collector.add(.originAssociationFormat, member, "The value of \(Clip.quoted(name)) is no object.")
                continue
            }
            guard let scope = member["scope"] else { continue }
            let resolved = scope.string.flatMap { URL(string: $0, relativeTo: site)?.absoluteURL }
            if resolved.flatMap(RelatedOrigins.origin) != RelatedOrigins.origin(of: site) {
                let shown = scope.string.map(Clip.quoted) ?? "The scope"
                collector.add(.originAssociationScope, scope, "\(shown) is not in the origin that serves the file.")
            }
        }
    }
}
