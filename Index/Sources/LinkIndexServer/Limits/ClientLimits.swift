import HTTPTypes
import Hummingbird
import LinkIndex
import NIOCore

/// Finds out who asks, and whether they may: API keys, and limits for each key or address.
struct ClientLimits: Sendable {
    let options: IndexServerOptions
    let keys: KeyRing
    let buckets: TokenBuckets

    /// Who sent a request, and how many URLs they may ask for in a minute; with zero, any number.
    struct Client: Sendable {
        fileprivate let name: String
        fileprivate let perMinute: Int
        /// The name of its key, or `nil` if it has none.
        fileprivate var key: String?
        /// The id of its key in logs, or `nil`.
        fileprivate(set) var keyID: String?
    }

    /// How many URLs an unknown key counts as, in a limit of its own for each address.
    private static let guessCost = 10

    /// Admits a request.
    ///
    /// - Parameters:
    ///   - count: How many URLs it asks for.
    ///   - request: The request.
    ///   - context: Its context.
    /// - Throws: A ``Problem``: 401 without a valid key where one is needed, 429 over the limit, 503 if the database does
    ///   not answer; `CancellationError`.
    func admit(_ count: Int, _ request: Request, _ context: IndexRequestContext) async throws {
        try take(count, from: try await client(of: request, context))
    }

    /// Finds out who sent a request, without counting it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: Its context.
    /// - Returns: The client.
    /// - Throws: A ``Problem``: 401 without a valid key where one is needed, 429 for an address that guesses keys, 503 if
    ///   the database does not answer; `CancellationError`.
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

    /// Finds out who sent a request from what this node remembers.
    ///
    /// - Parameters:
    ///   - authorization: The value of `Authorization`, or `nil`.
    ///   - query: The query.
    ///   - address: The address of whoever asks.
    /// - Returns: The client, or `nil` if the database is to be asked, or the request is refused.
    func remembered(_ authorization: String?, _ query: Query, from address: () -> String) -> Client? {
        guard options.keys != .none, let secret = Self.secret(authorization, query) else {
            return options.keys == .required ? nil : Client(name: address(), perMinute: options.requestsPerMinute)
        }
        return keys.remembered(secret)?.map(client(of:))
    }

    /// Counts URLs that a client asks for, as ``take(_:from:)``.
    ///
    /// - Returns: Whether the client is under its limit. Nothing is counted otherwise.
    func admits(_ count: Int, from client: Client) -> Bool {
        client.perMinute == 0
            || count <= client.perMinute
                && buckets.take(count, from: client.name, perMinute: client.perMinute) == nil
    }

    /// Counts URLs that a client asks for.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - client: The client.
    ///   - counted: How many of them were counted already.
    /// - Throws: A ``Problem``: 429 if the client is over its limit, 400 if it will never be under it with that many. Nothing more
    ///   is counted then.
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
    /// - Returns: Whether it is under that limit of its own, which keeps it from asking other people's servers again and again.
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
    /// Only a look-up that found nothing is a guess, and is counted for the address: not a key that is known, nor the same wrong one
    /// again, which costs nothing, nor one that could not be looked up. A key is looked up whatever others of its address
    /// guessed: behind a proxy all clients may have one address, and after a start the node knows none of their keys.
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

    /// What the guesses of an address count against, also where addresses have no limit of URLs.
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

    /// The key of a request: from the field, or as Meta's clients send it.
    private static func secret(_ authorization: String?, _ query: Query) -> APIKeySecret? {
        if let field = authorization {
            let parts = field.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
            // More than one blank may be between them (RFC 9110, section 11.4).
            return APIKeySecret(String(parts[1].drop { $0 == " " }))
        }
        if let token = query["access_token"] { return APIKeySecret(token) }
        // Clients of Google's API send it so, and often one of Google's, which is not a guess at a key of this service.
        return query["key"].flatMap { $0.hasPrefix(APIKeySecret.prefix) ? APIKeySecret($0) : nil }
    }
}
