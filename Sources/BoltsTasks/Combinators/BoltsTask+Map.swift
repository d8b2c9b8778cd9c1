internal import Synchronization

extension BoltsTask {
    /// Runs asynchronous work on each input, with a limit on how many run at a time.
    ///
    /// ```swift
    /// func sizes(_ names: [String], _ load: @escaping @Sendable (String) -> BoltsTask<Int>) -> BoltsTask<[Int]> {
    ///     BoltsTask.map(names, atMost: 4) { load($0) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - inputs: The inputs.
    ///   - limit: The most inputs to work on at a time; less than 1 counts as 1.
    ///   - cancellationToken: Cancels the result immediately; no further work starts.
    ///   - transform: Starts the work on one input.
    /// - Returns: A task of the results, in the order of the inputs. After a failure or a cancellation no further work
    ///   starts, and the task completes like `whenAll` once the running work has.
    public static func map<Input: Sendable>(
        _ inputs: some Sequence<Input>,
        atMost limit: Int,
        cancellationToken: CancellationToken = .none,
        transform: @escaping @Sendable (Input) throws -> BoltsTask<Success>
    ) -> BoltsTask<[Success]> {
        let mapping = BoundedMap(Array(inputs), cancellationToken, transform)
        return BoltsTask<Void>(result: ()).continueOnSuccessWithTask(cancellationToken: cancellationToken) {
            // Each worker starts the next input when its last one is done.
            let workers = (0..<max(1, min(limit, mapping.count))).map { _ in
                BoltsTask<Void>.continueWhile(predicate: { mapping.hasNext }, body: { mapping.startNext() })
            }
            return BoltsTask<Void>.whenAll(workers).continueWith { _ in try mapping.results() }
        }
    }
}

/// The inputs of a bounded map, and the tasks of those that were started.
private final class BoundedMap<Input: Sendable, Output: Sendable>: Sendable {
    private struct State {
        var next = 0
        var started: [BoltsTask<Output>] = []
        var isStopped = false
    }

    private let inputs: [Input]
    private let token: CancellationToken
    private let transform: @Sendable (Input) throws -> BoltsTask<Output>
    private let state = Mutex(State())

    init(
        _ inputs: [Input],
        _ token: CancellationToken,
        _ transform: @escaping @Sendable (Input) throws -> BoltsTask<Output>
    ) {
        self.inputs = inputs
        self.token = token
        self.transform = transform
    }

    var count: Int { inputs.count }

    var hasNext: Bool {
        !token.isCancellationRequested && state.withLock { !$0.isStopped && $0.next < inputs.count }
    }

    /// Starts the work on the next input.
    ///
    /// - Returns: A task that succeeds when the work has completed, with any outcome.
    func startNext() -> BoltsTask<Void> {
        let source = TaskCompletionSource<Output>()
        let index = state.withLock { state -> Int? in
            guard state.next < inputs.count else { return nil }
            state.started.append(source.task)
            state.next += 1
            return state.next - 1
        }
        guard let index else {
            source.tryCancel()
            return BoltsTask<Void>(result: ())
        }
        let work: BoltsTask<Output>
        do {
            work = try transform(inputs[index])
        } catch {
            work = BoltsTask(error: error)
        }
        return work.continueWith(.immediate) { [self] work in
            if let outcome = work.outcome { source.trySet(outcome) }
            if work.result == nil { state.withLock { $0.isStopped = true } }
        }
    }

    func results() throws -> [Output] {
        let started = state.withLock { $0.started }
        if let error = AggregateError.summary(of: started) { throw error }
        try token.throwIfCancellationRequested()
        return started.compactMap(\.result)
    }
}
