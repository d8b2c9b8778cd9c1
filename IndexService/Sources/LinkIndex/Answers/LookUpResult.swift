import BoltsAppLinks

/// What a look-up in a cache returned, and when.
struct LookUpResult: Sendable {
    let result: Result<CachedAppLink, any Error>
    let time: Timestamp

    init(_ lookUp: @Sendable () async throws -> CachedAppLink) async {
        do {
            result = .success(try await lookUp())
        } catch {
            result = .failure(error)
        }
        time = .now
    }

    var value: CachedAppLink? { try? result.get() }

    var error: (any Error)? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// When it was read, or confirmed; `nil` if it was not.
    var readAt: Timestamp? { value.map { Timestamp(milliseconds: time.milliseconds - $0.age.wholeMilliseconds) } }

    /// Until when it can be used without a request; `nil` if it was not cached.
    var freshUntil: Timestamp? { value?.timeToLive.map { time + $0 } }

    /// Where it came from, in a word.
    var origin: String {
        switch value?.origin {
        case .hit: "cache"
        case .revalidated: "revalidated"
        case .stale: "stale"
        case .fetched: "fetched"
        case nil: "none"
        }
    }
}
