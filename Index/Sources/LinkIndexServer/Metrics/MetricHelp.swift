/// The metrics' descriptions for `# HELP`: swift-metrics has only names and labels.
enum MetricHelp {
    /// Returns the sentence about a metric, or `nil` for a metric of another part of the program.
    static func text(of name: String) -> String? { texts[name] }

    private static let texts = [
        "applinks_index_requests_total": "Requests that were answered, by status.",
        "applinks_index_request_seconds": "How long requests took.",
        "applinks_index_cache_hits_total": "Answers from a cache, by cache: pages, or association files of a site.",
        "applinks_index_cache_stale_total": "Answers that were stale, because nothing newer could be read.",
        "applinks_index_cache_misses_total": "Look-ups that had to fetch.",
        "applinks_index_cache_revalidations_total": "Fetches that found an unchanged page or file.",
        "applinks_index_cache_errors_total": "Look-ups that ended without an answer.",
        "applinks_index_cache_store_errors_total": "Look-ups during which the database failed.",
        "applinks_index_records_written_total": "Records that were written to the database.",
        "applinks_index_record_bytes_written_total": "Bytes of the records that were written.",
        "applinks_index_renewals_total": "URLs in use that were fetched again before they became stale.",
        "applinks_index_records_expired_total": "Records that were deleted because nothing uses them any more.",
        "applinks_index_store_errors_total": "Calls of the database that failed.",
        "applinks_index_database_connections_opened_total": "Connections to PostgreSQL that were opened.",
        "applinks_index_database_connections_failed_total": "Connections to PostgreSQL that could not be opened.",
        "applinks_index_database_connections_lost_total": "Connections to PostgreSQL that broke.",
        "applinks_index_database_statements_repeated_total": "Statements that were sent again.",
        "applinks_index_waiting_urls": "URLs that wait for a page.",
        "applinks_index_fetch_total": "Requests for pages and files that ended, by result.",
        "applinks_index_fetch_duration_seconds": "How long such requests took, with waiting for their host.",
        "applinks_index_fetch_bytes": "How many bytes their bodies had.",
        "applinks_index_fetch_active": "Requests for pages and files that run or wait.",
    ]
}
