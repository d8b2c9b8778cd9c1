import Logging
import Synchronization

/// Counts how often records are used, and writes the counts in batches.
final class UseCounter: Sendable {
    /// The maximum number of keys to count until the counts are written; further keys are not counted.
    static let keyLimit = 20_000
    /// The maximum total size of these keys, because clients choose the length of URLs.
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
        /// The answers that were repeated; each object has its own count.
        var answers: [AnswerKeys] = []
        var byteCount = 0

        /// Whether one more key of this size is counted.
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
    ///   - store: The destination of the counts.
    ///   - rule: Which records are renewed; `nil` for none.
    ///   - logger: Logs failures of the store.
    init(_ store: any IndexStore, rule: RenewalRule?, logger: Logger) {
        self.store = store
        self.rule = rule
        self.logger = logger
    }

    /// The number of keys whose counts are not written yet, and their total size in bytes.
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

    /// Counts one use of the records of a kept answer.
    ///
    /// Only the first use since the last write takes the lock, because a list of URLs has many uses.
    func count(_ keys: AnswerKeys) {
        guard keys.uses.add(1, ordering: .relaxed).oldValue == 0 else { return }
        let isNoted = state.withLock { state in
            guard state.admits(keys.page.utf8.count + (keys.site?.utf8.count ?? 0)) else { return false }
            state.answers.append(keys)
            return true
        }
        // If there was no room, the next use tries again.
        if !isNoted { keys.uses.store(0, ordering: .relaxed) }
    }

    /// Writes the counts.
    ///
    /// Counts that cannot be written are lost; they only decide which records are renewed early. The log gets one line for all
    /// of them.
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
        // This is a text and not the error, because code optimized by Swift 6.3.1 returned such a variable uninitialized.
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
                // If the database is down, each further write would wait as long as this one, even in a node that is about to end.
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

/// The records on which a kept answer is based, and how often it was repeated since the counts were written.
package final class AnswerKeys: Sendable {
    let page: String
    let site: String?
    /// The number of repetitions, which ``UseCounter`` reads and resets.
    let uses = Atomic(0)

    init(page: String, site: String?) { (self.page, self.site) = (page, site) }
}
