import BoltsTasks
import Foundation
import LoopbackServer
import Testing

@testable import BoltsAppLinks

/// The transports that pages are fetched with; what one promises, the other promises as well unless a test says otherwise.
enum Transport: CaseIterable, CustomTestStringConvertible {
    case urlSession
    case curl

    /// Those of this machine.
    static let available: [Transport] = allCases.filter { $0 != .curl || CurlPageFetcher() != nil }

    var testDescription: String { self == .curl ? "libcurl" : "URLSession" }

    func fetcher(hosts: any HostResolving = SystemHostResolver()) throws -> any PageFetching {
        switch self {
        case .urlSession: URLSessionPageFetcher(hosts: hosts)
        case .curl: try #require(CurlPageFetcher(hosts: hosts))
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
    ) async -> AppLinkResolutionError? {
        await #expect(throws: AppLinkResolutionError.self) {
            _ = try await fetch(server.url(path), into: collector, change)
        }
    }
}

extension PageFetchOptions {
    /// Addresses of this machine only, and time enough for a busy one.
    static var loopback: PageFetchOptions {
        var options = PageFetchOptions()
        if let range = IPAddressRange("127.0.0.0/8") { options.addressPolicy = .publicOnly.allowing(range) }
        options.connectTimeout = .seconds(20)
        options.responseTimeout = .seconds(20)
        options.totalTimeout = .seconds(20)
        return options
    }
}
