public import BoltsPageMetadata
public import BoltsPageFetching
import BoltsAppLinks

/// The limits and the rules of reading a page in a web view.
///
/// ```swift
/// var options = WebViewOptions()
/// options.patience = .seconds(2)
/// let resolver = WebViewAppLinkResolver(options: options)
/// ```
public struct WebViewOptions: Hashable, Sendable {
    /// How long everything may take, from the first look-up of a name to the last look at the page, 10 seconds by default.
    public var pageTimeout: Duration = .seconds(10)
    /// How long a page that has loaded without tags is given to add some, and one with tags to end loading, 1 second by
    /// default.
    public var patience: Duration = .seconds(1)
    /// How long a page is watched in all once it has been parsed, 3 seconds by default.
    public var settleTimeout: Duration = .seconds(3)
    /// How many times the way to a page may lead elsewhere, by redirects or scripts, 5 by default.
    public var redirectLimit: Int = 5
    /// Which addresses a page may come from, public ones only by default.
    ///
    /// The page and what it redirects to are judged by every address of their host, before WebKit looks the same name up
    /// again. What the page's scripts ask for is judged by how its URL is written only.
    public var addressPolicy: AddressPolicy = .publicOnly
    /// Whether a page is read whatever its status says, as Bolts did, `false` by default.
    public var readsErrorPages: Bool = false
    /// How many tags, and how much of each, are read; and whether `name` counts.
    public var readerOptions = PageMetadataReader.Options()

    /// Creates the default limits.
    public init() {}
}
