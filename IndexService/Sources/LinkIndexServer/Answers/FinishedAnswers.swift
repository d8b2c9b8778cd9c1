import LinkIndex
import NIOCore

/// Finished answers as bytes, by the query that asked for them, until something in them is stale.
struct FinishedAnswers: Sendable {
    private struct Answer: Sendable {
        let body: ByteBuffer
        /// A time in the future means that the clock was set back, so the end is wrong too.
        let begin: Timestamp
        let end: Timestamp
        let keys: AnswerKeys
    }

    private let index: AppLinkIndex
    private let answers: ByteBoundedCache<ByteBuffer, Answer>

    /// - Parameters:
    ///   - index: Counts the uses of answers, so that it renews what is in use.
    ///   - byteCapacity: The sum of the sizes of all answers.
    init(_ index: AppLinkIndex, byteCapacity: Int) {
        self.index = index
        answers = ByteBoundedCache(byteCapacity: byteCapacity)
    }

    /// Returns the body of an answer, and counts its use.
    ///
    /// - Parameters:
    ///   - query: The query of the request.
    ///   - now: The time.
    /// - Returns: The body, or `nil` if there is none or it is stale.
    func body(for query: ByteBuffer, at now: Timestamp = .now) -> ByteBuffer? {
        guard let answer = answers.value(for: query), answer.begin <= now, now < answer.end else { return nil }
        index.countUse(of: answer.keys)
        return answer.body
    }

    /// Keeps an answer.
    ///
    /// - Parameters:
    ///   - body: Its body.
    ///   - end: When something in it is stale.
    ///   - keys: What it rests on.
    ///   - query: The query of the request.
    ///   - now: The time.
    func keep(
        _ body: ByteBuffer,
        until end: Timestamp,
        keys: AnswerKeys,
        for query: ByteBuffer,
        at now: Timestamp = .now
    ) {
        let size = body.readableBytes + query.readableBytes + 512
        answers.set(Answer(body: body, begin: now, end: end, keys: keys), for: query, byteCount: size)
    }
}
