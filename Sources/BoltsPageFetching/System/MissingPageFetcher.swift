#if os(Linux)
import BoltsTasks
import Foundation

/// Replaces libcurl where it cannot be loaded: the error of each fetch names the package to install.
struct MissingPageFetcher: PageFetching {
    func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        return BoltsTask(
            error: PageError(
                .notInstalled,
                "Pages cannot be fetched: libcurl 7.68 or newer is not installed. Install it: libcurl4 on Debian and "
                    + "Ubuntu, libcurl on Fedora and Alpine, curl on Arch."
            )
        )
    }
}
#endif
