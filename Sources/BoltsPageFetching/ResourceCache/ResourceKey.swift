public import Foundation

/// The key of a URL in a cache: the URL without its fragment, which is never sent to a server.
struct ResourceKey: Hashable, Sendable {
    let text: String
    /// The URL to request from the source.
    let url: URL

    init(_ url: URL) {
        let whole = url.absoluteString
        guard let hash = whole.firstIndex(of: "#"), let bare = URL(string: String(whole[..<hash])) else {
            self.text = whole
            self.url = url
            return
        }
        text = String(whole[..<hash])
        self.url = bare
    }
}

@_spi(Bolts)
extension URL {
    /// The key of the URL in a cache.
    public var cacheKey: String { ResourceKey(self).text }
}
