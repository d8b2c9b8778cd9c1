internal import Synchronization

extension BoltsTask {
    /// Runs work on each input, with a limit on how many run at a time.
    ///
    /// ```swift
    /// func sizes(_ names: [String], _ load: @escaping @Sendable (String, CancellationToken) -> BoltsTask<Int>)
    ///     -> BoltsTask<[Int]>
    /// {
    ///     BoltsTask.map(names, atMost: 4) { name, token in load(name, token) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - inputs: The inputs.
    ///   - limit: The most inputs to work on at a time; less than 1 counts as 1.
    ///   - cancellationToken: Cancels the result and the token of the running work immediately; no further work starts.
    ///   - transform: Starts the work on one input. Its token is cancelled when the work on another input fails.
    ///   - file: The caller's file, which ``TaskDiagnostics`` shows.
    ///   - line: The caller's line.
    ///   - function: The caller's function.
    /// - Returns: A task of the results, in the order of the inputs. After a failure or a cancellation no further work
    ///   starts, and the task completes like `whenAll` once the running work has.
    public static func map<Input: Sendable>(
        _ inputs: some Sequence<Input>,
        atMost limit: Int,
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) transform:
            @escaping @Sendable @isolated(any) (_ input: Input, _ token: CancellationToken) throws ->
            BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<[Success]> {
        let own = AttemptToken(linkedTo: cancellationToken)
        let isolation = transform.isolation
        typealias Transform = @Sendable (Input, CancellationToken) throws -> BoltsTask<Success>
        // The plain type calls the closure as well, as `BoltsTask+Then.swift` explains; the isolation is passed on beside it.
        let transform = unsafe unsafeBitCast(transform, to: Transform.self)
        let mapping = BoundedMap(Array(inputs), own, cancellationToken) { input, token in
            try BoltsTask.calling(on: isolation) { try transform(input, token) }
        }
        let result = BoltsTask<[Success]>
            .started(
                as: .map,
                cancellationToken: cancellationToken,
                file: file,
                line: line,
                function: function,
                start: {
                    // Each worker starts the next input when its last one is done.
                    let workers = (0..<max(1, min(limit, mapping.count))).map { _ in
                        BoltsTask<Void>
                            .repeating(
                                .default,
                                cancellationToken: .none,
                                predicate: { mapping.hasNext },
                                body: { mapping.startNext() }
                            )
                    }
                    return BoltsTask<Void>.whenAll(workers).continueWith { _ in try mapping.results() }
                }
            )
        own.end(with: result)
        return result
    }

    /// Runs work on each input, with a limit on how many run at a time.
    ///
    /// - Parameters:
    ///   - inputs: The inputs.
    ///   - limit: The most inputs to work on at a time; less than 1 counts as 1.
    ///   - cancellationToken: Cancels the result immediately; no further work starts, and running work continues.
    ///   - transform: Starts the work on one input.
    ///   - file: The caller's file, which ``TaskDiagnostics`` shows.
    ///   - line: The caller's line.
    ///   - function: The caller's function.
    /// - Returns: A task of the results, in the order of the inputs. After a failure or a cancellation no further work
    ///   starts, and the task completes like `whenAll` once the running work has.
    public static func map<Input: Sendable>(
        _ inputs: some Sequence<Input>,
        atMost limit: Int,
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) transform:
            @escaping @Sendable @isolated(any) (Input) throws -> BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<[Success]> {
        let isolation = transform.isolation
        // The plain type calls the closure as well, as `BoltsTask+Then.swift` explains; the isolation is passed on beside it.
        let transform = unsafe unsafeBitCast(transform, to: (@Sendable (Input) throws -> BoltsTask<Success>).self)
        return map(
            inputs,
            atMost: limit,
            cancellationToken: cancellationToken,
            transform: { input, _ in try BoltsTask.calling(on: isolation) { try transform(input) } },
            file: file,
            line: line,
            function: function
        )
    }

    /// Runs asynchronous work on each input, with a limit on how many run at a time.
    ///
    /// ```swift
    /// func sizes(_ names: [String], _ load: @escaping @Sendable (String) async throws -> Int) -> BoltsTask<[Int]> {
    ///     BoltsTask.map(names, atMost: 4) { name, token in try await load(name) }
    /// }
    /// ```
    ///
    /// Each input is worked on in a Swift task of its own, which is cancelled when the work on another input fails.
    ///
    /// - Parameters:
    ///   - inputs: The inputs.
    ///   - limit: The most inputs to work on at a time; less than 1 counts as 1.
    ///   - cancellationToken: Cancels the result and the running work immediately; no further work starts.
    ///   - transform: The work on one input. Its token is cancelled together with its Swift task.
    ///   - file: The caller's file, which ``TaskDiagnostics`` shows.
    ///   - line: The caller's line.
    ///   - function: The caller's function.
    /// - Returns: A task of the results, in the order of the inputs. After a failure or a cancellation no further work
    ///   starts, and the task completes like `whenAll` once the running work has.
    public static func map<Input: Sendable>(
        _ inputs: some Sequence<Input>,
        atMost limit: Int,
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) transform:
            @escaping @Sendable @isolated(any) (_ input: Input, _ token: CancellationToken) async throws -> Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<[Success]> {
        map(
            inputs,
            atMost: limit,
            cancellationToken: cancellationToken,
            transform: { input, token in
                BoltsTask(
                    cancellationToken: token,
                    { try await transform(input, token) },
                    file: file,
                    line: line,
                    function: function
                )
            },
            file: file,
            line: line,
            function: function
        )
    }
}

/// The inputs of a bounded map, and the tasks of those that were started.
private final class BoundedMap<Input: Sendable, Output: Sendable>: Sendable {
    private struct State {
        var next = 0
        /// The work on each input that was taken; `nil` until it has started.
        var started: [BoltsTask<Output>?] = []
        var isStopped = false
    }

    private let inputs: [Input]
    private let own: AttemptToken
    private let cancellationToken: CancellationToken
    private let transform: @Sendable (Input, CancellationToken) throws -> BoltsTask<Output>
    private let state = Mutex(State())

    init(
        _ inputs: [Input],
        _ own: AttemptToken,
        _ cancellationToken: CancellationToken,
        _ transform: @escaping @Sendable (Input, CancellationToken) throws -> BoltsTask<Output>
    ) {
        self.inputs = inputs
        self.own = own
        self.cancellationToken = cancellationToken
        self.transform = transform
    }

    var count: Int { inputs.count }

    /// Whether the work is given up; the caller's token is asked first, because its own hears of a cancellation later.
    private var isCancelled: Bool {
        cancellationToken.isCancellationRequested || own.token.isCancellationRequested
    }

    var hasNext: Bool {
        !isCancelled && state.withLock { !$0.isStopped && $0.next < inputs.count }
    }

    /// Starts the work on the next input.
    ///
    /// - Returns: A task that succeeds when the work has completed, with any outcome; cancelled with the caller's token.
    func startNext() -> BoltsTask<Void> {
        let index = state.withLock { state -> Int? in
            guard state.next < inputs.count else { return nil }
            state.started.append(nil)
            state.next += 1
            return state.next - 1
        }
        guard let index else { return BoltsTask<Void>(result: ()) }
        let work: BoltsTask<Output>
        do {
            work = try transform(inputs[index], own.token)
        } catch {
            work = BoltsTask(error: error)
        }
        state.withLock { $0.started[index] = work }
        // With the token, so that given-up work that never completes does not retain the closures.
        return work.continueWith(.immediate, cancellationToken: cancellationToken) { [self] work in
            guard work.result == nil else { return }
            state.withLock { $0.isStopped = true }
            own.cancel(work.resolved.failure)
        }
    }

    func results() throws -> [Output] {
        // The token ends the waits for work that is still pending. Unless it is cancelled, all of the work is complete.
        try cancellationToken.throwIfCancellationRequested()
        let started = state.withLock { $0.started.compactMap { $0 } }
        if let error = AggregateError.summary(of: started) { throw error }
        try own.token.throwIfCancellationRequested()
        return started.compactMap(\.result)
    }
}
