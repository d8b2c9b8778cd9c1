public import Foundation
import BoltsTasks

extension PageFetching {
    /// Fetches a page and passes its bytes on as they arrive.
    ///
    /// Cancelling the Swift task that awaits this closes the connection.
    ///
    /// ```swift
    /// func size(of url: URL, by fetcher: some PageFetching, into counter: some PageConsuming) async throws -> Int {
    ///     try await fetcher.fetch(url, into: counter).byteCount
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - options: The limits and rules.
    ///   - consumer: Receives the bytes, on a thread that other transfers share: it must neither block nor fetch.
    /// - Returns: The page's requests, its response, and how much of it was read.
    /// - Throws: ``PageError``, the consumer's error, or `CancellationError`.
    public func fetch(
        _ url: URL,
        options: PageFetchOptions = PageFetchOptions(),
        into consumer: any PageConsuming
    ) async throws -> FetchedPage {
        let cancellation = CancellationTokenSource()
        return try await withTaskCancellationHandler {
            try await fetch(url, options: options, into: consumer, cancellationToken: cancellation.token).value
        } onCancel: {
            cancellation.cancel()
        }
    }
}
