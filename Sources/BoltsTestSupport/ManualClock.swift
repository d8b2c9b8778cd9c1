internal import Synchronization

/// A clock that stands still until it is advanced, for code that waits.
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
    /// A moment on a manual clock: the time since it was made.
    public struct Instant: InstantProtocol {
        let offset: Duration

        /// The moment some time after this one.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time from this moment to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether one moment comes before another.
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextID = 0
        /// `nil` for one that is cancelled before it sleeps.
        var sleepers: [Int: (deadline: Instant, continuation: UnsafeContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
        var watchers: [(id: Int, count: Int, continuation: UnsafeContinuation<Void, Never>)] = []

        mutating func takeWatchers() -> [UnsafeContinuation<Void, Never>] {
            let ready = watchers.filter { $0.count <= sleepers.count }
            watchers.removeAll { $0.count <= sleepers.count }
            return ready.map(\.continuation)
        }
    }

    private let state = Mutex(State())

    /// Creates a clock that stands at zero.
    public init() {}

    /// The moment the clock stands at.
    public var now: Instant { state.withLock { $0.now } }

    /// The smallest step.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// How many callers sleep.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Waits until the clock has been advanced to a moment.
    ///
    /// - Parameters:
    ///   - deadline: The moment.
    ///   - tolerance: Ignored: the clock is exact.
    /// - Throws: `CancellationError` when the caller is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        // A cancellation that comes after the end was noted for nobody.
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                enum Start {
                    case over, cancelled
                    case sleeping([UnsafeContinuation<Void, Never>])
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

    /// Moves the clock on, and wakes everybody whose time has come, earliest first.
    ///
    /// - Parameter duration: How far.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Waits until a number of callers sleep.
    ///
    /// It returns early when the caller is cancelled, as by a test's time limit: then what the test expects next fails.
    ///
    /// - Parameter count: How many.
    public func waitForSleepers(_ count: Int) async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
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
                    return UnsafeContinuation<Void, Never>?.none
                }
                return state.watchers.remove(at: index).continuation
            }
            watcher?.resume()
        }
    }
}
