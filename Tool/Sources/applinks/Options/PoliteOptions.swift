import ArgumentParser
@_spi(Polite) import BoltsPageFetching

/// The options of asking many servers without being a burden to any.
struct PoliteOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The time between the starts of two requests to one host.", valueName: "seconds"))
    var pause: Double = PoliteFetchOptions().requestInterval.inSeconds

    @Option(help: ArgumentHelp("How many requests to one host may run at the same time.", valueName: "count"))
    var hostConcurrency = PoliteFetchOptions().hostConcurrency

    func validate() throws {
        guard (0...60).contains(pause) else {
            throw ValidationError("--pause takes a number of seconds from 0 to 60, not \(pause).")
        }
        guard (1...64).contains(hostConcurrency) else {
            throw ValidationError("--host-concurrency takes a number from 1 to 64, not \(hostConcurrency).")
        }
    }

    /// A fetcher that treats each host so, for all inputs of a run.
    ///
    /// - Parameter retries: How often a request is repeated.
    /// - Returns: The fetcher.
    func fetcher(retries: Int) -> PolitePageFetcher {
        var options = PoliteFetchOptions()
        options.retryLimit = retries
        options.requestInterval = .milliseconds(Int64(pause * 1_000))
        options.hostConcurrency = hostConcurrency
        return PolitePageFetcher(options: options)
    }
}
