@_spi(Bolts) import BoltsAssociations

extension StatementQuery {
    /// The maximum number of questions in one request; Google's service ignores the others.
    public static let bulkLimit = 1_000

    /// Reads at most ``bulkLimit`` questions of `assetlinks:bulkCheck`, each as a question or its error.
    ///
    /// - Throws: `AssetLinksError` if the body does not have the form of such a request.
    public static func bulk(_ body: [UInt8]) throws(AssetLinksError) -> [Result<StatementQuery, AssetLinksError>] {
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONDocument(body)
        } catch {
            throw AssetLinksError(.invalidQuery, "The body is not JSON: \(error.message)")
        }
        let members = Members(document.root)
        guard let statements = members["statements"]?.elements.map(Array.init), !statements.isEmpty else {
            throw AssetLinksError(.invalidQuery, "The body has no statements.")
        }
        let wantsExtensions = members["returnRelationExtensions"]?.bool == true
        return statements.prefix(bulkLimit).map { node in
            let own = Members(node)
            let relation = own["relation"]?.string ?? members["defaultRelation"]?.string
            let source = own["source"] ?? members["defaultSource"]
            let target = own["target"] ?? members["defaultTarget"]
            do throws(AssetLinksError) {
                return .success(
                    try StatementQuery(
                        .check,
                        relations: relation.map { [$0] } ?? [],
                        source: source.map(parts),
                        target: target.map(parts),
                        wantsExtensions: wantsExtensions
                    )
                )
            } catch {
                return .failure(error)
            }
        }
    }

    private static func parts(_ node: JSONNode) -> Parts {
        let members = Members(node)
        var parts = Parts()
        if let web = members["web"] { parts.site = Members(web)["site"]?.string ?? "" }
        if let app = members["androidApp"].map(Members.init) {
            parts.isApp = true
            parts.package = app["packageName"]?.string
            parts.fingerprint = app["certificate"].map(Members.init)?["sha256Fingerprint"]?.string
        }
        return parts
    }

    private struct Members {
        private var nodes: [String: JSONNode] = [:]

        init(_ node: JSONNode) {
            guard node.isObject else { return }
            for child in node.children { nodes[key(child.name ?? "")] = child }
        }

        subscript(name: String) -> JSONNode? { nodes[key(name)] }
    }
}
