@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsTasks
import Foundation
import Synchronization

/// Sends the requests to an index, with their state behind a lock.
final class IndexClient: Sendable {
    private let state: Mutex<IndexBatchState>
    private let query: IndexQuery
    private let options: AppLinkIndexOptions
    private let fetcher: any PageFetching
    /// Completes at the end of a request's gathering time.
    private let gather: @Sendable () -> BoltsTask<Void>

    init(
        _ query: IndexQuery,
        options: AppLinkIndexOptions,
        fetcher: any PageFetching,
        gather: @escaping @Sendable () -> BoltsTask<Void>
    ) {
        self.query = query
        self.options = options
        self.fetcher = fetcher
        self.gather = gather
        self.state = Mutex(IndexBatchState(batchLimit: options.batchLimit))
    }

    /// The host of the service, for messages.
    private var serviceName: String { query.serviceURL.host() ?? query.serviceURL.absoluteString }

    func resolution(for url: URL, cancellationToken token: CancellationToken) -> BoltsTask<AppLinkResolution> {
        if token.isCancellationRequested { return .cancelled() }
        do {
            // This check keeps paths of files, and passwords in URLs, from the service.
            _ = try HTTPTarget(requesting: url)
        } catch {
            return BoltsTask(error: error)
        }
        let waiter = IndexBatchState.Waiter(url: url, id: IndexID(url), source: TaskCompletionSource())
        let (ticket, full, begun) = state.withLock { $0.add(waiter) }
        let registration = token.register { self.leave(ticket) }
        // A token that outlives the request must not keep the client alive.
        waiter.source.task.onCompletion { registration.dispose() }
        for request in full { send(request) }
        if let begun {
            gather().continueWith(.immediate) { _ in
                if let request = self.state.withLock({ $0.close(begun) }) { self.send(request) }
            }
        }
        return waiter.source.task
    }

    private func leave(_ ticket: IndexBatchState.Ticket) {
        guard let left = state.withLock({ $0.leave(ticket) }) else { return }
        left.waiter.source.tryCancel()
        left.abandoned?.cancel()
    }

    // MARK: - Requests

    private func send(_ request: IndexBatchState.BatchRequest) {
        guard let url = query.url(for: request.ids) else {
            let error = PageError(.malformedURL, "the index has no usable URL: check \(serviceName)")
            return finish(request, .failure(error))
        }
        let collector = ByteCollector()
        var fetchOptions = options.fetchOptions
        // Meta's index refuses a token with status 400 and a body that says so.
        fetchOptions.readsErrorPages = true
        fetcher.fetch(
            url,
            options: fetchOptions,
            into: collector,
            cancellationToken: request.cancellation.token
        )
        .continueWith(.immediate) { task in
            let outcome = task.outcome.map { self.read($0, collector, of: request) }
            self.finish(request, outcome ?? .failure(CancellationError()))
        }
    }

    private typealias Answer = (answer: IndexAnswer, cacheability: PageCacheability)

    private func read(
        _ outcome: Result<FetchedPage, any Error>,
        _ collector: ByteCollector,
        of request: IndexBatchState.BatchRequest
    ) -> Result<Answer, any Error> {
        Result {
            let fetched: FetchedPage
            do {
                fetched = try outcome.get()
            } catch let error as PageError {
                throw withoutToken(error)
            } catch let error as CancellationError {
                throw error
            } catch {
                throw withoutToken(error)
            }
            let status = fetched.response.status
            let isSuccess = (200..<300).contains(status)
            guard !fetched.isTruncated || !isSuccess else {
                throw PageError(
                    .malformedIndexAnswer,
                    "the index at \(serviceName) answered with more than \(options.fetchOptions.bodyLimit) bytes: "
                        + "ask for fewer URLs at once, or raise the limit"
                )
            }
            var cacheability = PageCacheability(hops: fetched.hops)
            // The validator is that of this set of URLs, and the next request has another set.
            cacheability.validator = nil
            do {
                let answer = try IndexAnswer(collector.bytes, serviceName: serviceName)
                if isSuccess { return (answer, cacheability) }
            } catch let error as PageError where isSuccess || error.code == .refusedByIndex {
                throw PageError(
                    error.code,
                    error.description,
                    httpStatus: isSuccess ? nil : status,
                    detail: repeats(error.detail ?? "", request) ? nil : error.detail
                )
            } catch is PageError {
                // The body is no index's response, so the status is the failure.
            }
            throw withoutToken(PageError(.httpStatus, "", httpStatus: status))
        }
    }

    private func finish(_ request: IndexBatchState.BatchRequest, _ outcome: Result<Answer, any Error>) {
        guard let (waiters, released) = state.withLock({ $0.finish(request.batch) }) else { return }
        defer { released.dispose() }
        for waiter in waiters {
            switch outcome {
            case .failure(let error):
                waiter.source.trySet(error: error)
            case .success(let (answer, cacheability)):
                let link = answer.link(for: waiter.url, id: waiter.id, isOnly: request.ids.count == 1)
                guard let link else {
                    waiter.source.trySet(
                        error: PageError(
                            .notInIndex,
                            "the index at \(serviceName) answered, but not about \(waiter.url.absoluteString)"
                        )
                    )
                    continue
                }
                waiter.source.trySet(result: AppLinkResolution(link: link, cacheability: cacheability))
            }
        }
    }

    /// Whether an error text of the service contains the token or a requested URL.
    private func repeats(_ words: String, _ request: IndexBatchState.BatchRequest) -> Bool {
        let token = query.accessToken.map { [$0, IndexQuery.encode($0)] } ?? []
        let secrets = token + request.ids.flatMap { [$0.text, $0.encoded] }
        return secrets.contains { !$0.isEmpty && words.contains($0) }
    }

    /// The replacement for an error of an unknown type: its domain and code, but none of its content.
    private func withoutToken(_ error: any Error) -> PageError {
        let error = error as NSError
        return PageError(
            .interrupted,
            "the index at \(serviceName) could not be reached: \(error.domain) \(error.code)"
        )
    }

    /// The same failure, with a text that is safe to show to any user.
    ///
    /// The text of the fetch's error has the URL of the request, which contains the token and other callers' URLs.
    private func withoutToken(_ error: PageError) -> PageError {
        let reason =
            switch error.code {
            case .httpStatus: "answered with status \(error.httpStatus ?? 0)"
            case .timedOut: "did not answer in time"
            case .notReachableOrNotAllowed: "cannot be reached, or is not at a public address"
            case .redirectRefused, .tooManyRedirects, .redirectLoop: "redirects elsewhere, which is not followed"
            default: "could not be reached: \(error.code)"
            }
        return PageError(error.code, "the index at \(serviceName) \(reason)", httpStatus: error.httpStatus)
    }
}

/// Collects the bytes of a response, up to the limit of the fetch.
private final class ByteCollector: PageConsuming {
    private let state = Mutex<[UInt8]>([])

    var bytes: [UInt8] { state.withLock { $0 } }

    func begin(_ response: PageResponse) {
        state.withLock { $0 = [] }
    }

    func consume(_ chunk: Span<UInt8>) -> Bool {
        state.withLock { bytes in
            unsafe chunk.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        }
        return true
    }
}
