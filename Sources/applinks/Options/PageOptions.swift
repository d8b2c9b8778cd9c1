import ArgumentParser
import BoltsAppLinks
import BoltsTasks
import Foundation

/// How pages are found and read.
struct PageOptions: ParsableArguments {
    @Flag(help: "Read the 'property' attribute only, as the protocol says, and not 'name' as many pages write.")
    var strict = false

    @Flag(help: "Fetch from private, loopback and link-local addresses, and from any port.")
    var allowPrivate = false

    @Option(help: ArgumentHelp("The longest a page may take in all, redirects included.", valueName: "seconds"))
    var timeout: Double = 10

    @Option(help: ArgumentHelp("The most redirects to follow.", valueName: "count"))
    var maxRedirects = 5

    @Option(help: ArgumentHelp("The most of a page to read; a longer one is cut there.", valueName: "bytes"))
    var maxBytes = 2 * 1_024 * 1_024

    func validate() throws {
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout takes a number of seconds above 0, and at most 86400.")
        }
        guard (0...100).contains(maxRedirects) else {
            throw ValidationError("--max-redirects takes a number from 0 to 100.")
        }
        guard (1...1 << 30).contains(maxBytes) else {
            throw ValidationError("--max-bytes takes a number from 1 to 1073741824.")
        }
    }

    var readerOptions: PageMetadataReader.Options {
        PageMetadataReader.Options(maximumBytes: maxBytes, acceptsNameAttribute: !strict)
    }

    var fetchOptions: PageFetchOptions {
        var options = PageFetchOptions()
        options.totalTimeout = .milliseconds(Int64(timeout * 1_000))
        options.responseTimeout = min(options.responseTimeout, options.totalTimeout)
        options.redirectLimit = maxRedirects
        options.bodyLimit = maxBytes
        if allowPrivate { options.addressPolicy = .any }
        return options
    }
}
