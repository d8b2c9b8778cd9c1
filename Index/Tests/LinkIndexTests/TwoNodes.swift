import BoltsPageFetching
import Foundation
import LinkIndex
import LinkIndexSQLite
import LinkIndexTestSupport
import Logging

/// Two nodes with one database, and the sites that they fetch.
struct TwoNodes {
    let sites: FakeSites
    let store: SQLiteStore
    let first: AppLinkIndex
    let second: AppLinkIndex

    static let page = "https://a.example/1"

    /// Runs a test with two nodes, and removes their database.
    static func run(
        renewingBefore: Duration = .seconds(20),
        negativeTimeToLive: Duration = .seconds(30),
        now: @escaping @Sendable () -> Timestamp = { .now },
        _ body: (TwoNodes) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nodes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("index.sqlite").path
        var options = IndexOptions()
        // A test must not fail because a busy machine renews too late.
        options.leaseDuration = .seconds(50)
        // A busy machine is not an outage.
        options.storePatience = .seconds(60)
        options.renewsBefore = renewingBefore
        options.cache.negativeTimeToLive = negativeTimeToLive
        let sites = FakeSites()
        sites.set(Self.page, "<meta property=al:ios:url content=a://1>")
        sites.set("https://a.example/.well-known/apple-app-site-association", Self.association)
        let (one, other) = (try SQLiteStore(path: path, now: now), try SQLiteStore(path: path, now: now))
        try await one.migrate()
        let nodes = TwoNodes(
            sites: sites,
            store: one,
            first: AppLinkIndex(store: one, options: options, fetcher: sites, logger: .silent),
            second: AppLinkIndex(store: other, options: options, fetcher: sites, logger: .silent)
        )
        try await body(nodes)
        await one.close()
        await other.close()
    }

    private static let association =
        #"{"applinks": {"details": [{"appIDs": ["K7Q2M9X4ZP.com.example.a"], "components": [{"/": "/*"}]}]}}"#
}

extension Logger {
    static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

extension URL {
    static let page = URL(string: TwoNodes.page) ?? URL(fileURLWithPath: "/")
}
