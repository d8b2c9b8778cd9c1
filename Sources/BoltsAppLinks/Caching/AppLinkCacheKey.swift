public import Foundation

/// What a cache knows a URL by: the URL without its fragment, which no server is told.
public struct AppLinkCacheKey: Hashable {
    public let text: String
    /// What is asked for.
    let url: URL

    public init(_ url: URL) {
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
