import BoltsTasks
import Foundation

/// One fetch through a ``HostLimiter``: each redirect waits for its own host.
///
/// The fetcher makes one request at a time, because it is configured to follow no redirect.
final class HostLimitedFetch: Sendable {
    private let url: URL
    private let options: PageFetchOptions
    private let consumer: any PageConsuming
    private let token: CancellationToken
    private let fetcher: any PageFetching
    private let limiter: HostLimiter
    private let deadline: Duration

    init(
        _ url: URL,
        options: PageFetchOptions,
        consumer: any PageConsuming,
        token: CancellationToken,
        fetcher: any PageFetching,
        limiter: HostLimiter
    ) {
        self.url = url
        self.options = options
        self.consumer = consumer
        self.token = token
        self.fetcher = fetcher
        self.limiter = limiter
        deadline = limiter.now() + options.totalTimeout
    }

    func start() -> BoltsTask<FetchedPage> {
        do {
            return enter(try RedirectChain(from: url, options: options), after: [], with: nil)
        } catch {
            return BoltsTask(error: error)
        }
    }

    /// Waits for the host of the next request.
    private func enter(
        _ chain: RedirectChain,
        after hops: [PageHop],
        with held: HostLimiter.Permit?
    ) -> BoltsTask<FetchedPage> {
        let host = chain.current.authority
        if let held {
            if held.host == host, !limiter.isPaused(host) { return request(chain, after: hops, with: held) }
            limiter.finish(held, .answered)
        }
        return limiter.enter(host, deadline: deadline, cancellationToken: token).continueWithTask(.immediate) { task in
            // The continuation gets no token, because even a cancelled fetch must return its permit.
            guard let permit = task.result else { return self.failure(of: task, after: hops) }
            return self.request(chain, after: hops, with: permit)
        }
    }

    private func request(
        _ chain: RedirectChain,
        after hops: [PageHop],
        with permit: HostLimiter.Permit
    ) -> BoltsTask<FetchedPage> {
        var options = options
        options.redirectLimit = 0
        // The fetcher sees only one request, so it does not know that an earlier one went to another origin.
        if options.originFields?.stayed(on: hops) == false { options.originFields = nil }
        options.statedTimeout = options.statedTimeout ?? options.totalTimeout
        options.totalTimeout = max(.milliseconds(1), deadline - limiter.now())
        let url = hops.isEmpty ? url : chain.current.url
        return fetcher.fetch(url, options: options, into: consumer, cancellationToken: token)
            .continueWithTask(.immediate) { task in
                if let page = task.result {
                    self.limiter.finish(permit, HostLimitState.Outcome(page.hops.last))
                    return BoltsTask(result: page.requested(by: self.url, after: hops))
                }
                let error = task.error as? PageError
                if let error, error.code == .tooManyRedirects, let hop = error.hops.last {
                    var chain = chain
                    do {
                        try chain.follow(status: hop.status, location: hop.location, cacheFields: hop.cacheFields)
                        return self.enter(chain, after: hops + error.hops, with: permit)
                    } catch {
                        self.limiter.finish(permit, .answered)
                        return BoltsTask(error: (error as? PageError)?.replacing(hops: hops + [hop]) ?? error)
                    }
                }
                self.limiter.finish(permit, error.map { HostLimitState.Outcome($0.hops.last) } ?? .unknown)
                return self.failure(of: task, after: hops)
            }
    }

    /// The failure or cancellation of a task, with the hops before it.
    private func failure<Value: Sendable>(of task: BoltsTask<Value>, after hops: [PageHop]) -> BoltsTask<FetchedPage> {
        guard let error = task.error else { return .cancelled() }
        guard !hops.isEmpty, let error = error as? PageError else { return BoltsTask(error: error) }
        return BoltsTask(error: error.replacing(hops: hops + error.hops))
    }
}

extension HostLimitState.Outcome {
    /// - Parameter hop: The response; `nil` if there was none.
    fileprivate init(_ hop: PageHop?) {
        guard let hop else {
            self = .unknown
            return
        }
        guard hop.status == 429 || hop.status == 503 else {
            self = .answered
            return
        }
        // A date in `Retry-After` is compared with the host's own clock, if the response has its `Date`.
        let now = hop.cacheFields.date.flatMap { HTTPDate($0) } ?? .now
        self = .overloaded(retryAfter: HTTPFreshness.retryAfter(hop, now: now).map { .seconds($0) })
    }
}

extension FetchedPage {
    /// The same page for a fetch that was redirected to it.
    fileprivate func requested(by url: URL, after earlier: [PageHop]) -> FetchedPage {
        guard !earlier.isEmpty else { return self }
        return FetchedPage(
            requestedURL: url,
            response: response,
            hops: earlier + hops,
            byteCount: byteCount,
            body: body
        )
    }
}

extension PageError {
    fileprivate func replacing(hops: [PageHop]) -> PageError {
        PageError(
            code,
            description,
            httpStatus: httpStatus,
            retryAfter: retryAfter,
            hops: hops,
            detail: detail
        )
    }
}
