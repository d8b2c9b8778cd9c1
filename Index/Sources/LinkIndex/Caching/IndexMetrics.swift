import Metrics

/// The metrics of a node's index; the page for operators lists their names.
struct IndexMetrics: Sendable {
    private let writes = Counter(label: "applinks_index_records_written_total")
    private let writtenBytes = Counter(label: "applinks_index_record_bytes_written_total")
    private let renewals = Counter(label: "applinks_index_renewals_total")
    private let expired = Counter(label: "applinks_index_records_expired_total")
    private let storeErrors = Counter(label: "applinks_index_store_errors_total")

    func wrote(_ byteCount: Int) {
        writes.increment()
        writtenBytes.increment(by: byteCount)
    }

    func renewed() { renewals.increment() }

    func deleted(_ count: Int) { expired.increment(by: count) }

    func storeFailed() { storeErrors.increment() }
}
