@_spi(Bolts) import BoltsPageFetching
import Foundation
import Synchronization

struct RetriedRequest: Sendable, Hashable, Encodable {
    let url: String
    let tries: Int
    /// Why the first request was repeated, such as `status 503`.
    let reason: String
    let answered: Bool

    /// The message about the repeated requests of one input: one line for each host and outcome.
    static func lines(_ requests: [RetriedRequest]) -> [String] {
        struct Way: Hashable {
            let host: String
            let tries: Int
            let reason: String
            let answered: Bool
        }
        let groups = Dictionary(grouping: requests) { request in
            let parts = URL(string: request.url)
            let host = (parts?.host() ?? "") + (parts?.port.map { ":\($0)" } ?? "")
            return Way(host: host, tries: request.tries, reason: request.reason, answered: request.answered)
        }
        return groups.map { way, group in
            let subject = group.count == 1 ? group[0].url : "\(group.count) files and pages of \(way.host)"
            let end = way.answered ? "answered after" : "not answered after"
            return "\(subject): \(end) \(way.tries) tries; the first ended with \(way.reason)"
        }
        .sorted()
    }
}

final class RetryLog: Sendable {
    private let state = Mutex<[RetriedRequest]>([])

    func add(_ fetch: RetriedFetch) {
        let request = RetriedRequest(
            url: fetch.url.absoluteString,
            tries: fetch.tries,
            reason: fetch.reason,
            answered: fetch.isAnswered
        )
        state.withLock { $0.append(request) }
    }

    /// The requests sorted by URL, so that the order does not depend on which server is faster.
    var requests: [RetriedRequest] { state.withLock { $0 }.sorted { ($0.url, $0.tries) < ($1.url, $1.tries) } }
}
