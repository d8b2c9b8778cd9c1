@_spi(Bolts) import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
import Foundation

/// Converts the entries of the library's cache to records and back.
struct EntryCoding: Sendable {
    /// How long an entry that can be revalidated is kept after its last usable moment.
    let retention: Duration

    /// - Throws: The error of JSON's encoder.
    func record<Value>(of entry: CacheEntry<Value>) throws -> IndexRecord {
        let now = Timestamp.now
        let usable = max(now, Timestamp(sinceEpoch: entry.usableUntil))
        return IndexRecord(
            format: Int16(Value.formatVersion),
            payload: [UInt8](try JSONEncoder().encode(entry)),
            storedAt: now,
            freshUntil: Timestamp(sinceEpoch: entry.freshUntil),
            // An entry without a validator is useless once it is no longer usable.
            keepUntil: usable + (entry.hasValidator ? retention : .seconds(60))
        )
    }

    /// Returns the entry of a record, or `nil` if another version of the service wrote the record or it cannot be read.
    func entry<Value>(of record: IndexRecord) -> CacheEntry<Value>? {
        guard record.format == Int16(Value.formatVersion) else { return nil }
        return try? JSONDecoder().decode(CacheEntry<Value>.self, from: Data(record.payload))
    }
}

extension Timestamp {
    /// The time since the start of 1970, as in the library's cache.
    var duration: Duration { .milliseconds(milliseconds) }

    /// Creates a time from the library's cache.
    init(sinceEpoch duration: Duration) { self.init(milliseconds: duration.wholeMilliseconds) }
}
