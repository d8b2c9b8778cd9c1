import BoltsAssociations
import Foundation

/// The answer to a ``StatementQuery``.
@_spi(Statements)
public struct StatementAnswer: Sendable {
    /// A statement about one target.
    struct Statement: Sendable {
        let relation: AssetRelation
        let target: LinkedAsset
        /// The URL of the included list that has it, or `nil` if it is in the site's own.
        let include: String?
        /// The member of the statement with what Android's dynamic rules say, or `nil`.
        let extensions: JSONNode?
    }

    let query: StatementQuery
    /// What the source states, each relation and certificate by itself, as far as it fits the question.
    let statements: [Statement]
    /// Whether every relation that is asked for is declared to the target.
    let isLinked: Bool
    let errors: [AssetLinksError]
    /// How long the answer holds, in seconds.
    public let seconds: Double

    /// Answers a question by the files of its source.
    ///
    /// - Parameters:
    ///   - query: The question.
    ///   - site: The files of the source's host, or `nil` if the source is an app or its host may not be asked.
    ///   - seconds: How long the files are fresh, in seconds; the answer holds at least for one, and for 600 if it is not known.
    public init(_ query: StatementQuery, site: SiteAssociations?, seconds: Double?) {
        self.query = query
        self.seconds = max(1, seconds ?? 600)
        guard let site else {
            statements = []
            isLinked = false
            errors = [
                AssetLinksError(.fetchError, "The statements of an app are in its package, which is not read here.")
            ]
            return
        }
        let obstacle = site.statementListObstacle
        errors = obstacle.map { [$0] } ?? site.statementErrors
        let all = obstacle == nil ? site.assetStatements : []
        switch query.method {
        case .check:
            let target = query.target
            isLinked = query.relations.allSatisfy { relation in
                all.contains { statement in target.map { statement.declares(relation, to: $0) } ?? false }
            }
            statements = all.flatMap { statement in
                query.relations.filter { relation in target.map { statement.declares(relation, to: $0) } ?? false }
                    .compactMap { relation in target.map { Self.one(statement, relation, $0) } }
            }
        case .list:
            isLinked = false
            statements = all.flatMap { statement in
                statement.relations.filter { query.relations.isEmpty || query.relations.contains($0) }
                    .flatMap { relation in statement.targets.map { Self.one(statement, relation, $0) } }
            }
        }
    }

    private static func one(_ statement: AssetStatement, _ relation: AssetRelation, _ target: LinkedAsset) -> Statement
    {
        Statement(
            relation: relation,
            target: target,
            include: statement.source,
            extensions: statement.node["relation_extensions"]?[relation.description]
        )
    }
}

extension SiteAssociations {
    /// Why the site's list cannot be used at all, or `nil` if it can.
    fileprivate var statementListObstacle: AssetLinksError? {
        let response = androidResponse
        let url = response.url.absoluteString
        if let target = response.redirect {
            return AssetLinksError(
                .redirect,
                "The server redirects \(url) to \(Clip.clip(target)), which is not followed."
            )
        }
        if response.isUntrusted {
            return AssetLinksError(
                .failedTLSValidation,
                "\(url): \(response.failure ?? "The certificate is not trusted.")"
            )
        }
        guard let bytes = response.bytes else {
            return AssetLinksError(
                .fetchError,
                "Error fetching statements from \(url): \(response.failure ?? "No answer.")"
            )
        }
        if bytes.count > AssetLinks.maximumBytes {
            let message = "\(url) has \(FileSize.text(bytes)); \(AssetLinks.maximumBytes) bytes are read."
            return AssetLinksError(.tooLarge, message)
        }
        if let type = response.mediaType, type != "application/json" {
            let message = "\(url) has the media type \(Clip.clip(type)), not application/json."
            return AssetLinksError(.wrongContentType, message)
        }
        return nil
    }

    /// The errors in the site's list and in those that it includes.
    fileprivate var statementErrors: [AssetLinksError] {
        if !statementListErrors.isEmpty || assetLinks != nil { return statementListErrors }
        return [AssetLinksError(.malformedContent, "Could not parse statement list: it is not valid JSON.")]
    }
}
