import LinkIndex
import NIOCore

/// An answer as bytes.
struct FinishedAnswer: Sendable {
    /// The body of the response.
    let body: ByteBuffer
    /// When something in it is stale.
    let end: Timestamp
    /// What it rests on.
    let keys: AnswerKeys
}
