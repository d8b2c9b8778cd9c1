@_spi(Bolts) import BoltsAppLinks
import Foundation

/// The library's cache over a directory, for pages that are read under the same rules.
struct PageCache: Sendable {
    private let directory: CacheDirectory
    private let resolver: CachingAppLinkResolver

    init(_ directory: CacheDirectory, options: HTTPCacheOptions, variant: String, resolver: HTTPAppLinkResolver) {
        var options = options
        // The run ends before a refresh would, and failures are not stored for later runs.
        options.refreshesStaleValues = false
        options.negativeTimeToLive = .zero
        self.directory = directory
        self.resolver = CachingAppLinkResolver(
            resolver,
            store: FileCacheStore(directory, variant: variant),
            options: options,
            keepsPages: true,
            onStoreError: { Terminal.complain("\($0)") }
        )
    }

    func lookUp(_ url: URL) async throws -> HTTPCacheAnswer<ResolvedLink> { try await resolver.lookUp(url) }

    /// Removes files beyond the limit; called once at the end of a run.
    func prune() { directory.prune() }
}
