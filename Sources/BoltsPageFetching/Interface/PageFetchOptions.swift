/// The limits and rules of one fetch.
///
/// The defaults are safe for URLs from untrusted sources: five redirects, ten seconds in total, public addresses only.
///
/// ```swift
/// var options = PageFetchOptions()
/// options.totalTimeout = .seconds(30)
/// options.addressPolicy = .any
/// ```
public struct PageFetchOptions: Hashable, Sendable {
    /// How long connecting may take, TLS handshake included: 5 seconds by default.
    ///
    /// All addresses of a name share this time. `URLSession` cannot measure it and uses ``responseTimeout`` alone.
    public var connectTimeout: Duration = .seconds(5)
    /// How long each request may take until the header of its response arrives: 5 seconds by default.
    ///
    /// Connecting is included; looking up the name is not, because ``SystemHostResolver`` has its own limit.
    public var responseTimeout: Duration = .seconds(5)
    /// How long the whole fetch may take, including all redirects, to the last byte: 10 seconds by default.
    ///
    /// Name look-ups and waiting for other fetches are included.
    public var totalTimeout: Duration = .seconds(10)
    /// How many redirects are followed: 5 by default.
    public var redirectLimit: Int = 5
    /// How many bytes of the page are read, counted after decompression: 2 MiB by default.
    ///
    /// A longer page is truncated, not refused.
    public var bodyLimit: Int = 2 * 1_024 * 1_024
    /// How many bytes the header of a response may have: 64 KiB by default.
    @_spi(Bolts) public var headerLimit: Int = 64 * 1_024
    /// The addresses and ports to which connections are allowed: public ones by default.
    public var addressPolicy: AddressPolicy = .publicOnly
    /// Whether a redirect may lead from https to http: `false` by default.
    ///
    /// A page that arrives over http may have been modified on the way; https prevents that.
    @_spi(Bolts) public var allowsDowngrade: Bool = false
    /// Whether to read pages with an error status, as Bolts did: `false` by default.
    public var readsErrorPages: Bool = false
    /// Whether to read pages with an error status too, except a status after which the request may be repeated: `false` by default.
    @_spi(Bolts) public var readsLastingErrorPages: Bool = false
    /// The `User-Agent` field.
    public var userAgent: String = "BoltsAppLinks/\(BoltsVersion.major) (reads App Links tags)"
    /// Header fields that are sent to one origin only, such as credentials: `nil` by default.
    ///
    /// A cache must not use pages that were fetched with them for fetches without them.
    public var originFields: OriginHeaderFields?
    /// The names of further header fields that ``PageHop/fields`` records of each response: none by default.
    @_spi(Bolts) public var recordedFields: Set<String> = []
    /// The validators of an earlier response: `nil` by default.
    ///
    /// They are sent only when the redirect chain reaches the URL that issued them. If the page has not changed, the fetch ends
    /// with ``FetchedPage/Body/notModified``.
    public var validator: PageValidator?

    /// The proxies over libcurl; by default those of the environment under ``AddressPolicy/any``, and otherwise none.
    @_spi(Bolts) public var proxies: ProxySettings?
    /// The time limit that an error names, if a part of it has passed before the request; `nil` means ``totalTimeout``.
    var statedTimeout: Duration?

    /// The kind of resource to request: a page by default.
    @_spi(Bolts) public var resource: RequestedResource = .page

    /// Whether the host name in the `Host` field ends with a dot, as some clients send it: `false` by default.
    @_spi(Bolts) public var sendsTrailingDot = false

    /// Creates the default options.
    public init() {}
}
