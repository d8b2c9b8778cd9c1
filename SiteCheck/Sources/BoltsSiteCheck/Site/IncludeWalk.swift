@_spi(Bolts) import BoltsAssociations
import Foundation

/// The state of reading statement lists and their includes, depth first and within a budget.
struct IncludeWalk: Sendable {
    struct Fetch: Sendable {
        var url: URL
        var isSecure: Bool
        /// The lists that lead to this one, and this one.
        var ancestors: [String]
    }

    private struct Pending: Sendable {
        var text: String
        var isSecure: Bool
        var node: JSONNode
        var ancestors: [String]
    }

    /// The lists read so far, in order.
    private(set) var lists: [AssetLinks] = []
    var errors: [AssetLinksError] = []
    /// Whether an included list includes others.
    private(set) var isDeep = false
    private var pending: [Pending] = []
    private var fetched = Set<String>()
    private var remaining: Int
    private let includeLimit: Int

    init(includeLimit: Int) {
        self.includeLimit = includeLimit
        remaining = includeLimit
    }

    /// Adds the body of a list, and queues its includes.
    mutating func add(_ bytes: [UInt8], isSecure: Bool, ancestors: [String]) {
        do throws(JSONSyntaxError) {
            let source = ancestors.count > 1 ? ancestors.last : nil
            add(AssetLinks(try JSONDocument(bytes), source: source), isSecure: isSecure, ancestors: ancestors)
        } catch {
            let place = JSONPlace(pointer: "", position: error.position, byteRange: 0..<0)
            let message = "Could not parse statement list: it is not valid JSON. \(error.message)"
            errors.append(AssetLinksError(.malformedContent, message, at: place))
        }
    }

    private mutating func add(_ list: AssetLinks, isSecure: Bool, ancestors: [String]) {
        fetched.formUnion(ancestors)
        lists.append(list)
        errors += list.errors
        if ancestors.count > 1, !list.includes.isEmpty { isDeep = true }
        // One include beyond the limit is enough to notice that the limit is exceeded.
        for include in list.includes.prefix(includeLimit + 1).reversed() {
            if isSecure, !include.isSecure {
                let message =
                    "Insecure URL in fetch stack of secure asset: Insecure include file included by secure include file."
                errors.append(AssetLinksError(.secureAssetIncludesInsecure, message, at: include.node.place))
                continue
            }
            pending.append(
                // The fragment never reaches the server, so it does not make a different list.
                Pending(
                    text: String(include.url.prefix { $0 != "#" }),
                    isSecure: include.isSecure,
                    node: include.node,
                    ancestors: ancestors
                )
            )
        }
    }

    /// Returns the next list to fetch, or `nil` if there is none or the budget is spent.
    mutating func next() -> Fetch? {
        while let include = pending.popLast() {
            if include.ancestors.contains(include.text) {
                report(.fetchBudgetExhausted, "The includes form a cycle.", include)
                continue
            }
            guard fetched.insert(include.text).inserted else { continue }
            guard remaining > 0 else {
                report(.fetchBudgetExhausted, "There are more than \(includeLimit) includes.", include)
                return nil
            }
            guard let url = URL(string: include.text) else {
                report(.fetchError, "The include is not a valid URL.", include)
                continue
            }
            remaining -= 1
            return Fetch(url: url, isSecure: include.isSecure, ancestors: include.ancestors + [include.text])
        }
        return nil
    }

    private mutating func report(_ code: AssetLinksError.Code, _ message: String, _ include: Pending) {
        errors.append(AssetLinksError(code, message, at: include.node.place))
    }
}
