public import BoltsTasks
public import Foundation

/// What a cache keeps for a URL, such as a link with its page (`ResolvedLink`).
@_spi(Bolts) public protocol CacheableValue: Codable, Sendable {
    /// The version of the encoded form, raised when data of an earlier version would be misread.
    static var formatVersion: Int { get }

    /// The estimated size in memory, in bytes.
    var byteCount: Int { get }

    /// Returns the value for a caller whose URL has another fragment than the one that was requested.
    func requested(by url: URL, insteadOf requested: URL) -> Self

    /// Returns the value after its source has confirmed it.
    ///
    /// - Parameter hops: The requests that were sent.
    /// - Returns: The value as callers get it; the cache keeps the one that it has.
    func confirmed(by hops: [PageHop]) -> Self
}

@_spi(Bolts) extension CacheableValue {
    /// Returns the value itself.
    public func requested(by url: URL, insteadOf requested: URL) -> Self { self }

    /// Returns the value itself.
    public func confirmed(by hops: [PageHop]) -> Self { self }
}

/// What the source of a ``ResourceCache`` found, and how long it may be cached.
@_spi(Bolts)
public struct CacheResolution<Value: CacheableValue>: Sendable {
    /// The value; `nil` if the caller's cached value is still valid.
    let value: Value?
    /// The value as it is kept, which may be less than those who wait for it get.
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
    ///   - keptValue: The value as it is kept, by default the same.
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

/// Asks for the value of a URL, with the validator of a cached one if there is one.
@_spi(Bolts)
public typealias CacheSource<Value: CacheableValue> =
    @Sendable (_ url: URL, _ validator: PageValidator?, _ cancellationToken: CancellationToken)
    -> BoltsTask<CacheResolution<Value>>
