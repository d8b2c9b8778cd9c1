import BoltsSiteCheck
import Metrics

/// What a node measures of its index, under the names that the operators' page lists.
struct IndexMetrics: Sendable {
    private let writes = Counter(label: "applinks_index_records_written_total")
    private let writtenBytes = Counter(label: "applinks_index_record_bytes_written_total")
    private let renewals = Counter(label: "applinks_index_renewals_total")
    private let expired = Counter(label: "applinks_index_records_expired_total")
    private let storeErrors = Counter(label: "applinks_index_store_errors_total")

    private let versions = Counter(label: "applinks_index_versions_written_total")
    private let versionBytes = Counter(label: "applinks_index_version_bytes_written_total")
    private let comparisons = Counter(label: "applinks_index_comparisons_total")
    private let undecided = Counter(label: "applinks_index_comparisons_undecided_total")

    func keptVersion(_ byteCount: Int) {
        versions.increment()
        versionBytes.increment(by: byteCount)
    }

    func compared(_ difference: SiteDifference) {
        comparisons.increment()
        // Without a link the rules were not compared to the end.
        if difference.links.contains(where: { $0.effect == .undecided && $0.example == nil }) { undecided.increment() }
    }

    func wrote(_ byteCount: Int) {
        writes.increment()
        writtenBytes.increment(by: byteCount)
    }

    func renewed() { renewals.increment() }

    func deleted(_ count: Int) { expired.increment(by: count) }

    func storeFailed() { storeErrors.increment() }
}
