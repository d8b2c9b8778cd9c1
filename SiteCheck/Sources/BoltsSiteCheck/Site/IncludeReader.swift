@_spi(Bolts) import BoltsAssociations
import Foundation

/// Reads the lists that a site's `assetlinks.json` includes, as fetched by the caller.
///
/// The caller fetches ``next()`` and passes the response to ``take(_:)``, until nothing is left.
struct IncludeReader: Sendable {
    private var walk: IncludeWalk
    private let file: String
    private let ownErrorCount: Int
    private var pending: IncludeWalk.Fetch?
    /// The responses, in order.
    private(set) var responses: [AssociationResponse] = []
    private var listFindings: [Finding] = []

    init?(_ response: AssociationResponse, includeLimit: Int) {
        guard let bytes = response.bytes else { return nil }
        walk = IncludeWalk(includeLimit: includeLimit)
        file = response.url.absoluteString
        walk.add(bytes, isSecure: response.url.scheme?.lowercased() != "http", ancestors: [file])
        ownErrorCount = walk.errors.count
    }

    /// The next list to fetch, or `nil` if there is none.
    mutating func next() -> URL? {
        pending = walk.next()
        return pending?.url
    }

    /// Takes the response for the list that ``next()`` returned; `false` if no more is read.
    mutating func take(_ answer: AssociationResponse) -> Bool {
        guard let include = pending else { return false }
        responses.append(answer)
        if answer.failure == FetchBudget.exhausted {
            // This finding is added once, however many lists are left.
            let message = "The includes cost more time, bytes or requests than a site may."
            walk.errors.append(AssetLinksError(.fetchBudgetExhausted, message))
            return false
        }
        guard let bytes = answer.bytes else {
            let code: AssetLinksError.Code = answer.isTooLarge ? .tooLarge : .fetchError
            walk.errors.append(AssetLinksError(code, "\(include.url): \(answer.failure ?? "no answer")"))
            return true
        }
        walk.add(bytes, isSecure: include.isSecure, ancestors: include.ancestors)
        if listFindings.count < FindingCollector.maximumCount {
            listFindings += AssociationCheck.findings(inAssetLinks: bytes, file: include.url.absoluteString)
        }
        return true
    }

    /// The addresses of lists that may exist but could not be read.
    var unread: [String] { responses.filter(\.isInconclusive).map(\.url.absoluteString) }

    /// The lists that were read.
    var included: [AssetLinks] { Array(walk.lists.dropFirst()) }

    /// The errors in the site's list and in those that it includes.
    var errors: [AssetLinksError] { walk.errors }

    /// The findings in the included lists and about them.
    var findings: [Finding] {
        var findings = listFindings
        if walk.isDeep { findings.append(Finding(.assetlinksIncludeDeep, nil, file: file)) }
        // The check of each list has already reported its malformed parts.
        for error in walk.errors.dropFirst(ownErrorCount).filter({ $0.code != .malformedContent }).prefix(100) {
            if error.code == .fetchBudgetExhausted {
                findings.append(Finding(.assetlinksIncludeDeep, error.message, file: file))
            } else {
                findings.append(Finding(.assetlinksIncludeUrl, "An include is lost: \(error.message)", file: file))
            }
        }
        return findings
    }
}
