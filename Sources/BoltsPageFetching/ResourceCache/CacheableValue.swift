public import BoltsTasks
public import Foundation

/// A value that a cache keeps for a URL, such as a link with its page (`ResolvedLink`).
@_spi(Bolts) public protocol CacheableValue: Codable, Sendable {
    /// The version of the encoded form; it changes when data of an earlier version would be misread.
    static var formatVersion: Int { get }

    /// The estimated size in memory, in bytes.
    var byteCount: Int { get }

    /// Returns the value for a caller whose URL has a different fragment.
    func requested(by url: URL, insteadOf requested: URL) -> Self

    /// The value for callers after its source has confirmed it in some requests; the cache keeps its own.
    func confirmed(by hops: [PageHop]) -> Self
}

@_spi(Bolts) extension CacheableValue {
    /// Returns the value itself.
    public func requested(by url: URL, insteadOf requested: URL) -> Self { self }

    /// Returns the value itself.
    public func confirmed(by hops: [PageHop]) -> Self { self }
}

/// The result of a cache's source, and how long it may be cached.
@_spi(Bolts)
public struct CacheResolution<Value: CacheableValue>: Sendable {
    /// The value; `nil` if the caller's cached value is still valid.
    let value: Value?
    /// The value that the cache keeps, which may be less than the value that the callers get.
    let keptValue: Value?
    /// How long it may be cached.
    let cacheability: PageCacheability
    /// The requests that were sent, in order.
    let hops: [PageHop]

    /// Whether the caller's cached value is still valid.
    var isNotModified: Bool { value == nil }

    /// Creates a resolution.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` if the caller's cached value is still valid.
    ///   - keptValue: The value that the cache keeps, by default the same.
    ///   - cacheability: How long it may be cached.
    ///   - hops: The requests that were sent, in order.
    public init(
        _ value: Value?,
        keptValue: Value? = nil,
        cacheability: PageCacheability,
        hops: [PageHop] = []
    ) {
        self.value = value
        self.keptValue = keptValue ?? value
        self.cacheability = cacheability
        self.hops = hops
    }
}

/// Fetches the value of a URL, with the validator of a cached one if there is one.
@_spi(Bolts)
public typealias CacheSource<Value: CacheableValue> =
    @Sendable (_ url: URL, _ validator: PageValidator?, _ cancellationToken: CancellationToken)
    -> BoltsTask<CacheResolution<Value>>
