import Foundation

/// The origin of a value that a cache returned.
///
/// ```swift
/// func isFresh(_ origin: HTTPCacheOrigin) -> Bool {
///     if case .stale = origin { false } else { true }
/// }
/// ```
@nonexhaustive public enum HTTPCacheOrigin: Sendable {
    /// The value was cached and is fresh.
    case hit
    /// The value was cached, and the source confirmed that it has not changed.
    case revalidated
    /// The value was cached and is stale: it is used because revalidation failed, with that error, or during a refresh, with `nil`.
    case stale((any Error)?)
    /// The value was fetched from the source.
    case fetched
}

/// A value from a cache, and its origin.
///
/// ```swift
/// let found = try await cache.lookUp(url)
/// switch found.origin {
/// case .hit, .revalidated: print("cached")
/// case .stale(let error): print("stale:", error.map { "\($0)" } ?? "being refreshed")
/// case .fetched: print("new; kept for", found.timeToLive ?? .zero)
/// @unknown default: print("of another origin")
/// }
/// ```
public struct HTTPCacheAnswer<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// The origin of the value.
    public let origin: HTTPCacheOrigin
    /// The time since the source returned or confirmed the value; zero if it did so for this look-up.
    public let age: Duration
    /// The time for which the value is used without a request; `nil` if it is not cached.
    public let timeToLive: Duration?
}

extension HTTPCacheAnswer where Value: CacheableValue {
    /// A copy for a caller whose URL has another fragment.
    func requested(by url: URL, insteadOf requested: URL) -> HTTPCacheAnswer {
        guard url != requested else { return self }
        let value = value.requested(by: url, insteadOf: requested)
        return HTTPCacheAnswer(value: value, origin: origin, age: age, timeToLive: timeToLive)
    }
}
