public import Foundation

/// A request that was repeated, and what came of it.
@_spi(Bolts)
public struct RetriedFetch: Hashable, Sendable {
    /// The URL that was asked for.
    public let url: URL
    /// How many requests were made, at least 2.
    public let tries: Int
    /// Why the first one was repeated, such as `status 503`.
    public let reason: String
    /// Whether the last one was answered, with whatever status but those that are asked for again.
    public let isAnswered: Bool
}

extension PageError {
    /// Why a request that failed so may be repeated, in a few words; `nil` if a second one would fail in the same way.
    ///
    /// A host that does not exist, refuses connections or has an address that is not allowed has one code, so that none of
    /// them is asked again.
    var passingReason: String? {
        switch code {
        case .timedOut: "no answer in time"
        case .interrupted: "a lost connection"
        case .httpStatus: httpStatus.flatMap { [429, 502, 503, 504].contains($0) ? "status \($0)" : nil }
        default: nil
        }
    }
}

/// A receiver that forgets what it was given when another page begins, so that a page that broke off can be fetched again.
@_spi(Bolts) public protocol RestartablePageConsuming: PageConsuming {}
