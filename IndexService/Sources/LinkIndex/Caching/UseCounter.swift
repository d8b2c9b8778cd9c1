import Logging
import Synchronization

/// Counts how often records are used, and writes the counts in batches.
final class UseCounter: Sendable {
    /// How many keys are counted at most until the counts are written; further keys are not counted.
    private static let keyLimit = 20_000

    private let store: any IndexStore
    private let logger: Logger
    private struct Counted: Hashable {
        let kind: RecordKey.Kind
        let text: String
    }

    private let counts = Mutex<[Counted: Int]>([:])

    init(_ store: any IndexStore, logger: Logger) {
        self.store = store
        self.logger = logger
    }

    /// Counts one use.
    func count(_ kind: RecordKey.Kind, _ text: String) {
        counts.withLock { counts in
            let counted = Counted(kind: kind, text: text)
            guard counts.count < Self.keyLimit || counts[counted] != nil else { return }
            counts[counted, default: 0] += 1
        }
    }

    /// Writes the counts.
    ///
    /// Counts that cannot be written are lost: they only decide what is renewed early.
    func flush() async {
        let taken = counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
        var batch: [RecordKey: Int] = [:]
        for (counted, count) in taken {
            batch[RecordKey(counted.kind, counted.text)] = count
            if batch.count == IndexStoreLimits.keysInOneCall { await write(&batch) }
        }
        await write(&batch)
    }

    private func write(_ batch: inout [RecordKey: Int]) async {
        if batch.isEmpty { return }
        do {
            try await store.recordUses(batch)
        } catch {
            logger.warning("The use of \(batch.count) records was not counted: \(error)")
        }
        batch = [:]
    }
}
