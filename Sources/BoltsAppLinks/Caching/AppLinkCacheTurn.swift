/// A store's answer to a cache that is about to ask its source.
///
/// ```swift
/// func show(_ turn: AppLinkCacheTurn) {
///     if case .stored(let entry) = turn { print("another node has fetched it:", entry.hasLink) }
/// }
/// ```
public enum AppLinkCacheTurn: Sendable {
    /// The cache asks its source.
    case fetch
    /// Another cache has stored this entry meanwhile. The cache uses it as if it had loaded it: if it cannot be used
    /// without asking the source, the cache asks the store again.
    case stored(AppLinkCacheEntry)
}
