import Synchronization

/// The common budget of all requests for one site: requests, bytes and time.
///
/// Limits for single requests would not be enough: a site that responds slowly or names further lists would cost many times as
/// much.
final class FetchBudget: Sendable {
    enum Purpose: Sendable {
        case site
        /// A list that a file includes; all of them share the time of one request.
        case include
    }

    static let maximumRequests = 40
    /// The number of bytes after which no more requests are sent.
    static let maximumBytes = 16 << 20

    private struct State {
        var requests = 0
        var bytes = 0
        var start: Duration?
        var includeStart: Duration?
    }

    private let state = Mutex(State())
    private let requestTime: Duration
    private let now: @Sendable () -> Duration

    init(requestTime: Duration, now: (@Sendable () -> Duration)? = nil) {
        self.requestTime = requestTime
        let origin = ContinuousClock.now
        self.now = now ?? { origin.duration(to: .now) }
    }

    /// The message about a request that is no longer sent.
    static let exhausted =
        "The time, the bytes or the requests for this site are used up, so the file was not requested."

    /// Takes a request, and returns how long it may take; `nil` if it must not be sent.
    func begin(_ purpose: Purpose) -> Duration? {
        let time = now()
        return state.withLock { state in
            guard state.requests < Self.maximumRequests, state.bytes < Self.maximumBytes else { return nil }
            let start = state.start ?? time
            state.start = start
            var left = start + requestTime * 3 - time
            if purpose == .include {
                let includeStart = state.includeStart ?? time
                state.includeStart = includeStart
                left = min(left, includeStart + requestTime - time)
            }
            guard left > .zero else { return nil }
            state.requests += 1
            return left
        }
    }

    func end(bytes: Int) { state.withLock { $0.bytes += bytes } }
}
