import Synchronization

/// Limits how many URLs each client may request: a token bucket for each, in bounded memory.
///
/// If there are more clients than the memory holds, those with full buckets are forgotten, which changes nothing for them. If
/// that is not enough, others are forgotten too.
final class TokenBuckets: Sendable {
    private struct Bucket {
        var tokens: Double
        var time: Duration
    }

    private struct State {
        var buckets: [String: Bucket] = [:]
    }

    private let state = Mutex(State())
    private let clientLimit: Int
    private let now: @Sendable () -> Duration

    /// - Parameters:
    ///   - clientLimit: How many clients are remembered.
    ///   - now: The time on a clock that is never set back.
    init(clientLimit: Int = 100_000, now: @escaping @Sendable () -> Duration) {
        self.clientLimit = clientLimit
        self.now = now
    }

    /// How many clients are remembered.
    var count: Int { state.withLock { $0.buckets.count } }

    /// Takes tokens from a client's bucket.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - client: The client.
    ///   - perMinute: How many tokens the client gets in a minute, and how many its bucket holds.
    /// - Returns: `nil` if the bucket had enough, otherwise the time until it has.
    func take(_ count: Int, from client: String, perMinute: Int) -> Duration? {
        let now = now()
        let capacity = Double(max(1, perMinute))
        return state.withLock { state in
            var bucket = state.buckets[client] ?? Bucket(tokens: capacity, time: now)
            // Another thread may have read a later time and updated the bucket first.
            let passed = max(.zero, now - bucket.time)
            bucket.tokens = min(capacity, bucket.tokens + Self.seconds(passed) * capacity / 60)
            bucket.time += passed
            // A request for more than a full bucket takes all of it.
            let needed = min(Double(count), capacity)
            guard bucket.tokens >= needed else {
                state.buckets[client] = bucket
                return .milliseconds(Int64((needed - bucket.tokens) * 60_000 / capacity) + 1)
            }
            bucket.tokens -= needed
            if state.buckets[client] == nil, state.buckets.count >= clientLimit { Self.makeRoom(&state, now) }
            state.buckets[client] = bucket
            return nil
        }
    }

    /// Returns tokens to a client's bucket.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - client: The client.
    ///   - perMinute: How many its bucket holds.
    func giveBack(_ count: Int, to client: String, perMinute: Int) {
        let capacity = Double(max(1, perMinute))
        state.withLock { state in
            guard let tokens = state.buckets[client]?.tokens else { return }
            state.buckets[client]?.tokens = min(capacity, tokens + min(Double(count), capacity))
        }
    }

    /// Forgets the clients without a request in the last minute, whose buckets are full; if there are none, half of all.
    private static func makeRoom(_ state: inout State, _ now: Duration) {
        let before = state.buckets.count
        state.buckets = state.buckets.filter { now - $0.value.time < .seconds(60) }
        if state.buckets.count > before / 2 {
            for client in state.buckets.keys.prefix(before / 2) { state.buckets[client] = nil }
        }
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }
}
