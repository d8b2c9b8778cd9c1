import LinkIndex
import NIOCore

/// Finished answers, by the query that asked for them, until something in them is stale.
struct FinishedAnswers: Sendable {
    private struct Kept: Sendable {
        let answer: FinishedAnswer
        let end: Timestamp
        let head: ByteBuffer
        let keys: AnswerKeys
    }

    private let index: AppLinkIndex
    private let answers: ByteBoundedCache<ByteBuffer, Kept>

    /// - Parameters:
    ///   - index: Counts the uses of answers, so that it renews what is in use.
    ///   - byteCapacity: The sum of the sizes of all answers.
    init(_ index: AppLinkIndex, byteCapacity: Int) {
        self.index = index
        answers = ByteBoundedCache(byteCapacity: byteCapacity)
    }

    /// Returns an answer, and counts its use.
    ///
    /// - Parameters:
    ///   - query: The query of the request.
    ///   - now: The time.
    /// - Returns: The answer and its ``FinishedAnswer/head``, or `nil` if there is none or it is stale.
    func answer(for query: ByteBuffer, at now: Timestamp = .now) -> (answer: FinishedAnswer, head: ByteBuffer)? {
        // A beginning in the future means that the clock was set back, so the end is wrong too.
        guard let kept = answers.value(for: query), kept.answer.begin <= now, now < kept.end else { return nil }
        index.countUse(of: kept.keys)
        return (kept.answer, kept.head)
    }

    /// Keeps an answer until something in it is stale.
    ///
    /// - Parameters:
    ///   - answer: The answer; one without an end is not kept.
    ///   - keys: What it rests on.
    ///   - query: The query of the request.
    func keep(_ answer: FinishedAnswer, keys: AnswerKeys, for query: ByteBuffer) {
        guard let end = answer.end else { return }
        let size = answer.body.readableBytes + query.readableBytes + 1_024
        answers.set(Kept(answer: answer, end: end, head: answer.head, keys: keys), for: query, byteCount: size)
    }
}
