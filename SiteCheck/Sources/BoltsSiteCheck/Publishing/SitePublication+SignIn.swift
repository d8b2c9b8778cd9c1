@_spi(Bolts) import BoltsAssociations

extension SitePublication {
    /// Compares the described members of a host's sign-in files with those that would be published.
    public func differences(from deployed: SignInFiles) -> [DeploymentDifference] {
        let answers = [
            SignInFiles.webauthnPath: deployed.webauthnResponse,
            SignInFiles.endpointsPath: deployed.passkeyEndpointsResponse,
            SignInFiles.associationPath: deployed.originAssociationResponse,
        ]
        return SignInFileWriter(site.signIn).files.flatMap { path, expected -> [DeploymentDifference] in
            let answer = answers["/" + path]
            if let found = Self.obstacle(path, expected, answer) { return [found] }
            guard let actual = answer?.bytes, let described = try? JSONDocument(expected),
                let document = try? JSONDocument(actual)
            else { return [] }
            return described.root.children.flatMap { member in
                Self.missing(member, document.root).map {
                    DeploymentDifference(.different, path, $0.message, at: $0.place)
                }
            }
        }
    }

    /// Returns the parts of a described member that a file lacks.
    private static func missing(_ member: JSONNode, _ root: JSONNode) -> [(message: String, place: JSONPlace?)] {
        let name = member.name ?? ""
        guard let found = root[name] else {
            if member.isArray { return member.children.map { ("The file lacks \(shown($0)).", nil) } }
            return [("The file lacks \(Clip.quoted(name)).", nil)]
        }
        if member.isObject, !found.isObject { return [("\(Clip.quoted(name)) is no object.", found.place)] }
        if member.isArray {
            // Browsers then ignore the whole list.
            guard found.isArray, found.children.allSatisfy(\.isString) else {
                return [("\(Clip.quoted(name)) is not an array of strings.", found.place)]
            }
            let known = Set(found.children.compactMap(RelatedOrigins.key))
            return member.children.filter { !(RelatedOrigins.key($0).map(known.contains) ?? false) }
                .map { ("The file lacks \(shown($0)).", found.place) }
        }
        if let text = member.string, found.string != text {
            return [("\(Clip.quoted(name)) is \(shown(found)), and is described as \(shown(member)).", found.place)]
        }
        return []
    }

    private static func shown(_ node: JSONNode) -> String {
        node.string.map { Clip.quoted($0) } ?? Clip.clip(node.text)
    }
}
