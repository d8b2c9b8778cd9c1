internal import CBoltsTasks
internal import Synchronization

/// The state of a bounded map: the running work and its results.
///
/// The code that takes inputs checks whether a place is free. Only one caller takes at a time, without a lock.
final class BoundedMap<Input: Sendable, Output: Sendable>: Sendable {
    typealias Transform = @Sendable (Input, CancellationToken) throws -> BoltsTask<Output>

    private struct State {
        /// Starts the work on an input; `nil` once no further work starts, so that its captures are released.
        var transform: Transform?
        /// Whether a caller is taking an input.
        var isTaking = false
        var hasTakenAll = false
        /// Whether a piece of work failed, so that no further work starts.
        var isStopped = false
        var isComplete = false
        /// The number of inputs whose work has not completed.
        var running = 0
        /// The running work, for diagnostics.
        var works: [Int: BoltsTask<Output>] = [:]
        /// The results of the inputs so far; each is `nil` until its work succeeds.
        var results: [Output?] = []
        var failures: [AggregateError.Failure] = []
        var isCancelled = false
        /// Completed when a place becomes free, if a caller waits for one.
        var place: BoltsTask<Void>?
    }

    private let limit: Int
    private let own: AttemptToken
    private let cancellationToken: CancellationToken
    private let state: Mutex<State>
    /// Complete once no work runs or will start, or when a cancelled map is released.
    private let done: BoltsTask<[Output]> = step()

    init(
        atMost limit: Int,
        _ cancellationToken: CancellationToken,
        _ transform: @escaping @Sendable @isolated(any) (Input, CancellationToken) throws -> BoltsTask<Output>
    ) {
        self.limit = max(1, limit)
        own = AttemptToken(linkedTo: cancellationToken)
        self.cancellationToken = cancellationToken
        let isolation = transform.isolation
        // The closure is also called through the nonisolated type, as `BoltsTask+Then.swift` explains, so the isolation is
        // passed separately.
        let plain = unsafe unsafeBitCast(transform, to: Transform.self)
        let isolated: Transform = { input, token in
            try BoltsTask<Output>.calling(on: isolation) { try plain(input, token) }
        }
        state = Mutex(State(transform: isolated))
        onGivenUp { [weak self] in _ = self?.state.withLock { $0.transform.take() } }
    }

    deinit {
        // The last user of the map was notified of the cancellation before the result.
        guard cancellationToken.isCancellationRequested, !done.isDone else { return }
        done.write(error: CancellationError())
        done.finish()
    }

    func result(
        file: StaticString,
        line: UInt,
        function: StaticString,
        take: @escaping @Sendable () -> Void
    ) -> BoltsTask<[Output]> {
        let result = BoltsTask<[Output]>
            .started(
                as: .map,
                cancellationToken: cancellationToken,
                file: file,
                line: line,
                function: function,
                start: { [done] in
                    take()
                    return done
                }
            )
        own.end(with: result)
        return result
    }

    /// Calls a closure when the work is abandoned, or immediately if it already is.
    func onGivenUp(_ action: @escaping @Sendable () -> Void) { _ = own.token.addObserver(action) }

    /// Whether the work is abandoned; the caller's token is read first, because the map's own token is cancelled later.
    private var isCancelled: Bool {
        cancellationToken.isCancellationRequested || own.token.isCancellationRequested
    }

    // MARK: Taking

    /// Claims the right to take one input, and then to call `add` or `end`: a place is free, and no other caller is taking.
    func mayTake() -> Bool {
        if isCancelled { return false }
        return state.withLock { state in
            guard !state.isTaking, !state.hasTakenAll, !state.isStopped, state.running < limit else { return false }
            state.isTaking = true
            return true
        }
    }

    /// A task that completes when a place may be free for the only caller; `nil` if one is free already.
    func freePlace() -> BoltsTask<Void>? {
        guard state.withLock({ !$0.isStopped && $0.running >= limit }) else { return nil }
        let place: BoltsTask<Void> = step()
        let isNeeded = state.withLock { state -> Bool in
            guard !state.isStopped, state.running >= limit else { return false }
            state.place = place
            return true
        }
        if isNeeded { return place }
        // If the source were released while pending, diagnostics would count it as abandoned.
        place.write(result: ())
        place.finish()
        return nil
    }

    /// Assigns a place to an input; returns its index and the closure that starts its work, or `nil` if no further work starts.
    func add() -> (index: Int, transform: Transform)? {
        if isCancelled { return nil }
        return state.withLock { state -> (Int, Transform)? in
            state.isTaking = false
            guard !state.isStopped, let transform = state.transform else { return nil }
            state.running += 1
            state.results.append(nil)
            return (state.results.count - 1, transform)
        }
    }

    /// Reports that there are no more inputs, or that taking one failed.
    func end(_ error: (any Error)? = nil) {
        let isFirst = state.withLock { state -> Bool in
            state.isTaking = false
            state.hasTakenAll = true
            // A failure after the work was abandoned may be a consequence of that.
            guard let error, !state.isStopped else { return false }
            return note(error, at: state.results.count, &state)
        }
        if isFirst { own.cancel(error) }
        completeIfDone()
    }

    // MARK: Work

    /// Starts the work on an input; `next` is called when the work completes later and its place is free.
    func start(_ input: Input, at place: (index: Int, transform: Transform), next: @escaping @Sendable () -> Void) {
        let index = place.index
        let work: BoltsTask<Output>
        do {
            work = try place.transform(input, own.token)
        } catch {
            work = BoltsTask(error: error)
        }
        // The caller continues in a loop: a call for each input whose work is complete would need stack.
        if work.isCompleted { return end(of: work, at: index) }
        if bolts_diagnostics_enabled() { recordWait(for: work, at: index) }
        // The token is passed so that abandoned work that never completes does not retain the closures.
        work.continueWith(cancellationToken: cancellationToken) { [self] work in
            end(of: work, at: index)
            next()
        }
    }

    private func end(of work: BoltsTask<Output>, at index: Int) {
        guard let outcome = work.outcome else { return }
        let (isFirst, place) = state.withLock { state -> (Bool, BoltsTask<Void>?) in
            state.running -= 1
            state.works[index] = nil
            let place = state.place.take()
            switch outcome {
            case .success(let result):
                state.results[index] = result
                return (false, place)
            case .failure(let error):
                return (note(error, at: index, &state), place)
            }
        }
        if isFirst { own.cancel(work.resolved.failure) }
        completeIfDone()
        if let place {
            place.write(result: ())
            place.finish()
        }
    }

    /// Records a failure or a cancellation, after which no further work starts; returns whether it is the first.
    private func note(_ error: any Error, at index: Int, _ state: inout State) -> Bool {
        defer { state.isStopped = true }
        if error is CancellationError {
            state.isCancelled = true
        } else {
            state.failures.append(AggregateError.Failure(index: index, error: error))
        }
        return !state.isStopped
    }

    private func completeIfDone() {
        let ended = state.withLock { state -> State? in
            guard !state.isComplete, state.running == 0, state.hasTakenAll || state.isStopped else { return nil }
            defer {
                state = State(transform: nil)
                state.isComplete = true
                state.isStopped = true
            }
            return state
        }
        guard let ended else { return }
        if cancellationToken.isCancellationRequested {
            // The work may have completed because of the cancellation.
            done.write(error: CancellationError())
        } else if let error = AggregateError.summary(ended.failures, isCancelled: ended.isCancelled) {
            done.write(error: error)
        } else if own.token.isCancellationRequested {
            done.write(error: CancellationError())
        } else {
            done.write(result: ended.results.compactMap { $0 })
        }
        done.finish()
    }

    private func recordWait(for work: BoltsTask<Output>, at index: Int) {
        let works = state.withLock { state in
            state.works[index] = work
            return state.works
        }
        DiagnosticRegistry.record(done, waitsFor: works.sorted { $0.key < $1.key }.map(\.value))
    }
}

/// A pending task that diagnostics show as an internal step of the library.
private func step<Success: Sendable>() -> BoltsTask<Success> {
    let task = BoltsTask<Success>(pending: ())
    if bolts_diagnostics_enabled() { DiagnosticRegistry.record(task, .map, SourceLocation(#fileID, #line, #function)) }
    return task
}
