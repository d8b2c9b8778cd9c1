import BoltsTasks
import FetchingStubs
import Foundation
import LoopbackServer
import Testing

@testable import BoltsPageFetching

/// The transports; a test runs over both unless it says otherwise.
enum Transport: CaseIterable, CustomTestStringConvertible {
    case urlSession
    case curl

    static let available: [Transport] = allCases.filter { (try? $0.fetcher()) != nil }

    var testDescription: String { self == .curl ? "libcurl" : "URLSession" }

    /// libcurl cannot be loaded here.
    struct Missing: Error {}

    func fetcher(hosts: any HostResolving = SystemHostResolver()) throws -> any PageFetching {
        switch self {
        case .urlSession:
            return URLSessionPageFetcher(hosts: hosts)
        case .curl:
            #if os(Linux)
            if let fetcher = CurlPageFetcher(hosts: hosts) { return fetcher }
            #endif
            throw Missing()
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

    /// Fetches a page and returns the error.
    func failure(
        at path: String = "/",
        of server: LoopbackServer,
        into collector: PageCollector = PageCollector(),
        _ change: (inout PageFetchOptions) -> Void = { _ in }
    ) async -> PageError? {
        await #expect(throws: PageError.self) { _ = try await fetch(server.url(path), into: collector, change) }
    }

    /// Fetches a page within a time limit that is too short for it, and returns the error.
    ///
    /// On a busy machine a limit may be over before the fetch reaches the subject of a test. Then the fetch is repeated with twice
    /// the time, up to some minutes.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - limit: The first limit.
    ///   - set: Sets the limit.
    ///   - isThere: Whether the fetch reached the subject of the test.
    /// - Returns: The error of the last fetch, and its limit.
    func failure(
        of server: LoopbackServer,
        within limit: Duration,
        setting set: (inout PageFetchOptions, Duration) -> Void,
        until isThere: (PageError?) -> Bool
    ) async -> (error: PageError?, limit: Duration) {
        var limit = limit
        while true {
            let error = await failure(of: server) { set(&$0, limit) }
            if isThere(error) || limit > .seconds(60) { return (error, limit) }
            limit *= 2
        }
    }
}
