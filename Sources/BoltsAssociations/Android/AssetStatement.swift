/// A valid statement of an `assetlinks.json` file.
@_spi(Bolts) public struct AssetStatement: Sendable {
    /// The target of a statement.
    @_spi(Bolts) public enum Target: Hashable, Sendable {
        case web(SiteOrigin)
        case androidApp(package: String, fingerprints: [CertificateFingerprint])
    }

    /// The JSON value of the statement.
    @_spi(Bolts) public let node: JSONNode
    /// The URL of the list that contains it, or `nil` for the site's own file.
    @_spi(Bolts) public internal(set) var source: String?
    /// The relations: what the source lets the target do.
    @_spi(Bolts) public let relations: [AssetRelation]
    /// The target of the relations: a site or an app.
    @_spi(Bolts) public let target: Target
    /// The malformed fingerprints, which are left out beside a well-formed one.
    let malformedFingerprints: [AssetLinksError]

    /// Reads a statement, or fails with its first mistake; such a statement is dropped completely.
    @_spi(Bolts) public init(_ node: JSONNode) throws(AssetLinksError) {
        self.node = node
        guard node.isObject else { throw Self.malformed("a statement is not an object", node) }
        guard let relation = node["relation"] else { throw Self.malformed("no relation field", node) }
        guard let elements = relation.elements else { throw Self.malformed("relation is not an array", relation) }
        var relations: [AssetRelation] = []
        for element in elements {
            guard let text = element.string else { throw Self.malformed("Invalid relation string", element) }
            do throws(AssetLinksError) {
                relations.append(try AssetRelation(text))
            } catch {
                throw AssetLinksError(error.code, error.message, at: element.place)
            }
        }
        guard !relations.isEmpty else { throw Self.malformed("relation is empty", relation) }
        self.relations = relations
        guard let target = node["target"] else { throw Self.malformed("no target specified", node) }
        guard target.isObject else { throw Self.malformed("target is not an object", target) }
        switch target["namespace"]?.string {
        case "web": (self.target, malformedFingerprints) = (try Self.web(target), [])
        case "android_app": (self.target, malformedFingerprints) = try Self.app(target)
        default: throw Self.malformed("unrecognized namespace", target["namespace"] ?? target)
        }
    }

    private static func malformed(_ message: String, _ node: JSONNode) -> AssetLinksError {
        AssetLinksError(.malformedContent, "Could not parse statement list: \(message).", at: node.place)
    }

    private static func web(_ target: JSONNode) throws(AssetLinksError) -> Target {
        guard let site = target["site"], let text = site.string else {
            throw malformed("no site field in web asset descriptor", target)
        }
        do throws(AssetLinksError) {
            return .web(try SiteOrigin(text))
        } catch {
            throw AssetLinksError(error.code, error.message, at: site.place)
        }
    }

    private static func app(_ target: JSONNode) throws(AssetLinksError) -> (Target, [AssetLinksError]) {
        guard let package = target["package_name"], let name = package.string else {
            throw malformed("no package_name field in android app asset descriptor", target)
        }
        guard isPackageName(name) else { throw malformed("invalid package name", package) }
        guard let list = target["sha256_cert_fingerprints"] else {
            throw malformed("no sha256_cert_fingerprints field in android app asset descriptor", target)
        }
        guard let elements = list.elements else { throw malformed("sha256_cert_fingerprints is not an array", list) }
        var fingerprints: [CertificateFingerprint] = []
        var malformed: [AssetLinksError] = []
        for element in elements {
            guard let text = element.string else {
                throw Self.malformed("a member of sha256_cert_fingerprints is not a string", element)
            }
            do throws(AssetLinksError) {
                fingerprints.append(try CertificateFingerprint(text))
            } catch {
                malformed.append(AssetLinksError(error.code, error.message, at: element.place))
            }
        }
        // Android's own verifier compares each fingerprint by itself; Google's tests have a malformed one only alone.
        guard !fingerprints.isEmpty else {
            throw malformed.first
                ?? Self.malformed("sha256_cert_fingerprints must contain at least one certificate", list)
        }
        return (.androidApp(package: name, fingerprints: fingerprints), malformed)
    }

    private static func isPackageName(_ text: String) -> Bool {
        !text.isEmpty && !text.unicodeScalars.contains { $0.properties.isWhitespace || $0.value < 0x20 }
    }
}
