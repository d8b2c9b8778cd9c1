package import BoltsPageFetching
package import BoltsTasks
package import Foundation
import Synchronization

/// Sites in memory: every host has pages and association files, and counts its requests.
package final class FakeSites: PageFetching {
    /// The response for a URL.
    package struct Document: Sendable {
        package var status: Int
        package var body: String
        package var cacheControl: String?
        /// The media type, or `nil` for that of a page or, below `/.well-known`, of a file.
        package var type: String?

        /// Creates a document.
        package init(_ body: String, status: Int = 200, cacheControl: String? = "max-age=600") {
            self.body = body
            self.status = status
            self.cacheControl = cacheControl
        }
    }

    private struct State {
        var documents: [String: Document] = [:]
        var counts: [String: Int] = [:]
        var gate: BoltsTask<Void>?
        var gates: [String: BoltsTask<Void>] = [:]
        var isDown = false
        var waiters: [(url: String?, count: Int, source: TaskCompletionSource<Void>)] = []

        func count(_ url: String?) -> Int {
            if let url { counts[url] ?? 0 } else { counts.values.reduce(0, +) }
        }

        /// Removes the waiters whose requests have arrived.
        mutating func takeWaiters() -> [TaskCompletionSource<Void>] {
            let ready = waiters.filter { count($0.url) >= $0.count }
            waiters = waiters.filter { count($0.url) < $0.count }
            return ready.map(\.source)
        }
    }

    private let state = Mutex(State())

    /// Creates sites without documents.
    package init() {}

    /// Sets the response for a URL; `nil` removes it.
    package func set(_ url: String, _ document: Document?) { state.withLock { $0.documents[url] = document } }

    /// Sets the text for a URL.
    package func set(_ url: String, _ body: String) { set(url, Document(body)) }

    /// How often a URL was requested.
    package func count(_ url: String) -> Int { state.withLock { $0.count(url) } }

    /// The total number of requests.
    package var total: Int { state.withLock { $0.count(nil) } }

    /// Waits until a number of requests have arrived.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - url: The requested URL; any by default.
    /// - Throws: `CancellationError`.
    package func waitForRequests(_ count: Int = 1, of url: String? = nil) async throws {
        let source = TaskCompletionSource<Void>()
        let ready = state.withLock { state in
            state.waiters.append((url, count, source))
            return state.takeWaiters()
        }
        for source in ready { source.set(result: ()) }
        try await source.task.value
    }

    /// Whether all hosts are unreachable.
    package var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// Holds back every response until the source is completed.
    package func hold() -> TaskCompletionSource<Void> {
        let source = TaskCompletionSource<Void>()
        state.withLock { $0.gate = source.task }
        return source
    }

    /// Holds back the responses for a URL until the source is completed.
    package func hold(_ url: String) -> TaskCompletionSource<Void> {
        let source = TaskCompletionSource<Void>()
        state.withLock { $0.gates[url] = source.task }
        return source
    }

    package func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        let text = url.absoluteString
        let (document, gate, isDown, ready) = state.withLock { state in
            state.counts[text, default: 0] += 1
            return (state.documents[text], state.gates[text] ?? state.gate, state.isDown, state.takeWaiters())
        }
        for source in ready { source.set(result: ()) }
        return (gate ?? BoltsTask(result: ())).continueOnSuccessWith(.immediate, cancellationToken: cancellationToken) {
            if isDown { throw PageError(.notReachableOrNotAllowed, "\(text) cannot be reached.") }
            let fields = HTTPCacheFields { $0 == "Cache-Control" ? document?.cacheControl : nil }
            let hop = PageHop(url: url, status: document?.status ?? 404, cacheFields: fields)
            guard let document, document.status == 200 else {
                throw PageError(.httpStatus, "\(text) has status \(hop.status).", httpStatus: hop.status, hops: [hop])
            }
            let type = document.type ?? (text.contains("/.well-known/") ? "application/json" : "text/html")
            let response = PageResponse(url: url, status: 200, contentType: PageContentType(type))
            try consumer.begin(response)
            let bytes = Array(document.body.utf8)
            if !bytes.isEmpty { _ = try consumer.consume(bytes.span) }
            return FetchedPage(requestedURL: url, response: response, hops: [hop], byteCount: bytes.count)
        }
    }
}
