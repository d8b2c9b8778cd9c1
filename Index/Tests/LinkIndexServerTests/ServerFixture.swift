import Foundation
import HTTPTypes
import Hummingbird
import LinkIndex
import LinkIndexSQLite
import LinkIndexServer
import LinkIndexTestSupport
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import ServerTestClient
import Testing

/// A server with sites in memory and its own database.
struct ServerFixture: Sendable {
    let sites: FakeSites
    let store: SQLiteStore
    let index: AppLinkIndex
    let registry: PrometheusRegistry
    let options: IndexServerOptions

    static let page = "https://a.example/1"
    /// The path that asks for the links of ``page``.
    static let links = "/v1/links?url=\(encoded(page))"

    /// Runs a test with a server, and removes its database.
    static func run(
        _ options: IndexServerOptions = IndexServerOptions(),
        _ body: @Sendable (ServerFixture) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SQLiteStore(path: folder.appendingPathComponent("index.sqlite").path)
        try await store.migrate()
        let sites = FakeSites()
        sites.set(
            Self.page,
            """
            <meta property="al:ios:url" content="a://1"><meta property="al:ios:app_store_id" content="12">
            <meta property="al:ios:app_name" content="A &amp; B">
            <meta property="al:android:package" content="com.example.a">
            <meta property="al:web:should_fallback" content="false">
            """
        )
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var patient = IndexOptions()
        // A busy machine is not an outage.
        patient.storePatience = .seconds(60)
        let fixture = ServerFixture(
            sites: sites,
            store: store,
            index: AppLinkIndex(store: store, options: patient, fetcher: sites, logger: logger),
            registry: PrometheusRegistry(),
            options: options
        )
        try await body(fixture)
        await store.close()
    }

    /// Runs a test with the routes of a server, and removes its database.
    static func routes(
        _ options: IndexServerOptions = IndexServerOptions(),
        _ body: @Sendable (ServerFixture, ServerTestClient) async throws -> Void
    ) async throws {
        try await run(options) { server in try await server.routes { try await body(server, $0) } }
    }

    /// Runs a test with a server on a socket, and removes its database.
    static func sockets(
        _ options: IndexServerOptions = IndexServerOptions(),
        _ body: @Sendable (ServerFixture, ServerTestClient) async throws -> Void
    ) async throws {
        try await run(options) { server in try await server.sockets { try await body(server, $0) } }
    }

    /// Returns the same fixture with other options of the HTTP interface.
    func with(_ change: (inout IndexServerOptions) -> Void) -> ServerFixture {
        var options = options
        change(&options)
        return ServerFixture(sites: sites, store: store, index: index, registry: PrometheusRegistry(), options: options)
    }

    /// Adds an API key without its own limit.
    func addKey(_ name: String) async throws -> APIKeySecret {
        let secret = APIKeySecret.random()
        let isAdded = try await store.addAPIKey(APIKey(hash: secret.hash, name: name, createdAt: .now))
        try #require(isAdded)
        return secret
    }

    /// Runs a test with the server's routes.
    func routes(_ body: @Sendable (ServerTestClient) async throws -> Void) async throws {
        try await server.application(address: .hostname("127.0.0.1", port: 0)).test(.routes, body)
    }

    /// Runs a test with the server on a socket.
    func sockets(_ body: @Sendable (ServerTestClient) async throws -> Void) async throws {
        try await server.application(address: .hostname("127.0.0.1", port: 0)).test(.socket, body)
    }

    /// Runs a test with the server's port, and does not wait at its end for the server's remaining work.
    func alone(_ body: (Int) async throws -> Void) async throws {
        let (ports, port) = AsyncStream<Int>.makeStream()
        let application = server.application(address: .hostname("127.0.0.1", port: 0)) { port.yield($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { port.finish() }
                try await application.run()
            }
            defer { group.cancelAll() }
            for await port in ports {
                try await body(port)
                return
            }
            Issue.record("the server does not listen")
        }
    }

    /// Runs a test with the server on a socket, and a closure that tells it to stop, after which the test's end waits for its end.
    func stoppable(_ body: (_ port: Int, _ stop: () async -> Void) async throws -> Void) async throws {
        try await server.application(address: .hostname("127.0.0.1", port: 0)).listening(body)
    }

    private var server: IndexServer { IndexServer(index, options: options, metrics: registry) }
}

extension IndexServerOptions {
    /// Returns the default options with a change.
    static func with(_ change: (inout IndexServerOptions) -> Void) -> IndexServerOptions {
        var options = IndexServerOptions()
        change(&options)
        return options
    }
}

extension EmbeddedChannel {
    /// Answers a request like the rest of the service.
    func respond(_ status: HTTPResponse.Status = .noContent) throws {
        try writeOutbound(HTTPResponsePart.head(HTTPResponse(status: status)))
        try writeOutbound(HTTPResponsePart.end(nil))
    }

    /// Reads the parts of requests that were passed on, as `head`, `body` and `end`.
    func passed() throws -> [String] {
        var names: [String] = []
        while let part = try readInbound(as: HTTPRequestPart.self) {
            switch part {
            case .head: names.append("head")
            case .body: names.append("body")
            case .end: names.append("end")
            }
        }
        return names
    }

    /// Reads the bytes that were sent to the client.
    func received() throws -> String {
        var text = ""
        while let part = try readOutbound(as: ByteBuffer.self) { text += String(buffer: part) }
        return text
    }
}

extension ServerTestClient {
    func get(_ uri: String, _ headers: HTTPFields = [:]) async throws -> ServerTestResponse {
        try await execute(uri: uri, method: .get, headers: headers)
    }

    func post(_ uri: String, _ body: String, _ headers: HTTPFields = [:]) async throws -> ServerTestResponse {
        try await execute(uri: uri, method: .post, headers: headers, body: ByteBuffer(string: body))
    }
}

extension ServerTestResponse {
    /// The body as a JSON object.
    var object: [String: Any] {
        get throws {
            let data = Data(body.readableBytesView)
            return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }
    }

    var text: String { String(buffer: body) }
}

func encoded(_ url: String) -> String {
    url.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? url
}
