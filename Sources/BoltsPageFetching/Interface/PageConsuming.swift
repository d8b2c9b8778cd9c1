/// A receiver of the bytes of one page.
///
/// ```swift
/// final class Counter: PageConsuming {
///     let count = Mutex(0)
///     func begin(_ response: PageResponse) {}
///     func consume(_ chunk: Span<UInt8>) -> Bool {
///         count.withLock { $0 += chunk.count }
///         return true
///     }
/// }
/// ```
public protocol PageConsuming: AnyObject, Sendable {
    /// Announces a page, before its first byte.
    ///
    /// - Parameter response: The response with the page.
    /// - Throws: Any error, to refuse the page. The fetch fails with it.
    func begin(_ response: PageResponse) throws

    /// Takes the next bytes.
    ///
    /// - Parameter chunk: At least one byte.
    /// - Returns: Whether more bytes are wanted; `false` ends the fetch successfully.
    /// - Throws: Any error, to refuse the page. The fetch fails with it.
    func consume(_ chunk: Span<UInt8>) throws -> Bool
}
