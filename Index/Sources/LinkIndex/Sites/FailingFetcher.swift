import BoltsPageFetching
import BoltsTasks
import Foundation

/// Answers every request with the same error.
struct FailingFetcher: PageFetching {
    let error: PageError

    func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        BoltsTask(error: error)
    }
}
