import ArgumentParser
import BoltsAppLinks
import Foundation

struct CacheOptions: ParsableArguments {
    @Flag(help: "Cache pages between runs, for as long as their servers allow (RFC 9111).")
    var cache = false

    @Option(
        help: ArgumentHelp(
            "The directory of the cache, which is created if it is missing; implies --cache. "
                + "By default 'applinks' under $XDG_CACHE_HOME, or in the system's directory for caches.",
            valueName: "path"
        )
    )
    var cacheDirectory: String?

    @Option(help: ArgumentHelp("The size of the cache; the least recently used pages go first.", valueName: "bytes"))
    var cacheSize = 64 * 1_024 * 1_024

    @Option(
        help: ArgumentHelp(
            "How long a page is used at least, even if its server allows less; no-store, no-cache and "
                + "must-revalidate are obeyed.",
            valueName: "seconds"
        )
    )
    var cacheAtLeast: Double = HTTPCacheOptions().minimumTimeToLive.inSeconds

    var isWanted: Bool { cache || cacheDirectory != nil }

    func validate() throws {
        try RepositoryFence.check(cacheDirectory)
        guard cacheDirectory != "" else {
            throw ValidationError("--cache-directory takes the path of a directory, which cannot be empty.")
        }
        guard (65_536...1 << 40).contains(cacheSize) else {
            throw ValidationError("--cache-size takes a number of bytes from 65536 to \(1 << 40).")
        }
        guard (0...31_536_000).contains(cacheAtLeast) else {
            throw ValidationError("--cache-at-least takes a number of seconds from 0 to 31536000.")
        }
    }

    // Opens the cache if it was requested. Throws `InputError` if its directory cannot be used.
    func open(for pages: PageOptions) throws -> PageCache? {
        guard isWanted else { return nil }
        let path = try cacheDirectory ?? CacheDirectory.defaultPath()
        var options = HTTPCacheOptions()
        options.minimumTimeToLive = .milliseconds(Int64(cacheAtLeast * 1_000))
        return PageCache(
            try CacheDirectory(path: path, byteLimit: cacheSize),
            options: options,
            variant: pages.cacheVariant,
            resolver: pages.resolver
        )
    }
}
