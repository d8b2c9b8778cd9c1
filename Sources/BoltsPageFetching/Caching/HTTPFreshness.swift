/// How long one response may be stored and reused, by RFC 9111 and RFC 5861.
///
/// Times are in seconds, counted from the request that brought the response.
package struct HTTPFreshness {
    package let isNoStore: Bool
    package let isPrivate: Bool
    /// Whether each use needs validation: `no-cache`, `Vary: *`, or `Pragma: no-cache` without `Cache-Control`.
    @_spi(Bolts) public let requiresValidation: Bool
    /// Whether the response may never be used once it is stale.
    package let mustRevalidate: Bool
    /// Like ``mustRevalidate``, for a shared cache.
    package let sharedMustRevalidate: Bool
    /// The rest of the explicit freshness lifetime; `nil` if the response states none.
    package let explicitLifetime: Int64?
    /// Like ``explicitLifetime``, for a shared cache.
    package let sharedExplicitLifetime: Int64?
    /// The rest of the heuristic freshness lifetime; `nil` if the cache may choose one.
    package let heuristicLifetime: Int64?
    /// How old the response was when it arrived.
    package let age: Int64
    package let staleWhileRevalidate: Int64
    package let staleIfError: Int64

    /// Reads a response that arrived at a time.
    package init(_ hop: PageHop, now: HTTPDate) {
        let fields = hop.cacheFields
        let control = CacheControl(fields.cacheControl ?? "")
        let isUnderstood = HTTPFreshness.isUnderstood(hop.status)
        isNoStore = control.isMustUnderstand ? !isUnderstood : control.isNoStore
        isPrivate = control.isPrivate
        let pragmaForbids = fields.cacheControl == nil && fields.pragma?.lowercased().contains("no-cache") == true
        requiresValidation = control.isNoCache || pragmaForbids || fields.vary?.contains("*") == true
        mustRevalidate = control.isMustRevalidate
        sharedMustRevalidate =
            control.isMustRevalidate || control.isProxyRevalidate || control.sharedMaxAge != nil

        let date = fields.date.flatMap { HTTPDate($0) } ?? now
        // A response is at least as old as its `Date` says, even if `Age` is less.
        let age = max(HTTPFreshness.age(fields.age), max(0, now.seconds - date.seconds))
        self.age = age
        func rest(of lifetime: Int64?) -> Int64? { lifetime.map { max(0, $0 - age) } }
        // An invalid Expires means already expired.
        let expires = fields.expires.map { text in HTTPDate(text).map { max(0, $0.seconds - date.seconds) } ?? 0 }
        explicitLifetime = rest(of: control.maxAge ?? expires)
        sharedExplicitLifetime = rest(of: control.sharedMaxAge ?? control.maxAge ?? expires)
        heuristicLifetime = rest(of: HTTPFreshness.heuristicLifetime(of: hop, date: date))
        staleWhileRevalidate = control.staleWhileRevalidate ?? 0
        staleIfError = control.staleIfError ?? 0
    }

    /// Returns how many seconds to wait before the next request, if an overloaded server specifies it.
    package static func retryAfter(_ hop: PageHop, now: HTTPDate) -> Int64? {
        guard hop.status == 429 || hop.status == 503, let text = hop.cacheFields.retryAfter else { return nil }
        let trimmed = String(text.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" })
        if let seconds = CacheControl.seconds(trimmed) { return seconds }
        return HTTPDate(text).map { max(0, $0.seconds - now.seconds) }
    }

    /// The first of several values counts (RFC 9111, 5.1).
    private static func age(_ field: String?) -> Int64 {
        let first = field?.prefix { $0 != "," }.filter { $0 != " " && $0 != "\t" }
        return CacheControl.seconds(first) ?? 0
    }

    /// The heuristic freshness lifetime; `nil` if the cache may choose one.
    private static func heuristicLifetime(of hop: PageHop, date: HTTPDate) -> Int64? {
        // Every other status needs an explicit lifetime (RFC 9110, 15.1).
        guard isHeuristicallyCacheable(hop.status) else { return 0 }
        guard let changed = hop.cacheFields.lastModified.flatMap({ HTTPDate($0) }) else { return nil }
        return max(0, (date.seconds - changed.seconds) / 10)
    }

    private static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        [200, 203, 204, 300, 301, 304, 308, 404, 405, 410, 414, 501].contains(status)
    }

    /// Whether this library implements the status.
    private static func isUnderstood(_ status: Int) -> Bool {
        isHeuristicallyCacheable(status) || [302, 303, 307, 429, 503].contains(status)
    }
}
