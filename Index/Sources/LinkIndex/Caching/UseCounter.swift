import Logging
import Synchronization

/// Counts how often records are used, and writes the counts in batches.
final class UseCounter: Sendable {
    /// How many keys are counted at most until the counts are written; further keys are not counted.
    static let keyLimit = 20_000
    /// How many bytes these keys may have together, since URLs are as long as clients like.
    static let byteLimit = 4 << 20

    private let store: any IndexStore
    private let rule: RenewalRule?
    private let logger: Logger
    private struct Counted: Hashable {
        let kind: RecordKey.Kind
        let text: String
    }

    private struct State {
        var counts: [Counted: Int] = [:]
        /// What was used again; each has its own count.
        var answers: [AnswerKeys] = []
        var byteCount = 0

        /// Whether one key more is counted, of so many bytes.
        mutating func admits(_ size: Int) -> Bool {
            guard counts.count + answers.count < UseCounter.keyLimit, byteCount + size <= UseCounter.byteLimit else {
                return false
            }
            byteCount += size
            return true
        }
    }

    private let state = Mutex(State())

    /// - Parameters:
    ///   - store: Where the counts are written.
    ///   - rule: Which records have earned renewal; with `nil`, none has.
    ///   - logger: Where failures of the store are written.
    init(_ store: any IndexStore, rule: RenewalRule?, logger: Logger) {
        self.store = store
        self.rule = rule
        self.logger = logger
    }

    /// How many keys have counts that are not written yet, and how many bytes they have together.
    var size: (keys: Int, bytes: Int) { state.withLock { ($0.counts.count + $0.answers.count, $0.byteCount) } }

    func count(_ kind: RecordKey.Kind, _ text: String) {
        let counted = Counted(kind: kind, text: text)
        state.withLock { state in
            if let count = state.counts[counted] {
                state.counts[counted] = count + 1
                return
            }
            if state.admits(text.utf8.count) { state.counts[counted] = 1 }
        }
    }

    /// Counts one use of what a kept answer rests on.
    ///
    /// Only the first use since the counts were written takes the lock, because a list of URLs has many.
    func count(_ keys: AnswerKeys) {
        guard keys.uses.add(1, ordering: .relaxed).oldValue == 0 else { return }
        let isNoted = state.withLock { state in
            guard state.admits(keys.page.utf8.count + (keys.site?.utf8.count ?? 0)) else { return false }
            state.answers.append(keys)
            return true
        }
        // The next use tries again.
        if !isNoted { keys.uses.store(0, ordering: .relaxed) }
    }

    /// Writes the counts.
    ///
    /// Counts that cannot be written are lost: they only decide what is renewed early. The log gets one line for all of them.
    func flush() async {
        let taken = state.withLock { state in
            defer { state = State() }
            return state
        }
        var counts = taken.counts
        for keys in taken.answers {
            let count = keys.uses.exchange(0, ordering: .relaxed)
            counts[Counted(kind: .page, text: keys.page), default: 0] += count
            if let site = keys.site { counts[Counted(kind: .site, text: site), default: 0] += count }
        }
        var batch: [RecordKey: Int] = [:]
        var lost = 0
        // Not the error itself: Swift 6.3.1 has returned such a variable uninitialized when it optimized.
        var failure: String?
        func write() async {
            if batch.isEmpty { return }
            if failure == nil {
                do {
                    try await store.recordUses(batch, rule: rule)
                } catch {
                    lost += batch.count
                    failure = LoggedError(error).description
                }
            } else {
                // A database that is away would be waited for as long each time, also by a node that is to end.
                lost += batch.count
            }
            batch = [:]
        }
        for (counted, count) in counts {
            batch[RecordKey(counted.kind, counted.text)] = count
            if batch.count == IndexStoreLimits.keysInOneCall { await write() }
        }
        await write()
        if let failure { logger.warning("The use of \(lost) records was not counted: \(failure)") }
    }
}
