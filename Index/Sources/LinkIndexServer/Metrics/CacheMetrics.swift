import CoreMetrics
import LinkIndex
import Synchronization

/// Counts of the caches and of waiting URLs, which are read when the metrics are written.
final class CacheMetrics: Sendable {
    private static let kinds = ["hits", "stale", "misses", "revalidations", "errors", "store_errors"]

    private let waiting: Gauge
    private let counters: [String: [Counter]]
    /// The counts that were already added to the counters.
    private let written = Mutex<[String: [Int]]>([:])

    init(_ factory: any MetricsFactory) {
        waiting = Gauge(label: "applinks_index_waiting_urls", factory: factory)
        func counters(_ cache: String) -> [Counter] {
            Self.kinds.map { kind in
                Counter(
                    label: "applinks_index_cache_\(kind)_total",
                    dimensions: [("cache", cache)],
                    factory: factory
                )
            }
        }
        self.counters = ["page": counters("page"), "site": counters("site")]
    }

    func update(_ index: AppLinkIndex, waiting: Int) {
        self.waiting.record(waiting)
        let all = index.statistics
        for (cache, statistics) in [("page", all.pages), ("site", all.sites)] {
            let counts = [
                statistics.hits, statistics.staleAnswers, statistics.misses, statistics.revalidations,
                statistics.errors, statistics.storeErrors,
            ]
            let increments = written.withLock { written in
                let old = written[cache] ?? counts.map { _ in 0 }
                // A count that was read later may have been written first.
                written[cache] = zip(counts, old).map(max)
                return zip(counts, old).map { max(0, $0 - $1) }
            }
            for (counter, increment) in zip(counters[cache] ?? [], increments) where increment > 0 {
                counter.increment(by: increment)
            }
        }
    }
}
