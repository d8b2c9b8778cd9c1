import BoltsTasks
import FetchingStubs
import Foundation
import LoopbackServer
import Testing

@testable import BoltsPageFetching

/// The transports that pages are fetched with; what one promises, the other promises as well unless a test says otherwise.
enum Transport: CaseIterable, CustomTestStringConvertible {
    case urlSession
    case curl

    /// Those of this machine.
    static let available: [Transport] = allCases.filter { $0 != .curl || curl() != nil }

    var testDescription: String { self == .curl ? "libcurl" : "URLSession" }

    private static func curl(hosts: any HostResolving = SystemHostResolver()) -> (any PageFetching)? {
        #if os(Linux)
        CurlPageFetcher(hosts: hosts)
        #else
        nil
        #endif
    }

    func fetcher(hosts: any HostResolving = SystemHostResolver()) throws -> any PageFetching {
        switch self {
        case .urlSession: URLSessionPageFetcher(hosts: hosts)
        case .curl: try #require(Self.curl(hosts: hosts))
        }
    }

    func fetch(
        _ url: URL,
        into collector: PageCollector = PageCollector(),
        hosts: StubHosts = StubHosts(["page.test": [["127.0.0.1"]], "other.test": [["127.0.0.1"]]]),
        _ change: (inout PageFetchOptions) -> Void = { _ in }
    ) async throws -> FetchedPage {
        var options = PageFetchOptions.loopback
        change(&options)
        let fetcher = try fetcher(hosts: hosts)
        return try await fetcher.fetch(url, options: options, into: collector, cancellationToken: .none).value
    }

    /// Fetches a page and returns what it failed with.
    func failure(
        at path: String = "/",
        of server: LoopbackServer,
        into collector: PageCollector = PageCollector(),
        _ change: (inout PageFetchOptions) -> Void = { _ in }
    ) async -> PageError? {
        await #expect(throws: PageError.self) {
            _ = try await fetch(server.url(path), into: collector, change)
        }
    }
}
