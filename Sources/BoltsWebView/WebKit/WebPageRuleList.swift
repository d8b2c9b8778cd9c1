#if canImport(WebKit) && !os(watchOS) && !os(tvOS)
internal import BoltsPageFetching
internal import BoltsAppLinks
internal import Foundation
internal import WebKit

/// ``WebPageRules``, compiled by WebKit once for all pages.
@MainActor
enum WebPageRuleList {
    static var lists: [Bool: WKContentRuleList] = [:]

    /// - Throws: `PageError` if WebKit does not compile the rules: no page is loaded without them.
    static func compiled(publicOnly: Bool) async throws -> WKContentRuleList? {
        if let list = lists[publicOnly] { return list }
        let list: WKContentRuleList?
        do {
            list = try await WKContentRuleListStore.default()
                .compileContentRuleList(
                    forIdentifier: WebPageRules.identifier(publicOnly: publicOnly),
                    encodedContentRuleList: WebPageRules.json(publicOnly: publicOnly)
                )
        } catch {
            throw PageError(
                .browserFailed,
                "WebKit does not compile the rules that block unneeded resources",
                detail: String(describing: error)
            )
        }
        lists[publicOnly] = list
        return list
    }
}
#endif
