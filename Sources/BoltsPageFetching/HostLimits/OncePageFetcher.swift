import BoltsTasks
import Foundation

/// Fetches a page once its host may be asked.
struct OncePageFetcher: PageFetching {
    let fetcher: any PageFetching
    let limiter: HostLimiter

    func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        return HostLimitedFetch(
            url,
            options: options,
            consumer: consumer,
            token: cancellationToken,
            fetcher: fetcher,
            limiter: limiter
        ).start()
    }
}
