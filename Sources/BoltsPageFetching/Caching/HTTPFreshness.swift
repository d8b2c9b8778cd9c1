/// What one answer says of keeping it, by RFC 9111 and 5861.
///
/// Times are in seconds from the request that gave the answer.
package struct HTTPFreshness {
    package let isNoStore: Bool
    package let isPrivate: Bool
    /// Whether every use is to be asked for: `no-cache`, `Vary: *`, or a `Pragma` that stands alone.
    package let requiresValidation: Bool
    /// Whether it may never be used once it is stale.
    package let mustRevalidate: Bool
    /// The same, in a shared cache.
    package let sharedMustRevalidate: Bool
    /// What is left of the time it was given; `nil` where it was given none.
    package let told: Int?
    package let sharedTold: Int?
    /// What is left of the time that a cache may give it; `nil` where that is the cache's to choose.
    package let untold: Int?
    package let staleWhileRevalidate: Int
    package let staleIfError: Int

    /// - Parameters:
    ///   - hop: The answer.
    ///   - now: When it came.
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

        let sent = fields.date.flatMap { HTTPDate($0) }
        let date = sent ?? now
        // An answer is at least as old as its date, whatever the caches on the way say.
        let age = max(HTTPFreshness.age(fields.age), max(0, now.seconds - date.seconds))
        func left(_ lifetime: Int?) -> Int? { lifetime.map { max(0, $0 - age) } }
        // What is no date has expired.
        let expires = fields.expires.map { text in HTTPDate(text).map { max(0, $0.seconds - date.seconds) } ?? 0 }
        told = left(control.maxAge ?? expires)
        sharedTold = left(control.sharedMaxAge ?? control.maxAge ?? expires)
        untold = left(HTTPFreshness.untoldLifetime(hop, date: date))
        staleWhileRevalidate = control.staleWhileRevalidate ?? 0
        staleIfError = control.staleIfError ?? 0
    }

    /// For how many seconds not to ask again, where a server that is busy or asked too often says so.
    package static func retryAfter(_ hop: PageHop, now: HTTPDate) -> Int? {
        guard hop.status == 429 || hop.status == 503, let text = hop.cacheFields.retryAfter else { return nil }
        let trimmed = String(text.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" })
        if let seconds = CacheControl.seconds(trimmed) { return seconds }
        return HTTPDate(text).map { max(0, $0.seconds - now.seconds) }
    }

    /// Of several values the first counts (RFC 9111, 5.1).
    private static func age(_ field: String?) -> Int {
        let first = field?.prefix { $0 != "," }.filter { $0 != " " && $0 != "\t" }
        return CacheControl.seconds(first) ?? 0
    }

    /// For how many seconds an answer that says nothing of it is fresh; `nil` where a cache may choose.
    private static func untoldLifetime(_ hop: PageHop, date: HTTPDate) -> Int? {
        // Anything else may be kept only where it says so (RFC 9110, 15.1).
        guard isHeuristicallyCacheable(hop.status) else { return 0 }
        guard let changed = hop.cacheFields.lastModified.flatMap({ HTTPDate($0) }) else { return nil }
        return max(0, (date.seconds - changed.seconds) / 10)
    }

    private static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        [200, 203, 204, 300, 301, 304, 308, 404, 405, 410, 414, 501].contains(status)
    }

    /// Whether what is to be done about an answer of this status is known here.
    private static func isUnderstood(_ status: Int) -> Bool {
        isHeuristicallyCacheable(status) || [302, 303, 307, 429, 503].contains(status)
    }
}
