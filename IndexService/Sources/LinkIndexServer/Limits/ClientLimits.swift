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
        let query = request.uri.query
        let address = options.proxies.client(of: context.remoteAddress, request.headers)
        guard let secret = Self.secret(request.headers, query), options.keys != .none else {
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
        return Client(name: "key \(key.name)", perMinute: key.requestsPerMinute ?? options.keyRequestsPerMinute)
    }

    /// Counts URLs that a client asks for.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - client: The client.
    /// - Throws: A ``Problem`` with status 429 if the client is over its limit. Nothing is counted then.
    func take(_ count: Int, from client: Client) throws {
        try take(count, from: client.name, perMinute: client.perMinute)
    }

    /// Reverses ``take(_:from:)``.
    ///
    /// - Parameters:
    ///   - count: How many URLs were counted.
    ///   - client: The client.
    func giveBack(_ count: Int, to client: Client) {
        buckets.giveBack(count, to: client.name, perMinute: client.perMinute)
    }

    /// Whether a request needs no key and has none that counts, so that its address is all that limits it.
    ///
    /// - Parameter query: The query of a request without `Authorization`.
    /// - Returns: Whether that is so.
    func isAnonymous(_ query: UnsafeRawBufferPointer) -> Bool {
        switch options.keys {
        case .none: true
        case .optional: !Self.hasToken(query)
        case .required: false
        }
    }

    /// Admits a request without key that no proxy has sent.
    ///
    /// - Parameters:
    ///   - count: How many URLs it asks for.
    ///   - address: Who asks.
    /// - Returns: Whether it is under the limit.
    func admits(_ count: Int, _ address: SocketAddress?) -> Bool {
        let limit = options.requestsPerMinute
        return limit == 0
            || buckets.take(count, from: options.proxies.client(of: address, [:]), perMinute: limit) == nil
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
    private static func secret(_ fields: HTTPFields, _ query: String?) -> APIKeySecret? {
        if let field = fields[.authorization] {
            let parts = field.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
            return APIKeySecret(String(parts[1]))
        }
        guard let query else { return nil }
        return Query(query)["access_token"].map { APIKeySecret($0) }
    }

    /// Whether a query may have a key.
    private static func hasToken(_ query: UnsafeRawBufferPointer) -> Bool {
        // Foundation's search would take longer than the rest of a finished answer.
        query.indices.contains { RequestHead.hasBytes(query, $0, "access_token=") }
    }
}
