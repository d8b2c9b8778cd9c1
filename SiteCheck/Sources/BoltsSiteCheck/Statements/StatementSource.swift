@_spi(Bolts) import BoltsAssociations

/// The statements of a site, indexed so that many questions are answered without reading all of them each time.
@_spi(Bolts)
public struct StatementSource: Sendable {
    /// The site's statements in order, including those of included lists.
    let statements: [AssetStatement]
    /// Why the list cannot be used at all, or `nil` if it can.
    let obstacle: AssetLinksError?
    /// The errors to report: the first ones in the lists, and the first of each kind among the others.
    let errors: [AssetLinksError]
    /// The first error of each kind.
    let firstErrors: [AssetLinksError]
    /// The approximate size of ``errors`` in an answer.
    let errorByteCount: Int
    /// The indices of the statements with a relation.
    private let places: [AssetRelation: [Int]]

    /// Reads the statements of a site's files.
    public init(_ site: SiteAssociations) {
        obstacle = site.statementListObstacle
        let all = obstacle.map { [$0] } ?? site.statementErrors
        var seen: Set<AssetLinksError.Code> = []
        let first = all.map { seen.insert($0.code).inserted }
        firstErrors = zip(all, first).filter(\.1).map(\.0)
        errors = all.indices.filter { $0 < StatementDebugText.maximumCount || first[$0] }.map { all[$0] }
        errorByteCount = errors.reduce(0) { $0 + 20 + 2 * $1.message.utf8.count }
        statements = obstacle == nil ? site.assetStatements : []
        var places: [AssetRelation: [Int]] = [:]
        for (place, statement) in statements.enumerated() {
            for relation in statement.relations where places[relation]?.last != place {
                places[relation, default: []].append(place)
            }
        }
        self.places = places
    }

    /// Returns the indices of the statements that declare a relation to an asset.
    func declarations(of relation: AssetRelation, to asset: LinkedAsset) -> [Int] {
        (places[relation] ?? []).filter { asset.isTarget(of: statements[$0]) }
    }
}
