import Synchronization

/// The keys of an answer's parts, and how often the answer was repeated since the count was last written.
///
/// ```swift
/// func repeated(_ keys: AnswerKeys, in index: AppLinkIndex) { index.countUse(of: keys) }
/// ```
package final class AnswerKeys: Sendable {
    let page: String
    let site: String?
    /// For ``UseCounter``.
    let uses = Atomic(0)

    init(page: String, site: String?) { (self.page, self.site) = (page, site) }
}
