import BoltsAppLinks
import BoltsPageFetching
import BoltsTasks
import FetchingStubs
import Foundation
import LoopbackServer
import Testing

// The sample of the article "Read untrusted pages on a server", as it is there.

private func serverResolver(_ fetching: PageFetchOptions = PageFetchOptions()) -> CachingAppLinkResolver {
    var caching = HTTPCacheOptions()
    caching.isShared = true
    return CachingAppLinkResolver(HTTPAppLinkResolver(fetchOptions: fetching), options: caching)
}

private func apps(for url: URL, on device: AppLinkDevice, by resolver: some AppLinkResolving) async throws -> [String] {
    // When the client goes, the server cancels this Swift task, and with it the request to the page.
    let link = try await resolver.appLink(for: url)
    return link.targets(for: device).compactMap(\.urlText)
}

@Suite(.timeLimit(.minutes(20))) struct ServerSampleTests {
    @Test(.tags(.l6)) func loopbackIsRefusedUnlessAllowed() async throws {
        let server = try LoopbackServer { _, connection in
            connection.respond(
                body: "<meta property=al:ios:url content=recipes://42><meta property=al:android:url content=x://1>"
            )
        }
        let page = server.url("/")
        let resolver = serverResolver(.loopback)
        #expect(try await apps(for: page, on: .iphone, by: resolver) == ["recipes://42"])
        #expect(try await apps(for: page, on: .android, by: resolver) == ["x://1"])
        #expect(resolver.statistics.hits == 1 && resolver.statistics.misses == 1)
        let error = await #expect(throws: PageError.self) {
            _ = try await apps(for: page, on: .iphone, by: serverResolver())
        }
        #expect(error?.code == .notReachableOrNotAllowed && error?.detail?.contains("loopback") == true)
    }

    @Test(.tags(.l6)) func cancellingTheCallerClosesTheConnection() async throws {
        let asked = TaskCompletionSource<Void>()
        let server = try LoopbackServer { _, connection in
            asked.trySet(result: ())
            connection.waitForClose()
        }
        let (page, resolver) = (server.url("/"), serverResolver(.loopback))
        let caller = Task { try await apps(for: page, on: .iphone, by: resolver) }
        try await asked.task.value
        #expect(server.connectionCount == 1 && resolver.requestCount == 1)
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        #expect(resolver.requestCount == 0)
        // The running request was cancelled: its connection is closed from this side.
        try await server.clientsClosed().value
        #expect(server.connectionCount == 1)
    }

    @Test(.tags(.l5, .l6)) func cancellingTheCallerOfANavigationOpensNothing() async throws {
        let asked = TaskCompletionSource<Void>()
        let server = try LoopbackServer { _, connection in
            asked.trySet(result: ())
            connection.waitForClose()
        }
        let (page, resolver) = (server.url("/"), serverResolver(.loopback))
        let opener = RecordingOpener(installed: ["recipes"])
        let caller = Task { try await AppLinkNavigation.navigate(to: page, resolver: resolver, opener: opener) }
        try await asked.task.value
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        try await server.clientsClosed().value
        #expect(opener.openedURLs.isEmpty)
    }
}
