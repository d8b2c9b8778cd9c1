/// The web fallback of a link, according to a page's tags.
///
/// ```swift
/// if link.web.shouldFallback == false { print("the page wants its app, or nothing") }
/// ```
public struct AppLinkWebFallback: Sendable, Hashable {
    /// The URL exactly as written in the page (`al:web:url`), or `nil` if the page has none.
    public var urlText: String?

    /// The value of `al:web:should_fallback` exactly as written in the page, or `nil` if the page has none.
    public var shouldFallbackText: String?

    /// Whether the link may be followed on the web.
    ///
    /// It is `false` if the text is `no`, `false` or `0` in any letter case, without white space, and `true` otherwise,
    /// including when there is no text.
    public var shouldFallback: Bool {
        guard let shouldFallbackText else { return true }
        return !["no", "false", "0"].contains(shouldFallbackText.lowercased())
    }

    /// Creates a web fallback from the texts of `al:web:url` and `al:web:should_fallback`.
    package init(urlText: String? = nil, shouldFallbackText: String? = nil) {
        self.urlText = urlText
        self.shouldFallbackText = shouldFallbackText
    }
}
