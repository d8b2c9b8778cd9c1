#if os(Linux)
import BoltsPageFetching
import BoltsTasks
import Foundation
import LoopbackServer
import Synchronization

/// Measures how long good pages take beside a host that never finishes.
///
/// Each case fetches 600 pages of 100 hosts, spread over 6 seconds, from a server that takes 20 ms for each. At the same time 100
/// pages of one host are fetched again and again, none of which ever arrives. It prints the 99th percentile of each case and its
/// ratio to the first, in one process.
enum FairnessMeasurement {
    private static let pageCount = 600

    static func run() async throws {
        guard let fetcher = CurlPageFetcher(hosts: Hosts()) else {
            print("libcurl cannot be loaded, or is too old")
            exit(1)
        }
        let good = try LoopbackServer(remembersRequests: false) { _, connection in
            Thread.sleep(forTimeInterval: 0.02)
            connection.respond(body: "page")
        }
        let trickle = try LoopbackServer(address: 0x7f00_0002, remembersRequests: false) { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while connection.send("a"), !connection.waitForClose(milliseconds: 500) {}
        }
        let silent = try LoopbackServer(address: 0x7f00_0003, remembersRequests: false) { _, connection in
            connection.waitForClose()
        }
        let cases: [(name: String, bad: [URL])] = [
            ("alone", []),
            ("100 pages that trickle", (0..<100).map { _ in trickle.url(host: "trickle.test") }),
            ("100 pages that never answer", (0..<100).map { _ in silent.url(host: "silent.test") }),
            ("32 names without an answer", (0..<32).map { good.url(host: "n\($0).unanswered.test") }),
        ]
        _ = try await measure(good, fetcher, beside: [])
        var alone = 1.0
        for (name, bad) in cases {
            let (times, failures) = try await measure(good, fetcher, beside: bad)
            let percentile = times[times.count * 99 / 100]
            if bad.isEmpty { alone = percentile }
            let figures = [times[times.count / 2], percentile].map { String(Int($0 * 1_000)) + " ms" }
            let ratio = String(Int((percentile / alone * 100).rounded())) + " %"
            print("\(name) | median \(figures[0]) | p99 \(figures[1]) | \(ratio) | \(failures) failed")
        }
        exit(0)
    }

    /// Returns the times of the good pages, sorted, and the number of failures.
    private static func measure(
        _ server: LoopbackServer,
        _ fetcher: CurlPageFetcher,
        beside bad: [URL]
    ) async throws -> (times: [Double], failures: Int) {
        let stop = CancellationTokenSource()
        for url in bad { keepFetching(url, fetcher, stop.token) }
        if !bad.isEmpty { try await Task.sleep(for: .seconds(1)) }
        let results = await withTaskGroup(of: Double?.self) { group in
            for number in 0..<pageCount {
                let url = server.url(host: "good\(number % 100).example")
                group.addTask {
                    let start = ContinuousClock.now
                    guard (try? await fetcher.fetch(url, options: options, into: Sink())) != nil else { return nil }
                    return (ContinuousClock.now - start) / Duration.seconds(1)
                }
                try? await Task.sleep(for: .milliseconds(10))
            }
            var results: [Double?] = []
            for await result in group { results.append(result) }
            return results
        }
        stop.cancel()
        let times = results.compactMap(\.self).sorted()
        return (times.isEmpty ? [.infinity] : times, results.count - times.count)
    }

    /// Fetches a page that never arrives until the token is cancelled.
    private static func keepFetching(_ url: URL, _ fetcher: CurlPageFetcher, _ token: CancellationToken) {
        fetcher.fetch(url, options: options, into: Sink(), cancellationToken: token)
            .continueWith(.queue(.global())) { task in
                if !task.isCancelled { keepFetching(url, fetcher, token) }
            }
    }

    private static var options: PageFetchOptions {
        var options = PageFetchOptions()
        options.addressPolicy = .any
        return options
    }

    private final class Sink: PageConsuming {
        func begin(_ response: PageResponse) {}
        func consume(_ chunk: Span<UInt8>) -> Bool { true }
    }

    /// Resolves good names to this machine; look-ups of names in one domain block until the process ends.
    private struct Hosts: HostResolving {
        private let lookUps = HostLookUps { name in
            if name.hasSuffix("unanswered.test") { Thread.sleep(forTimeInterval: 3_600) }
            let address = name == "trickle.test" ? "127.0.0.2" : name == "silent.test" ? "127.0.0.3" : "127.0.0.1"
            return [HostAddress(address)].compactMap(\.self)
        }

        func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[HostAddress]> {
            lookUps.addresses(of: host, timeout: .seconds(3), cancellationToken: cancellationToken)
        }
    }
}
#endif
