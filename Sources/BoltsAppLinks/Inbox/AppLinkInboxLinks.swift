/// The links of an inbox as a sequence, for one reader.
///
/// ```swift
/// let reading = Task {
///     for await link in inbox.links { show(link.targetURL) }
/// }
/// reading.cancel()    // what comes from now on waits
/// ```
public struct AppLinkInboxLinks: AsyncSequence, Sendable {
    let storage: AppLinkInboxStorage

    /// Creates a reader, which becomes the consumer with the first call of `next()`.
    ///
    /// - Returns: A reader.
    public func makeAsyncIterator() -> Iterator {
        Iterator(storage: storage, number: storage.makeNumber())
    }

    /// A reader of an inbox.
    ///
    /// ```swift
    /// var reader = inbox.links.makeAsyncIterator()
    /// let first = await reader.next()
    /// ```
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let storage: AppLinkInboxStorage
        fileprivate let number: Int
        private var isFirst = true
        private var isOver = false

        fileprivate init(storage: AppLinkInboxStorage, number: Int) {
            self.storage = storage
            self.number = number
        }

        /// Waits for the next link.
        ///
        /// - Returns: The link; `nil` once another consumer has come or the reading task was cancelled.
        public mutating func next() async -> AppLinkURL? {
            if isOver { return nil }
            let link = await storage.next(for: number, isFirst: isFirst)
            isFirst = false
            isOver = link == nil
            return link
        }
    }
}
