@_spi(Caching) import BoltsPageFetching
import Foundation

/// The entry of one URL in a ``CachingAppLinkResolver``: the last link, and the last failure if it is newer.
///
/// A store does not inspect entries. The encoded form has the link with its validators and times, and a failure only if
/// it is a `PageError`, because errors of any type cannot be encoded. Decoding fails if the data has another ``formatVersion``.
///
/// ```swift
/// let data = try JSONEncoder().encode(entry)
/// let same = try JSONDecoder().decode(AppLinkCacheEntry.self, from: data)
/// print(same.hasLink, same.byteCount)
/// ```
public struct AppLinkCacheEntry: Sendable {
    let entry: CacheEntry<ResolvedLink>

    init(_ entry: CacheEntry<ResolvedLink>) { self.entry = entry }

    /// Whether the entry has a link; otherwise it has only a failure.
    public var hasLink: Bool { entry.hasValue }

    /// Until when the cache uses the entry without asking its source, on the cache's clock.
    ///
    /// With a store of your own, that is the time since the start of 1970.
    public var freshUntil: Duration { entry.freshUntil }

    /// Until when the cache uses the entry in any case, on the cache's clock; afterwards it is only revalidated.
    public var usableUntil: Duration { entry.usableUntil }

    /// Whether the source can be asked whether the link of the entry is still valid.
    public var hasValidator: Bool { entry.hasValidator }

    /// The estimated size of the entry in memory, in bytes: that of its texts, and a fixed sum for each value.
    public var byteCount: Int { entry.byteCount }
}

extension AppLinkCacheEntry: Codable {
    /// The version of the encoded form, raised when data of an earlier version would be misread.
    public static let formatVersion = ResolvedLink.formatVersion

    /// Decodes an entry.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if the data is not an entry of this ``formatVersion``.
    public init(from decoder: any Decoder) throws { entry = try CacheEntry(from: decoder) }

    /// Encodes the link of the entry with its validators and times, and a failure if it is a `PageError`.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws { try entry.encode(to: encoder) }
}
