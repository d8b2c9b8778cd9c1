import LinkIndex
import NIOCore

/// Finished answers, by the query that asked for them and by the bytes of whole requests, until they are stale.
struct FinishedAnswers: Sendable {
    private let index: AppLinkIndex
    private let byQuery: ByteBoundedCache<String, FinishedAnswer>
    private let byRequest: ByteBoundedCache<ByteBuffer, FinishedAnswer>

    /// - Parameters:
    ///   - index: Counts the uses of answers, so that it renews what is in use.
    ///   - byteCapacity: The sum of the sizes of all answers.
    init(_ index: AppLinkIndex, byteCapacity: Int) {
        self.index = index
        byQuery = ByteBoundedCache(byteCapacity: byteCapacity / 2)
        byRequest = ByteBoundedCache(byteCapacity: byteCapacity - byteCapacity / 2)
    }

    /// Returns an answer, and counts its use.
    ///
    /// - Parameter query: The query of the request.
    /// - Returns: The answer, or `nil` if there is none or it is stale.
    func answer(for query: String) -> FinishedAnswer? { used(byQuery.value(for: query)) }

    /// Returns the answer to an earlier request, and counts its use.
    ///
    /// - Parameter request: The bytes of the request.
    /// - Returns: The answer, or `nil` if there is none or it is stale.
    func answer(toRequest request: ByteBuffer) -> FinishedAnswer? { used(byRequest.value(for: request)) }

    private func used(_ answer: FinishedAnswer?) -> FinishedAnswer? {
        guard let answer, answer.end > .now else { return nil }
        index.countUse(of: answer.keys)
        return answer
    }

    /// Keeps an answer.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - query: The query of the request.
    func keep(_ answer: FinishedAnswer, for query: String) {
        byQuery.set(answer, for: query, byteCount: answer.body.readableBytes + query.utf8.count + 512)
    }

    /// Keeps an answer for requests of the same bytes.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - request: The bytes of a whole request, of which everything that decides about its answer is in the answer.
    func keep(_ answer: FinishedAnswer, forRequest request: ByteBuffer) {
        // A part of a larger buffer would keep all of it.
        let request = ByteBuffer(bytes: request.readableBytesView)
        byRequest.set(answer, for: request, byteCount: answer.body.readableBytes + request.readableBytes + 512)
    }
}
