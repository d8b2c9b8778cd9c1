import BoltsTasks

/// How a program that asks many servers treats each of them.
@_spi(Polite)
public struct PoliteFetchOptions: Hashable, Sendable {
    /// How often a request is repeated that failed for a reason that may pass: 2 times by default.
    public var retryLimit = 2
    /// The time between the starts of two requests to one host: 50 milliseconds by default.
    public var requestInterval: Duration = .milliseconds(50)
    /// How many requests to one host run at the same time: 4 by default, at least 1.
    public var hostConcurrency = 4

    /// Creates the default options.
    public init() {}

    /// How long to wait before a request is repeated; a host that names a time in `Retry-After` is given it.
    var retryPolicy: RetryPolicy {
        RetryPolicy(attempts: max(0, retryLimit) + 1, firstDelay: .milliseconds(500), longestDelay: .seconds(8))
    }

    var hostLimits: HostLimitOptions {
        var limits = HostLimitOptions()
        limits.concurrency = hostConcurrency
        limits.requestInterval = requestInterval
        // Without a `Retry-After`, the delay of the policy is the pause.
        limits.initialPause = .zero
        return limits
    }
}
