@_spi(Bolts) import BoltsAssociations
import Foundation

/// The answer to a ``StatementQuery``.
@_spi(Bolts)
public struct StatementAnswer: Sendable {
    /// A statement about one target.
    struct Statement: Sendable {
        let relation: AssetRelation
        let target: LinkedAsset
        /// The URL of the included list with the statement, or `nil` if the statement is in the site's own list.
        let include: String?
        /// The statement's member with Android's dynamic rules, or `nil`.
        let extensions: JSONNode?
    }

    let query: StatementQuery
    /// The source's statements that fit the question, each relation and certificate separately.
    let statements: [Statement]
    /// Whether every requested relation is declared for the target.
    let isLinked: Bool
    let errors: [AssetLinksError]
    /// Whether more statements fit the question than the size limit allows.
    let isTruncated: Bool
    /// How long the answer is valid, in seconds, at least 1.
    public let seconds: Double
    /// Whether the answer may be cached by others, as the files on which it is based may.
    public let isStorable: Bool

    /// The approximate total size in bytes of the answers to one request.
    ///
    /// A statement is listed once for each of its relations and certificates, so a small file could produce an answer of
    /// gigabytes.
    public struct Room: Sendable {
        fileprivate var bytes = 4 << 20

        /// Creates the shared limit for the answers to a request.
        public init() {}

        /// Reserves bytes for a part, and returns whether there were enough; if not, none are left for other parts.
        fileprivate mutating func take(_ count: Int) -> Bool {
            bytes = count <= bytes ? bytes - count : 0
            return bytes > 0
        }
    }

    /// Answers a question from the files of its source.
    public init(_ query: StatementQuery, source: StatementSource?, seconds: Double?, room: inout Room) {
        self.query = query
        // Statements of an app are never read, so this answer does not change.
        self.seconds = source == nil ? 600 : max(1, seconds ?? 1)
        isStorable = source == nil || seconds != nil
        guard let source else {
            statements = []
            isLinked = false
            isTruncated = false
            errors = [
                AssetLinksError(.fetchError, "The statements of an app are in its package, which is not read here.")
            ]
            return
        }
        var selection = Selection(query, room)
        switch query.method {
        case .check:
            var found: [(place: Int, relation: Int)] = []
            var isLinked = true
            for (number, relation) in query.relations.enumerated() {
                let places = query.target.map { source.declarations(of: relation, to: $0) } ?? []
                if places.isEmpty { isLinked = false }
                found += places.map { ($0, number) }
            }
            self.isLinked = isLinked
            found.sort { $0 < $1 }
            for (place, relation) in found {
                guard let target = query.target else { break }
                selection.add(source.statements[place], query.relations[relation], [target])
            }
        case .list:
            isLinked = false
            let wanted = Set(query.relations)
            for statement in source.statements where !selection.isTruncated {
                let targets = LinkedAsset.targets(of: statement)
                for relation in statement.relations where wanted.isEmpty || wanted.contains(relation) {
                    selection.add(statement, relation, targets)
                }
            }
        }
        room = selection.room
        // Every question about a site includes the errors of its file.
        let told = room.take(source.errorByteCount) ? source.errors : source.firstErrors
        statements = selection.statements
        isTruncated = selection.isTruncated
        let isIncomplete = isTruncated && (query.method == .list || query.wantsExtensions)
        let tooLarge = AssetLinksError(.tooLarge, "There are more statements than an answer may have.")
        errors = told + (isIncomplete ? [tooLarge] : [])
    }

    /// The statements that fit a question, as far as there is room.
    private struct Selection {
        let query: StatementQuery
        var room: Room
        var statements: [Statement] = []
        var isTruncated = false

        init(_ query: StatementQuery, _ room: Room) {
            self.query = query
            self.room = room
        }

        mutating func add(_ statement: AssetStatement, _ relation: AssetRelation, _ targets: [LinkedAsset]) {
            guard !isTruncated else { return }
            let name = relation.description
            let extensions = query.wantsExtensions ? statement.node["relation_extensions"]?[name] : nil
            // A statement is written once, and possibly listed in the text for people.
            let texts = name.utf8.count + query.source.byteCount + (statement.source?.utf8.count ?? 0)
            let size = 1_000 + 3 * texts + (extensions.map { Self.size(of: $0, depth: 6) } ?? 0)
            for target in targets {
                guard room.take(size + 3 * target.byteCount) else {
                    isTruncated = true
                    return
                }
                statements.append(
                    Statement(relation: relation, target: target, include: statement.source, extensions: extensions)
                )
            }
        }

        /// The approximate size of a value in an indented document.
        private static func size(of node: JSONNode, depth: Int) -> Int {
            let own = 2 * depth + 4 + (node.name.map { $0.utf8.count + 4 } ?? 0)
            guard node.isObject || node.elements != nil else { return own + node.text.utf8.count }
            return node.children.reduce(2 * own) { $0 + size(of: $1, depth: depth + 1) }
        }
    }
}

extension SiteAssociations {
    /// Why the site's list cannot be used at all, or `nil` if it can.
    var statementListObstacle: AssetLinksError? {
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
                response.isTooLarge ? .tooLarge : .fetchError,
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
    var statementErrors: [AssetLinksError] {
        if !statementListErrors.isEmpty || assetLinks != nil { return statementListErrors }
        return [AssetLinksError(.malformedContent, "Could not parse statement list: it is not valid JSON.")]
    }
}
