/// The limits and the rules of one fetch.
///
/// The defaults suit pages that strangers chose: five redirects, ten seconds in all, public addresses only.
///
/// ```swift
/// var options = PageFetchOptions()
/// options.totalTimeout = .seconds(30)
/// options.addressPolicy = .any
/// ```
public struct PageFetchOptions: Hashable, Sendable {
    /// How long a connection may take, the handshake of https included, 5 seconds by default.
    ///
    /// Over all the addresses of a name together. ``URLSessionPageFetcher`` cannot tell when a connection stood and knows
    /// ``responseTimeout`` alone.
    public var connectTimeout: Duration = .seconds(5)
    /// How long one hop may take until the header of its answer is there, 5 seconds by default.
    ///
    /// Looking up the name, connecting, the handshake and the server's thinking all count.
    public var responseTimeout: Duration = .seconds(5)
    /// How long everything may take, over all hops and to the last byte, 10 seconds by default.
    public var totalTimeout: Duration = .seconds(10)
    /// How many redirects are followed, 5 by default.
    public var redirectLimit: Int = 5
    /// How many bytes of the page are handed on, counted after decompression, 2 MiB by default.
    ///
    /// A longer page is cut there, not refused.
    public var bodyLimit: Int = 2 * 1_024 * 1_024
    /// How many bytes the header fields of an answer may have together, 64 KiB by default.
    public var headerLimit: Int = 64 * 1_024
    /// Which addresses may be asked, public ones only by default.
    public var addressPolicy: AddressPolicy = .publicOnly
    /// Whether a redirect may lead from https to http, `false` by default.
    ///
    /// What follows such a redirect can be rewritten by anyone on the way, although the link promised otherwise.
    public var allowsDowngrade: Bool = false
    /// Whether a page is read whatever its status says, as Bolts did, `false` by default.
    public var readsErrorPages: Bool = false
    /// What the `User-Agent` field says.
    public var userAgent: String = "BoltsAppLinks/2 (reads App Links tags)"
    /// The names of further header fields that ``PageHop/fields`` records of each answer, none by default.
    public var recordedFields: Set<String> = []
    /// What an earlier answer left to ask by, `nil` by default.
    ///
    /// Sent only where the way comes to the URL that gave it. A page that has not changed since is then not sent again:
    /// the fetch fails with ``PageError/Code/httpStatus`` 304.
    public var validator: PageValidator?

    /// Creates the default limits.
    public init() {}
}
