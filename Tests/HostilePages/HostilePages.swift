import BoltsPageFetching
import BoltsTasks
import Foundation
import LoopbackServer
import Synchronization

/// Fetches one hostile page with the default limits in a separate process, and checks the effects on the rest of the process.
///
/// `hostile-pages libcurl gzip` prints one line, and fails if libcurl's guarantees are broken. `hostile-pages.sh` goes through all
/// pages and both transports. `hostile-pages serve 4` serves all of them, each on 4 hosts, for tests of other programs.
@main enum HostilePages {
    static func main() async throws {
        let arguments = CommandLine.arguments
        #if os(Linux)
        if arguments.dropFirst() == ["fairness"] { return try await FairnessMeasurement.run() }
        #endif
        if arguments.count == 3, arguments[1] == "serve", let count = Int(arguments[2]), (1...250).contains(count) {
            return try HostileServer.run(hostCount: count)
        }
        guard arguments.count == 3, arguments[2] == "heap" || HostilePage.all[arguments[2]] != nil else {
            print(
                "usage: hostile-pages fairness\n"
                    + "       hostile-pages serve HOSTS\n"
                    + "       hostile-pages libcurl|URLSession heap|\(HostilePage.all.keys.sorted().joined(separator: "|"))"
            )
            exit(2)
        }
        let usesCurl = arguments[1] == "libcurl"
        #if os(Linux)
        let transport: (any PageFetching)? = usesCurl ? CurlPageFetcher() : URLSessionPageFetcher()
        #else
        let transport: (any PageFetching)? = usesCurl ? nil : URLSessionPageFetcher()
        #endif
        guard let fetcher = transport else {
            print("libcurl cannot be loaded, or is too old")
            exit(1)
        }
        let good = try LoopbackServer(remembersRequests: false) { _, connection in connection.respond(body: "page") }
        guard let serve = HostilePage.all[arguments[2]] else {
            return try await countHeap(good.url(), fetcher, arguments[1])
        }
        let bad = try LoopbackServer(serve)
        // These fetches allocate the memory that every process needs for fetching, so that it does not count for the hostile page.
        for _ in 0..<20 { _ = try await fetch(good.url(), fetcher) }
        let before = try Memory()
        let ending = outcome(of: bad.url(), fetcher)
        var arrived = 0
        // The number of good pages that arrived before the hostile page's task ended.
        var meanwhile = 0
        var late = 0
        let start = ContinuousClock.now
        // `URLSession` continues after the end of its task.
        let least = Duration.seconds(usesCurl ? 3 : 12)
        while ContinuousClock.now - start < least || !ending.isCompleted || arrived < 20 {
            do {
                _ = try await fetch(good.url(), fetcher)
                arrived += 1
                if !ending.isCompleted { meanwhile += 1 }
                try await Task.sleep(for: .milliseconds(10))
            } catch {
                late += 1
                if late == 3 { break }
            }
        }
        let after = try Memory()
        let growth = (after.peak - before.resident) / 1_024
        print(
            "\(arguments[1]) | \(arguments[2]) | \(try await ending.value.text)",
            "| \(arrived) arrived, \(late) timed out | \(growth) MB"
        )
        // Pages are counted and not timed: a busy machine is slow for all pages, but a page that blocks others lets none arrive
        // meanwhile.
        let isInTheWay = try await ending.value.time > 5 && meanwhile < 5
        // The allowed growth is twice the limit of a page, and libcurl's memory for a connection.
        if usesCurl, late > 0 || isInTheWay || growth > 24 { exit(1) }
        exit(0)
    }

    /// Measures the memory that fetches leave behind, after earlier fetches have allocated permanent memory.
    private static func countHeap(_ url: URL, _ fetcher: any PageFetching, _ name: String) async throws {
        var resident: [Int] = []
        var failures = 0
        for _ in 0..<6 {
            for _ in 0..<2_000 {
                // The limit is short because of its timer, and a busy machine may be too slow for some fetches.
                while (try? await start(url, fetcher, .seconds(2)).value) == nil {
                    failures += 1
                    guard failures <= 100 else {
                        print("\(name) | more than 100 pages failed")
                        exit(1)
                    }
                }
            }
            // The timer of an unused time limit is released when the limit would have passed.
            try await Task.sleep(for: .seconds(3))
            resident.append(try Memory().resident)
        }
        // Memory that is left behind grows in every round; changes of the heap's own pages come and go.
        let growth = zip(resident.dropFirst(), resident).map { $0 - $1 }.dropFirst(2).min() ?? 0
        print("\(name) | 6 times 2000 pages | \(resident) KB, at least \(growth) KB more each time")
        // The smallest possible object is 48 bytes.
        exit(name == "libcurl" && growth * 1_024 > 2_000 * 48 ? 1 : 0)
    }

    /// Fetches a good page, with a limit that is exceeded only if the fetch waits for ever.
    private static func fetch(_ url: URL, _ fetcher: any PageFetching) async throws -> FetchedPage {
        var options = PageFetchOptions()
        options.totalTimeout = .seconds(60)
        options.responseTimeout = .seconds(60)
        options.connectTimeout = .seconds(60)
        options.addressPolicy = .any
        return try await fetcher.fetch(url, options: options, into: Reader(), cancellationToken: .none).value
    }

    private static func start(
        _ url: URL,
        _ fetcher: any PageFetching,
        _ timeout: Duration = .seconds(10)
    ) -> BoltsTask<FetchedPage> {
        var options = PageFetchOptions()
        options.totalTimeout = timeout
        options.responseTimeout = min(timeout, options.responseTimeout)
        options.addressPolicy = .any
        return fetcher.fetch(url, options: options, into: Reader(), cancellationToken: .none)
    }

    /// The outcome of a page's task, and its time in seconds.
    private struct Outcome {
        let text: String
        let time: Double
    }

    /// The outcome of the hostile page's own task.
    private static func outcome(of url: URL, _ fetcher: any PageFetching) -> BoltsTask<Outcome> {
        let start = ContinuousClock.now
        return self.start(url, fetcher).continueWith(.immediate) { task in
            let time = (ContinuousClock.now - start) / Duration.seconds(1)
            let rounded = time < 1 ? "within a second" : "after \(Int(time)) s"
            let word =
                task.result.map { $0.isTruncated ? "cut" : "read" }
                ?? (task.error as? PageError)?.code.description ?? "cancelled"
            return Outcome(text: "\(word) \(rounded)", time: time)
        }
    }
}

/// A consumer that reads every byte and keeps none.
private final class Reader: PageConsuming {
    private let sum = Mutex(0)

    func begin(_ response: PageResponse) {}

    func consume(_ chunk: Span<UInt8>) -> Bool {
        var part = 0
        for index in chunk.indices { part &+= Int(chunk[index]) }
        sum.withLock { $0 &+= part }
        return true
    }
}

/// The memory of the process, in KB.
private struct Memory {
    struct Unknown: Error {}

    let resident: Int
    let peak: Int

    init() throws {
        let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
        func number(_ name: String) throws -> Int {
            let line = lines.first { $0.hasPrefix(name) } ?? ""
            guard let number = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) }) else {
                throw Unknown()
            }
            return number
        }
        resident = try number("VmRSS:")
        peak = try number("VmHWM:")
    }
}
