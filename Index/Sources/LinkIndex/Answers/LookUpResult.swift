@_spi(Bolts) import BoltsPageFetching

/// The result of a look-up in a cache, and its time.
struct LookUpResult<Value: CacheableValue>: Sendable {
    let result: Result<HTTPCacheAnswer<Value>, any Error>
    let time: Timestamp

    init(_ lookUp: @Sendable () async throws -> HTTPCacheAnswer<Value>) async {
        do {
            result = .success(try await lookUp())
        } catch {
            result = .failure(error)
        }
        time = .now
    }

    private var found: HTTPCacheAnswer<Value>? { try? result.get() }

    var value: Value? { found?.value }

    var error: (any Error)? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// When the value was read or confirmed; `nil` if the look-up failed.
    var readAt: Timestamp? { found.map { Timestamp(milliseconds: time.milliseconds - $0.age.wholeMilliseconds) } }

    /// Until when the value can be used without a request; `nil` if it was not cached.
    var freshUntil: Timestamp? { found?.timeToLive.map { time + $0 } }

    /// The origin of the value, in one word.
    var origin: String {
        switch found?.origin {
        case .hit: "cache"
        case .revalidated: "revalidated"
        case .stale: "stale"
        case .fetched: "fetched"
        case nil: "none"
        @unknown default: "unknown"
        }
    }
}
