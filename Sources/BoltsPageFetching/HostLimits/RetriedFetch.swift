public import Foundation

/// A request that was repeated, and its outcome.
@_spi(Bolts)
public struct RetriedFetch: Hashable, Sendable {
    /// The requested URL.
    public let url: URL
    /// How many requests were made, at least 2.
    public let tries: Int
    /// Why the first request was repeated, such as `status 503`.
    public let reason: String
    /// Whether the last request got a response that is not repeated.
    public let isAnswered: Bool
}

extension PageError {
    /// The statuses after which a request may be repeated.
    static let passingStatuses: Set = [429, 502, 503, 504]

    /// Why a request that failed with this error may be repeated, in a few words; `nil` if a second one would fail in the same
    /// way.
    ///
    /// One code covers hosts that do not exist, refuse connections or have a forbidden address, so none of these requests is
    /// repeated.
    var passingReason: String? {
        switch code {
        case .timedOut: "no answer in time"
        case .interrupted: "a lost connection"
        case .httpStatus: httpStatus.flatMap { Self.passingStatuses.contains($0) ? "status \($0)" : nil }
        default: nil
        }
    }
}

/// A consumer that discards what it received when another page begins, so an interrupted page can be fetched again.
@_spi(Bolts) public protocol RestartablePageConsuming: PageConsuming {}
