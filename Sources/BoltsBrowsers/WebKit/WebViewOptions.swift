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
    /// How many web views of one resolver load at a time, 2 by default.
    ///
    /// The other pages wait for their turn.
    public var concurrency: Int = 2
    /// How long a page may take once it is its turn, from the first look-up of a name to the last look, 10 seconds by
    /// default.
    public var pageTimeout: Duration = .seconds(10)
    /// How long a page that has loaded without tags has to add some, and one with tags to finish loading, 1 second by
    /// default.
    public var patience: Duration = .seconds(1)
    /// How long a page is watched in all once it has been parsed, 3 seconds by default.
    public var settleTimeout: Duration = .seconds(3)
    /// How many redirects are followed, whether by the server or by scripts, 5 by default.
    public var redirectLimit: Int = 5
    /// Which addresses a page may have, public ones only by default.
    ///
    /// The page and its redirects are judged by every address of their host, before WebKit looks the name up again. What
    /// the page's scripts load is judged by the text of its URL only.
    public var addressPolicy: AddressPolicy = .publicOnly
    /// Whether a page is read whatever its HTTP status is, as Bolts did, `false` by default.
    public var readsErrorPages: Bool = false
    /// Which tags count, and how many and how long they may be.
    public var readerOptions = PageMetadataReader.Options()

    /// Creates the default limits.
    public init() {}
}
