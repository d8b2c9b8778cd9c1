package import Logging

/// The options of the HTTP interface.
package struct IndexServerOptions: Sendable {
    /// Whether clients need an API key.
    package enum Keys: String, Sendable, CaseIterable {
        /// Keys are ignored.
        case none
        /// A client with a key has the limit of its key, others the limit of their address.
        case optional
        /// A client needs a key.
        case required
    }

    /// Whether clients need an API key, `optional` by default.
    package var keys = Keys.optional
    /// Whether `/` and `/check` are the page for users, `true` by default.
    package var hasPage = true
    /// How many URLs an address may request per minute without a key, 600 by default; with zero, any number.
    package var requestsPerMinute = 600
    /// How many URLs a key without its own limit may request per minute, 6,000 by default; with zero, any number.
    package var keyRequestsPerMinute = 6_000
    /// How many answers per minute a client may renew with `Cache-Control: no-cache`, 10 by default; with zero, none.
    package var renewalsPerMinute = 10
    /// The names of the keys whose owners may make the service forget a URL, none by default.
    package var forgettingKeys: Set<String> = []
    /// The proxies whose information about their clients is trusted, none by default.
    package var proxies = TrustedProxies()
    /// How many URLs may wait for pages at the same time, 10,000 by default; requests for more are refused at once.
    ///
    /// It bounds memory. Slow pages must not use it up: they wait in the fetcher, where other hosts can pass them.
    package var waitingLimit = 10_000
    /// How many connections clients may have open at the same time, or `nil` for any number; further ones wait until one ends.
    ///
    /// An address may have at most half of them; if it opens another, one of its own idle connections is closed. The limit leaves
    /// file descriptors for the service's own connections.
    package var connectionLimit: Int?
    /// How many bytes of finished answers are kept in memory, 64 MiB by default.
    package var answerBytes = 64 << 20
    /// How many seconds a request may take to arrive, 15 by default.
    package var requestTimeout = 15
    /// The time in seconds after which a connection without a request is closed, 15 by default.
    package var idleTimeout = 15
    /// How many requests a connection carries before it is closed, 100,000 by default; with zero, any number.
    package var requestsPerConnection = 100_000
    /// Logs each request, or `nil` for none.
    package var requestLog: Logger?
    /// The keys that are revoked even if the database has them, or `nil`.
    package var revokedKeys: RevokedKeys?
    /// How many bytes a body may have, 512 KiB by default, which fits 50 URLs of the maximum length.
    package var bodyLimit = 512 << 10

    /// Creates the default options.
    package init() {}
}
