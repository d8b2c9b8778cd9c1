/// What a page said about following its link on the web.
///
/// ```swift
/// if link.web.shouldFallback == false { print("the page wants its app, or nothing") }
/// ```
public struct AppLinkWebFallback: Sendable, Hashable {
    /// The URL as the page wrote it (`al:web:url`), or `nil` where it gave none.
    public var urlText: String?

    /// The answer as the page wrote it (`al:web:should_fallback`), or `nil` where it gave none.
    public var shouldFallbackText: String?

    /// Whether the link may be followed on the web.
    ///
    /// No for `no`, `false` and `0` in any letter case, and for nothing else: not where it is unsaid, not with white
    /// space around it.
    public var shouldFallback: Bool {
        guard let shouldFallbackText else { return true }
        return !["no", "false", "0"].contains(shouldFallbackText.lowercased())
    }

    /// Makes what a page said.
    ///
    /// - Parameters:
    ///   - urlText: The URL as the page wrote it.
    ///   - shouldFallbackText: The answer as the page wrote it.
    public init(urlText: String? = nil, shouldFallbackText: String? = nil) {
        self.urlText = urlText
        self.shouldFallbackText = shouldFallbackText
    }
}
