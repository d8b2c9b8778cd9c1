import BoltsAppLinks
import BoltsPageFetching
import BoltsTasks
import Foundation
import LoopbackServer
import Testing

// The sample of docs/resolvers.md, as it stands there.

private func serverResolver(allowing ranges: [IPAddressRange] = []) -> CachingAppLinkResolver {
    var fetching = PageFetchOptions()
    // None but for tests: IPAddressRange("127.0.0.0/8") is this machine, on every port.
    for range in ranges { fetching.addressPolicy = fetching.addressPolicy.allowing(range) }
    var caching = AppLinkCacheOptions()
    caching.isShared = true
    return CachingAppLinkResolver(HTTPAppLinkResolver(fetchOptions: fetching), options: caching)
}

private func apps(for url: URL, on device: AppLinkDevice, by resolver: some AppLinkResolving) async throws -> [String] {
    let source = CancellationTokenSource()
    source.cancel(after: .seconds(3))  // or when the client goes: source.cancel()
    defer { source.dispose() }
    let link = try await resolver.appLink(for: url, cancellationToken: source.token).value
    return link.targets(for: device).compactMap(\.urlText)
}

@Suite(.timeLimit(.minutes(2)))
struct ServerSampleTests {
    @Test(.tags(.l6)) func aServerAsksThisMachineOnlyWhereItIsToldTo() async throws {
        let server = try LoopbackServer { _, connection in
            connection.respond(
                body: "<meta property=al:ios:url content=recipes://42><meta property=al:android:url content=x://1>"
            )
        }
        let page = server.url("/")
        let resolver = serverResolver(allowing: [try #require(IPAddressRange("127.0.0.0/8"))])
        #expect(try await apps(for: page, on: .iphone, by: resolver) == ["recipes://42"])
        #expect(try await apps(for: page, on: .android, by: resolver) == ["x://1"])
        #expect(resolver.count == 1)
        let error = await #expect(throws: PageError.self) {
            _ = try await apps(for: page, on: .iphone, by: serverResolver())
        }
        #expect(error?.code == .notReachableOrNotAllowed && error?.detail?.contains("loopback") == true)
    }
}
