import ArgumentParser
@_spi(Bolts) import BoltsPageFetching

/// The options for sending requests to many servers without overloading any.
struct RateOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The time between the starts of two requests to one host.", valueName: "seconds"))
    var pause: Double = HostLimitOptions.polite.requestInterval.inSeconds

    @Option(help: ArgumentHelp("How many requests to one host may run at the same time.", valueName: "count"))
    var hostConcurrency = HostLimitOptions.polite.concurrency

    func validate() throws {
        guard (0...60).contains(pause) else {
            throw ValidationError("--pause takes a number of seconds from 0 to 60, not \(pause).")
        }
        guard (1...64).contains(hostConcurrency) else {
            throw ValidationError("--host-concurrency takes a number from 1 to 64, not \(hostConcurrency).")
        }
    }

    /// A fetcher with these limits for each host, for all inputs of a run.
    func fetcher(retries: Int) -> HostLimitedPageFetcher {
        var options = HostLimitOptions.polite
        options.retryLimit = retries
        options.requestInterval = .milliseconds(Int64(pause * 1_000))
        options.concurrency = hostConcurrency
        return HostLimitedPageFetcher(SystemPageFetcher(), options: options)
    }
}

extension HostLimitOptions {
    /// The default limits for each host of a program that uses many servers.
    static var polite: HostLimitOptions {
        var options = HostLimitOptions()
        options.retryLimit = 2
        options.requestInterval = .milliseconds(50)
        options.concurrency = 4
        // Without a `Retry-After`, the delay before a repeated request is the normal pause.
        options.initialPause = .zero
        return options
    }
}
