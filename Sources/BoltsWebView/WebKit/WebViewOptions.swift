public import BoltsPageFetching
import BoltsAppLinks

/// Options for reading a page in a web view.
///
/// ```swift
/// var options = WebViewOptions()
/// options.patience = .seconds(2)
/// let resolver = WebViewAppLinkResolver(options: options)
/// ```
public struct WebViewOptions: Hashable, Sendable {
    /// How many web views of one resolver load at the same time, 2 by default.
    ///
    /// The other pages are queued.
    public var concurrency: Int = 2
    /// How long a page may take after it has left the queue, from the first name look-up to the last snapshot, 10 seconds by
    /// default.
    public var pageTimeout: Duration = .seconds(10)
    /// How long a loaded page without tags may take to add some, and a page with tags to finish loading, 1 second by default.
    public var patience: Duration = .seconds(1)
    /// The maximum time to watch a page after it was parsed, 3 seconds by default.
    public var settleTimeout: Duration = .seconds(3)
    /// How many redirects by the server or by scripts are followed, 5 by default.
    public var redirectLimit: Int = 5
    /// The addresses that a page may have, by default public ones only.
    ///
    /// For the page and its redirects, every address of the host is checked before WebKit looks the name up again. For
    /// resources that the page's scripts load, only the text of the URL is checked.
    public var addressPolicy: AddressPolicy = .publicOnly

    /// Creates the default limits.
    public init() {}
}
