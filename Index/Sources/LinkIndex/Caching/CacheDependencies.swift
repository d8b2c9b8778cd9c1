/// The parts that the caches of a node share.
struct CacheDependencies: Sendable {
    let store: any IndexStore
    /// The store, for calls that answers wait for.
    let answering: StoreGuard
    let loader: CombiningLoader<RecordKey, IndexRecord>
    let leases: LeaseHolder
    let uses: UseCounter
    let unstored: UnstoredRecords
    let coding: EntryCoding
    let metrics: IndexMetrics
}
