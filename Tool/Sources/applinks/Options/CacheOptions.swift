import ArgumentParser
import BoltsAppLinks
import Foundation

/// Whether pages are kept between runs, and where.
struct CacheOptions: ParsableArguments {
    @Flag(help: "Keep what pages say between runs, and use it for as long as they allow (RFC 9111).")
    var cache = false

    @Option(
        help: ArgumentHelp(
            "Keep it in this directory, which is made where it is not there; implies --cache. "
                + "Without it in 'applinks' under $XDG_CACHE_HOME, or where this system keeps caches.",
            valueName: "path"
        )
    )
    var cacheDirectory: String?

    @Option(help: ArgumentHelp("The most that is kept; what was used longest ago goes first.", valueName: "bytes"))
    var cacheSize = 64 * 1_024 * 1_024

    @Option(
        help: ArgumentHelp(
            "How long a page is used at least, although it gives itself less time; not where it says no-store, "
                + "no-cache or must-revalidate.",
            valueName: "seconds"
        )
    )
    var cacheAtLeast: Double = 60

    @Option(help: ArgumentHelp("How long a page is used at most, whatever it says.", valueName: "seconds"))
    var cacheAtMost: Double = 86_400

    var isWanted: Bool { cache || cacheDirectory != nil }

    func validate() throws {
        guard cacheDirectory != "" else {
            throw ValidationError("--cache-directory takes the path of a directory, not an empty text.")
        }
        guard (65_536...1 << 40).contains(cacheSize) else {
            throw ValidationError("--cache-size takes a number of bytes from 65536 to \(1 << 40).")
        }
        guard (0...31_536_000).contains(cacheAtLeast) else {
            throw ValidationError("--cache-at-least takes a number of seconds from 0 to 31536000.")
        }
        guard (0...31_536_000).contains(cacheAtMost), cacheAtMost >= cacheAtLeast else {
            throw ValidationError(
                "--cache-at-most takes a number of seconds from that of --cache-at-least to 31536000."
            )
        }
    }

    // The cache that was asked for, if one was. Throws `InputError` if its directory cannot be used.
    func open(for pages: PageOptions) throws -> PageCache? {
        guard isWanted else { return nil }
        let path = try cacheDirectory ?? CacheDirectory.defaultPath()
        var options = AppLinkCacheOptions()
        options.minimumTimeToLive = .milliseconds(Int64(cacheAtLeast * 1_000))
        options.maximumTimeToLive = .milliseconds(Int64(cacheAtMost * 1_000))
        return PageCache(
            try CacheDirectory(path: path, byteLimit: cacheSize),
            options: options,
            variant: pages.cacheVariant,
            resolver: pages.resolver
        )
    }
}
