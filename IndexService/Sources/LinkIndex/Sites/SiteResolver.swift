import BoltsAppLinks
import BoltsSiteCheck
import BoltsPageFetching
import BoltsTasks
import Foundation

/// Fetches the association files of a host, as the source of a cache: they are attached to a link without targets.
struct SiteResolver: RevalidatingAppLinkResolving {
    let options: SiteFetchOptions
    let fetcher: any PageFetching
    /// What the files of all hosts may need while they are fetched.
    let budget: BodyBudget
    /// How long files are fresh whose server does not say.
    let defaultTimeToLive: Duration
    /// How long it is before a file is asked for again whose server did not answer.
    let pause: Duration

    /// Fetches the files.
    ///
    /// - Parameters:
    ///   - url: The scheme and host: `https://example.com`. Files are asked for with http only if it says so.
    ///   - validator: Ignored: there are several files.
    ///   - cancellationToken: Cancels the task, and closes the connections.
    /// - Returns: A task of the files. It fails with the error of Apple's file if no file got an answer.
    func resolution(
        for url: URL,
        revalidating validator: PageValidator?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkResolution> {
        BoltsTask(cancellationToken: cancellationToken) {
            let site = SiteName(url)
            let recorder = RecordingFetcher(self.fetcher, budget: self.budget)
            _ = await SiteAssociations.fetch(site.host, options: site.options(self.options), fetcher: recorder)
            try Task.checkCancellation()
            let exchanges = recorder.exchanges
            if !exchanges.contains(where: \.isAnswer), let error = exchanges.lazy.compactMap(\.error).first {
                throw error
            }
            var resolution = AppLinkResolution(
                link: AppLink(sourceURL: url, targets: [], webURL: nil),
                cacheability: self.cacheability(of: exchanges)
            )
            resolution.attachment = [UInt8](try JSONEncoder().encode(exchanges))
            return resolution
        }
    }

    /// The files are fresh as long as each of them is.
    private func cacheability(of exchanges: [SiteExchange]) -> PageCacheability {
        var combined = PageCacheability(timeToLive: nil)
        var times: [Duration] = []
        for exchange in exchanges {
            let one = PageCacheability(hops: exchange.hops.map(\.hop))
            guard exchange.response != nil else {
                // What a server says of its error pages is not meant for the file.
                times.append(exchange.isAnswer ? defaultTimeToLive : pause)
                continue
            }
            times.append(one.sharedTimeToLive ?? defaultTimeToLive)
            combined.isStorable = combined.isStorable && one.isStorable
            combined.isSharedStorable = combined.isSharedStorable && one.isSharedStorable
            combined.requiresValidation = combined.requiresValidation || one.requiresValidation
            combined.allowsStale = combined.allowsStale && one.allowsStale
            combined.allowsSharedStale = combined.allowsSharedStale && one.allowsSharedStale
        }
        combined.timeToLive = times.min()
        combined.sharedTimeToLive = times.min()
        return combined
    }
}
