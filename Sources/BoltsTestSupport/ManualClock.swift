internal import Synchronization

/// A clock that moves only when a test advances it.
///
/// ```swift
/// func check() async throws {
///     let clock = ManualClock()
///     let delay = BoltsTask.withDelay(.seconds(10), clock: clock)
///     await clock.waitForSleepers(1)
///     clock.advance(by: .seconds(10))
///     try await delay.value
/// }
/// ```
public final class ManualClock: Clock, Sendable {
    /// An instant of a manual clock: the time since the clock was created.
    public struct Instant: InstantProtocol {
        let offset: Duration

        /// Returns the instant that is `duration` later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the time from this instant to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Returns whether one instant is before another.
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextID = 0
        var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
        var watchers: [(id: Int, count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
            let ready = watchers.filter { $0.count <= sleepers.count }
            watchers.removeAll { $0.count <= sleepers.count }
            return ready.map(\.continuation)
        }
    }

    private let state = Mutex(State())

    /// Creates a clock at zero.
    public init() {}

    /// The current instant.
    public var now: Instant { state.withLock { $0.now } }

    /// The smallest step: a nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The number of callers that are sleeping.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Sleeps until the clock has been advanced to an instant.
    ///
    /// - Parameters:
    ///   - deadline: The instant.
    ///   - tolerance: Ignored, because the clock is exact.
    /// - Throws: `CancellationError` if the caller is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        // A cancellation after the end must leave no trace.
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                enum Start {
                    case over, cancelled
                    case sleeping([CheckedContinuation<Void, Never>])
                }
                let start = state.withLock { state -> Start in
                    if state.cancelled.remove(id) != nil { return .cancelled }
                    if deadline <= state.now { return .over }
                    state.sleepers[id] = (deadline, continuation)
                    return .sleeping(state.takeWatchers())
                }
                switch start {
                case .over: continuation.resume()
                case .cancelled: continuation.resume(throwing: CancellationError())
                case .sleeping(let watchers): for watcher in watchers { watcher.resume() }
                }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Advances the clock, and resumes the sleepers whose deadline has been reached, earliest first.
    ///
    /// - Parameter duration: The time to advance by.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Waits until a number of callers are sleeping.
    ///
    /// Returns early if the caller is cancelled, for example by a test's time limit; the test's next expectation then
    /// fails.
    ///
    /// - Parameter count: The number of sleepers to wait for.
    public func waitForSleepers(_ count: Int) async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.cancelled.remove(id) != nil || state.sleepers.count >= count { return true }
                    state.watchers.append((id, count, continuation))
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state in
                guard let index = state.watchers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return CheckedContinuation<Void, Never>?.none
                }
                return state.watchers.remove(at: index).continuation
            }
            watcher?.resume()
        }
    }
}
