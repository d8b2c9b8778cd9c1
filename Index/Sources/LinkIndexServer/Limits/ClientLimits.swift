import HTTPTypes
import Hummingbird
import LinkIndex
import NIOCore

/// Identifies the client of a request and whether it is admitted: API keys, and limits for each key or address.
struct ClientLimits: Sendable {
    let options: IndexServerOptions
    let keys: KeyRing
    let buckets: TokenBuckets

    /// The client of a request, and how many URLs it may request per minute; with zero, any number.
    struct Client: Sendable {
        fileprivate let name: String
        fileprivate let perMinute: Int
        /// The name of its key, or `nil` if it has none.
        fileprivate var key: String?
        /// The id of its key in logs, or `nil`.
        fileprivate(set) var keyID: String?
    }

    /// How many URLs a request with an unknown key counts as, in a separate limit for each address.
    private static let guessCost = 10

    /// Admits a request.
    ///
    /// - Parameters:
    ///   - count: How many URLs it requests.
    ///   - request: The request.
    ///   - context: Its context.
    /// - Throws: A ``Problem``: 401 without a valid key if one is required, 429 over the limit, 503 if the database does not
    ///    answer; `CancellationError`.
    func admit(_ count: Int, _ request: Request, _ context: IndexRequestContext) async throws {
        try take(count, from: try await client(of: request, context))
    }

    /// Identifies the client of a request, without counting it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: Its context.
    /// - Returns: The client.
    /// - Throws: A ``Problem``: 401 without a valid key if one is required, 429 for an address that guesses keys, 503 if the
    ///    database does not answer; `CancellationError`.
    func client(of request: Request, _ context: IndexRequestContext) async throws -> Client {
        let address = options.proxies.client(of: context.remoteAddress, request.headers)
        let query = try Query(options.keys == .none ? nil : request.uri.query)
        guard let secret = Self.secret(request.headers[.authorization], query), options.keys != .none else {
            guard options.keys != .required else {
                throw Problem(
                    .unauthorized,
                    "key-missing",
                    "API key missing",
                    "Send a key as 'Authorization: Bearer KEY'."
                )
            }
            return Client(name: address, perMinute: options.requestsPerMinute)
        }
        guard let key = try await key(secret, from: address) else {
            throw Problem(.unauthorized, "key-unknown", "API key unknown", "The key is not valid, or was revoked.")
        }
        context.key.set(key.id)
        return client(of: key)
    }

    private func client(of key: APIKey) -> Client {
        Client(
            name: "key \(key.name)",
            perMinute: key.requestsPerMinute ?? options.keyRequestsPerMinute,
            key: key.name,
            keyID: key.id
        )
    }

    /// Identifies the client of a request from this node's memory.
    ///
    /// - Parameters:
    ///   - authorization: The value of `Authorization`, or `nil`.
    ///   - query: The query.
    ///   - address: The address of the client.
    /// - Returns: The client, or `nil` if the database must be queried, or the request is refused.
    func remembered(_ authorization: String?, _ query: Query, from address: () -> String) -> Client? {
        guard options.keys != .none, let secret = Self.secret(authorization, query) else {
            return options.keys == .required ? nil : Client(name: address(), perMinute: options.requestsPerMinute)
        }
        return keys.remembered(secret)?.map(client(of:))
    }

    /// Counts URLs that a client requests, like ``take(_:from:)``.
    ///
    /// - Returns: Whether the client is under its limit. Otherwise nothing is counted.
    func admits(_ count: Int, from client: Client) -> Bool {
        client.perMinute == 0
            || count <= client.perMinute
                && buckets.take(count, from: client.name, perMinute: client.perMinute) == nil
    }

    /// Counts URLs that a client requests.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - client: The client.
    ///   - counted: How many URLs of the same request were already counted.
    /// - Throws: A ``Problem``: 429 if the client is over its limit, 400 if the number alone exceeds the limit. In that case
    ///   nothing more is counted.
    func take(_ count: Int, from client: Client, counted: Int = 0) throws {
        guard client.perMinute == 0 || count <= client.perMinute else {
            throw Problem(
                .badRequest,
                "too-many-urls",
                "Number of URLs",
                "The request asks for \(count) URLs; at most \(client.perMinute) a minute can be asked for."
            )
        }
        try take(count - counted, from: client.name, perMinute: client.perMinute)
    }

    /// Counts an answer for which the page and the files are fetched although the index has them.
    ///
    /// - Parameter client: The client.
    /// - Returns: Whether the client is under this separate limit, which protects other people's servers from repeated
    ///   requests.
    func admitsRenewal(of client: Client) -> Bool {
        let limit = options.renewalsPerMinute
        return limit > 0 && buckets.take(1, from: "renewals of \(client.name)", perMinute: limit) == nil
    }

    /// Whether a client's key may make the service forget a URL.
    func mayForget(_ client: Client) -> Bool { client.key.map(options.forgettingKeys.contains) ?? false }

    /// Reverses ``take(_:from:)``.
    ///
    /// - Parameters:
    ///   - count: How many URLs were counted.
    ///   - client: The client.
    func giveBack(_ count: Int, to client: Client) {
        buckets.giveBack(count, to: client.name, perMinute: client.perMinute)
    }

    /// Finds a key.
    ///
    /// Only a look-up without a result is a guess and is counted for the address. A known key is no guess, nor is the same wrong
    /// key again (which costs nothing), nor a key that could not be looked up. Earlier guesses from an address do not prevent
    /// look-ups: behind a proxy all clients may have one address, and a node that has just started knows none of their keys.
    func key(_ secret: APIKeySecret, from address: String) async throws -> APIKey? {
        if let remembered = keys.remembered(secret) { return remembered }
        do {
            if let key = try await keys.key(secret) { return key }
        } catch {
            guard error is IndexStoreError else { throw error }
            throw Problem(
                .serviceUnavailable,
                "keys-unavailable",
                "Keys unavailable",
                "The database does not answer, so the key cannot be checked. Ask again later.",
                retryAfter: 5
            )
        }
        try take(
            Self.guessCost,
            from: "keys from \(address)",
            perMinute: guessLimit,
            detail: "Too many unknown keys came from this address."
        )
        return nil
    }

    /// The limit for guesses from one address, which exists even if addresses may request any number of URLs.
    private var guessLimit: Int {
        options.requestsPerMinute > 0 ? options.requestsPerMinute : IndexServerOptions().requestsPerMinute
    }

    private func take(_ count: Int, from client: String, perMinute: Int, detail: String? = nil) throws {
        guard perMinute > 0, let wait = buckets.take(count, from: client, perMinute: perMinute) else { return }
        throw Problem(
            .tooManyRequests,
            "too-many-requests",
            "Too many requests",
            detail ?? "At most \(perMinute) URLs a minute can be asked for.",
            retryAfter: Int(wait.components.seconds) + 1
        )
    }

    /// The key of a request: from the `Authorization` field, or in the form of Meta's clients.
    private static func secret(_ authorization: String?, _ query: Query) -> APIKeySecret? {
        if let field = authorization {
            let parts = field.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
            // More than one blank may separate scheme and key (RFC 9110, section 11.4).
            return APIKeySecret(String(parts[1].drop { $0 == " " }))
        }
        if let token = query["access_token"] { return APIKeySecret(token) }
        // Clients of Google's API send a key in this form; often it is one of Google's, which is not a guess at a key of this
        // service.
        return query["key"].flatMap { $0.hasPrefix(APIKeySecret.prefix) ? APIKeySecret($0) : nil }
    }
}
