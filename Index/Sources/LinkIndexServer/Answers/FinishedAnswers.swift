import LinkIndex
import NIOCore
import Synchronization

/// Finished answers, by URL and form of the request, until a part of them is stale.
struct FinishedAnswers: Sendable {
    /// A kept answer, and the keys whose uses are counted with it.
    ///
    /// It is a class, because a structure with so many references would cost more to look up than to send.
    private final class Kept: Sendable {
        let answer: FinishedAnswer
        let end: Timestamp
        let keys: AnswerKeys

        init(_ answer: FinishedAnswer, until end: Timestamp, keys: AnswerKeys) {
            (self.answer, self.end, self.keys) = (answer, end, keys)
        }
    }

    private let index: AppLinkIndex
    private let answers: ByteBoundedCache<AnswerCacheKey, Kept>
    private let forgotten = Forgotten()

    /// Counts how often all answers were forgotten.
    private final class Forgotten: Sendable {
        let count = Atomic(0)
    }

    /// - Parameters:
    ///   - index: Counts the uses of answers, so that it renews records in use.
    ///   - byteCapacity: The total size of all answers.
    init(_ index: AppLinkIndex, byteCapacity: Int) {
        self.index = index
        answers = ByteBoundedCache(byteCapacity: byteCapacity)
    }

    /// Returns an answer, and counts its use.
    ///
    /// - Parameters:
    ///   - name: Its key.
    ///   - now: The time.
    /// - Returns: The answer, or `nil` if there is none or it is stale.
    func answer(for name: AnswerCacheKey, at now: Timestamp = .now) -> FinishedAnswer? {
        // A creation time in the future means that the clock was set back, so the end is wrong too.
        guard let kept = answers.value(for: name), kept.answer.begin <= now, now < kept.end else { return nil }
        index.countUse(of: kept.keys)
        return kept.answer
    }

    /// Forgets one answer, because a newer one is not kept.
    func forget(_ name: AnswerCacheKey) { answers.remove(name) }

    /// How often all answers were forgotten; an answer that was begun before the last time is not kept.
    var epoch: Int { forgotten.count.load(ordering: .sequentiallyConsistent) }

    /// Forgets every answer.
    func forgetAll() {
        forgotten.count.add(1, ordering: .sequentiallyConsistent)
        answers.removeAll()
    }

    /// Keeps an answer until a part of it is stale.
    ///
    /// - Parameters:
    ///   - answer: The answer; one without an end is not kept.
    ///   - keys: The keys of its records, whose uses are counted.
    ///   - epoch: The ``epoch`` when the answer was begun.
    ///   - name: Its key. A URL that exceeds the length limit is not kept.
    func keep(_ answer: FinishedAnswer, keys: AnswerKeys, since epoch: Int, for name: AnswerCacheKey) {
        guard let end = answer.end, name.url.utf8.count <= RequestedURL.byteLimit else { return }
        let size = answer.body.readableBytes + name.url.utf8.count + name.form.byteCount + 1_024
        answers.set(Kept(answer, until: end, keys: keys), for: name, byteCount: size)
        // The answer may have been created from records that were forgotten meanwhile.
        if epoch != self.epoch { answers.remove(name) }
    }
}
