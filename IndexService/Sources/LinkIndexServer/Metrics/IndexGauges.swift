import LinkIndex
import CoreMetrics

/// What is read from the index when the metrics are written.
struct IndexGauges: Sendable {
    private let waiting: Gauge
    private let counts: [String: Gauge]

    private static let caches = ["page", "site"]
    private static let kinds = ["hits", "stale", "misses", "revalidations", "errors", "store_errors"]

    init(_ factory: any MetricsFactory) {
        waiting = Gauge(label: "applinks_index_waiting_urls", factory: factory)
        var counts: [String: Gauge] = [:]
        for cache in Self.caches {
            for kind in Self.kinds {
                counts[cache + kind] = Gauge(
                    label: "applinks_index_cache_\(kind)",
                    dimensions: [("cache", cache)],
                    factory: factory
                )
            }
        }
        self.counts = counts
    }

    func set(_ index: AppLinkIndex, waiting: Int) {
        self.waiting.record(waiting)
        let all = index.statistics
        for (cache, statistics) in [("page", all.pages), ("site", all.sites)] {
            let values = [
                statistics.hits, statistics.staleAnswers, statistics.misses, statistics.revalidations,
                statistics.errors, statistics.storeErrors,
            ]
            for (kind, value) in zip(Self.kinds, values) { counts[cache + kind]?.record(value) }
        }
    }
}
