/// The limits and rules of one fetch.
///
/// The defaults suit pages that strangers chose: five redirects, ten seconds in total, public addresses only.
///
/// ```swift
/// var options = PageFetchOptions()
/// options.totalTimeout = .seconds(30)
/// options.addressPolicy = .any
/// ```
public struct PageFetchOptions: Hashable, Sendable {
    /// How long connecting may take, TLS handshake included: 5 seconds by default.
    ///
    /// All addresses of a name share it. `URLSession` cannot measure it and uses ``responseTimeout`` alone.
    public var connectTimeout: Duration = .seconds(5)
    /// How long each request may take until the header of its response arrives: 5 seconds by default.
    ///
    /// Connecting counts. Looking up the name does not: ``SystemHostResolver`` has a limit of its own.
    public var responseTimeout: Duration = .seconds(5)
    /// How long the whole fetch may take, over all redirects and to the last byte: 10 seconds by default.
    ///
    /// Looking up names and waiting for other fetches count.
    public var totalTimeout: Duration = .seconds(10)
    /// How many redirects are followed: 5 by default.
    public var redirectLimit: Int = 5
    /// How many bytes of the page are read, counted after decompression: 2 MiB by default.
    ///
    /// A longer page is cut, not refused.
    public var bodyLimit: Int = 2 * 1_024 * 1_024
    /// How many bytes the header of a response may have: 64 KiB by default.
    public var headerLimit: Int = 64 * 1_024
    /// Which addresses and ports may be connected to: public ones by default.
    public var addressPolicy: AddressPolicy = .publicOnly
    /// Whether a redirect may lead from https to http: `false` by default.
    ///
    /// Anyone between can rewrite a page that arrives over http, although the link promised otherwise.
    public var allowsDowngrade: Bool = false
    /// Whether a page is read whatever its status, as Bolts did: `false` by default.
    public var readsErrorPages: Bool = false
    /// The `User-Agent` field.
    public var userAgent: String = "BoltsAppLinks/\(BoltsVersion.major) (reads App Links tags)"
    /// The names of further header fields that ``PageHop/fields`` records of each response: none by default.
    public var recordedFields: Set<String> = []
    /// The validators of an earlier response: `nil` by default.
    ///
    /// They are sent only when the redirect chain reaches the URL that issued them. If the page has not changed since,
    /// the fetch ends with ``FetchedPage/Body/notModified``.
    public var validator: PageValidator?

    /// Creates the default options.
    public init() {}
}
