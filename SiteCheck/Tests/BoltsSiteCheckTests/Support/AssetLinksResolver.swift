import Foundation

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Answers like the Digital Asset Links API, as the corpus of its tests requires.
struct AssetLinksResolver: Sendable {
    struct Statement: Sendable, Hashable {
        let relation: AssetRelation
        let target: LinkedAsset
    }

    /// The statements of a source, and the errors.
    struct Listing: Sendable {
        let statements: [Statement]
        let errors: [AssetLinksError]
    }

    /// Whether a statement exists, and the errors.
    struct Answer: Sendable {
        /// Whether the source declares the relation to the target.
        ///
        /// It may be `true` even if there are errors.
        let isDeclared: Bool
        let errors: [AssetLinksError]
    }

    private let source: any AssetLinksFetching
    private let includeLimit: Int

    /// `includeLimit` is the maximum number of included lists to fetch.
    init(source: some AssetLinksFetching, includeLimit: Int = 10) {
        self.source = source
        self.includeLimit = includeLimit
    }

    /// Checks whether a source declares a relation to a target; invalid statements do not affect the valid ones.
    func check(_ source: LinkedAsset, _ relation: AssetRelation, _ target: LinkedAsset) async -> Answer {
        let lists = await lists(of: source)
        let isDeclared = lists.lists.contains { list in
            list.statements.contains { $0.relations.contains(relation) && target.isTarget(of: $0) }
        }
        return Answer(isDeclared: isDeclared, errors: lists.errors)
    }

    /// Lists the statements of a source, of one relation if it is given: one for each pair of a relation and a target; an app is a
    /// target for each certificate.
    func list(_ source: LinkedAsset, relation: AssetRelation? = nil) async -> Listing {
        let lists = await lists(of: source)
        var errors = lists.errors
        var statements: [Statement] = []
        for statement in lists.lists.lazy.flatMap(\.statements) {
            for declared in statement.relations where relation == nil || declared == relation {
                for target in LinkedAsset.targets(of: statement) {
                    statements.append(Statement(relation: declared, target: target))
                }
            }
        }
        if relation == nil, statements.isEmpty, errors.isEmpty, !lists.lists.isEmpty {
            errors.append(AssetLinksError(.noStatements, "No statements were found."))
        }
        return Listing(statements: statements, errors: errors)
    }

    func lists(of asset: LinkedAsset) async -> IncludeWalk {
        var walk = IncludeWalk(includeLimit: includeLimit)
        let bytes: [UInt8]
        let isSecure: Bool
        var ancestors: [String] = []
        switch asset {
        case .web(let site):
            isSecure = site.scheme == "https"
            guard let url = site.statementListURL else {
                walk.errors.append(AssetLinksError(.fetchError, "\(site) has no address for its statements."))
                return walk
            }
            do throws(AssetLinksError) {
                bytes = try await source.statementList(at: url)
            } catch {
                walk.errors.append(error)
                return walk
            }
            ancestors.append(url.absoluteString)
        case .androidApp(let package, let fingerprint):
            isSecure = true
            guard let list = await source.statementList(ofPackage: package, fingerprint: fingerprint) else {
                return walk
            }
            bytes = list
        }
        walk.add(bytes, isSecure: isSecure, ancestors: ancestors)
        while let include = walk.next() {
            do throws(AssetLinksError) {
                let bytes = try await source.statementList(at: include.url)
                walk.add(bytes, isSecure: include.isSecure, ancestors: include.ancestors)
            } catch {
                walk.errors.append(error)
            }
        }
        return walk
    }
}

extension SiteOrigin {
    fileprivate var statementListURL: URL? { URL(string: "\(self)/.well-known/assetlinks.json") }
}
