/// A file or a page that a host serves otherwise than it would be published.
///
/// ```swift
/// func compare(_ publication: SitePublication) async {
///     let deployed = await SiteAssociations.fetch("lakrids.dk")
///     for difference in publication.differences(from: deployed) { print(difference) }
/// }
/// ```
public struct DeploymentDifference: Sendable, Hashable, CustomStringConvertible {
    /// How a file or a page differs.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It is not there.
        case missing
        /// It is there, and would not be published.
        case unexpected
        /// It has other values.
        case different
        /// It cannot be read.
        case unreadable
        /// It is there behind a redirect only, which the platform does not follow.
        case redirected
    }

    /// How the file differs.
    public let kind: Kind
    /// The path of the file on its host, without a slash in front, or the address of the page.
    public let path: String
    /// What is different, as one sentence.
    public let message: String
    /// The first place that is different in the deployed file, or `nil` if there is none.
    public let place: JSONPlace?

    init(_ kind: Kind, _ path: String, _ message: String, at place: JSONPlace? = nil) {
        self.kind = kind
        self.path = path
        self.message = message
        self.place = place
    }

    /// The path, the place and the message.
    public var description: String {
        let position = place.map { ":\($0.position)" } ?? ""
        return "\(path)\(position): \(message)"
    }
}

extension SitePublication {
    /// Compares the association files of a host with those that would be published.
    ///
    /// White space and escapes do not count; the order of members and elements does.
    ///
    /// - Parameter deployed: The files of a host.
    /// - Returns: One difference for each file that is not as it would be published.
    public func differences(from deployed: SiteAssociations) -> [DeploymentDifference] {
        let files: [(SiteAddress.File, [UInt8]?, AssociationResponse?)] = [
            (.apple, appSiteAssociation, deployed.appleResponse),
            (.android, assetLinks, deployed.androidResponse),
            (.windows, windowsWebLinks, deployed.windowsResponse),
        ]
        return files.compactMap { name, expected, answer in
            Self.difference(".well-known/\(name.rawValue)", expected, answer)
        }
    }

    private static func difference(
        _ path: String,
        _ expected: [UInt8]?,
        _ answer: AssociationResponse?
    ) -> DeploymentDifference? {
        guard let actual = answer?.bytes else {
            guard expected != nil else { return nil }
            let reason = answer?.failure.map { " \($0)" } ?? ""
            return DeploymentDifference(.missing, path, "The file is not there.\(reason)")
        }
        guard let expected else {
            // Many sites answer for every path with a page, which is no file.
            guard (try? JSONDocument(actual)) != nil else { return nil }
            return DeploymentDifference(.unexpected, path, "The file is there, and the description has no app for it.")
        }
        if let target = answer?.redirect {
            let message = "The file is there behind a redirect only, to \(Clip.clip(target))."
            return DeploymentDifference(.redirected, path, message)
        }
        if actual == expected { return nil }
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONDocument(actual)
        } catch {
            let place = JSONPlace(pointer: "", position: error.position, byteRange: 0..<0)
            return DeploymentDifference(.unreadable, path, "The file is not JSON: \(error.message)", at: place)
        }
        guard let own = try? JSONDocument(expected) else { return nil }
        guard let found = firstDifference(own.root, document.root) else { return nil }
        return DeploymentDifference(.different, path, found.message, at: found.node.place)
    }

    /// Returns the first value that two documents do not share, as it stands in the second.
    private static func firstDifference(
        _ expected: JSONNode,
        _ actual: JSONNode
    ) -> (node: JSONNode, message: String)? {
        let pointer = actual.pointer.isEmpty ? "The file" : Clip.clip(actual.pointer)
        guard expected.kind == actual.kind else { return (actual, "\(pointer) is not what would be published.") }
        switch expected.kind {
        case .string where expected.string != actual.string, .number where expected.text != actual.text:
            return (actual, "\(pointer) would be \(Clip.clip(expected.text)), and is \(Clip.clip(actual.text)).")
        case .array, .object:
            let others = Array(actual.children)
            var count = 0
            for child in expected.children {
                guard count < others.count else {
                    return (actual, "\(pointer) lacks \(Clip.clip(child.name ?? child.text)).")
                }
                let other = others[count]
                count += 1
                if child.name != other.name {
                    let names = (Clip.quoted(child.name ?? ""), Clip.quoted(other.name ?? ""))
                    return (other, "\(pointer) would have \(names.0) here, and has \(names.1).")
                }
                if let found = firstDifference(child, other) { return found }
            }
            guard count == others.count else {
                return (others[count], "\(pointer) has more than would be published.")
            }
            return nil
        default: return nil
        }
    }
}
