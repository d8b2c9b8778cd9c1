extension BoltsTask {
    /// Runs work on each input of an asynchronous sequence, with a limit on how many run at a time.
    ///
    /// An input is requested only when its work can start. The sequence is read in its own Swift task on the global executor,
    /// which is cancelled when the result completes early.
    ///
    /// ```swift
    /// func store(_ records: AsyncStream<String>, _ write: @escaping @Sendable (String) -> BoltsTask<Int>) -> BoltsTask<[Int]> {
    ///     BoltsTask.map(records, atMost: 4) { record, _ in write(record) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - inputs: The inputs. A sequence that is not `Sendable` must not be used elsewhere. An error that the sequence throws
    ///     counts as a failure of work.
    ///   - limit: The most inputs to work on at a time; less than 1 counts as 1.
    ///   - cancellationToken: Cancels the result and the token of the running work immediately; no further input is requested.
    ///   - transform: Starts the work on one input. Its token is cancelled when the work on another input fails.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task of the results, in the order of the inputs. After a failure or a cancellation no further work
    ///   starts, and the task completes like `whenAll` once the running work has.
    public static func map<Inputs: AsyncSequence & SendableMetatype>(
        _ inputs: sending Inputs,
        atMost limit: Int,
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) transform:
            @escaping @Sendable @isolated(any) (_ input: Inputs.Element, _ token: CancellationToken) throws ->
            BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<[Success]> where Inputs.Element: Sendable, Inputs.AsyncIterator: SendableMetatype {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        let mapping = BoundedMap(atMost: limit, cancellationToken, transform)
        let result = mapping.result(file: file, line: line, function: function) {}
        let taking = Task {
            var iterator = inputs.makeAsyncIterator()
            do {
                while true {
                    // The wait is cancelled with the Swift task, if the work is abandoned.
                    try await mapping.freePlace()?.value
                    guard mapping.mayTake() else { return }
                    guard let input = try await iterator.next(isolation: nil) else { return mapping.end() }
                    guard let place = mapping.add() else { return }
                    mapping.start(input, at: place) {}
                }
            } catch {
                mapping.end(error)
            }
        }
        mapping.onGivenUp { taking.cancel() }
        return result
    }

    /// Runs work on each input of an asynchronous sequence, with a limit on how many run at a time.
    ///
    /// ```swift
    /// func store(_ records: AsyncStream<String>, _ write: @escaping @Sendable (String) -> BoltsTask<Int>) -> BoltsTask<[Int]> {
    ///     BoltsTask.map(records, atMost: 4) { write($0) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - inputs: The inputs. A sequence that is not `Sendable` must not be used elsewhere. An error that the sequence throws
    ///     counts as a failure of work.
    ///   - limit: The most inputs to work on at a time; less than 1 counts as 1.
    ///   - cancellationToken: Cancels the result immediately; no further input is requested, and running work continues.
    ///   - transform: Starts the work on one input.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task of the results, in the order of the inputs. After a failure or a cancellation no further work
    ///   starts, and the task completes like `whenAll` once the running work has.
    public static func map<Inputs: AsyncSequence & SendableMetatype>(
        _ inputs: sending Inputs,
        atMost limit: Int,
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) transform:
            @escaping @Sendable @isolated(any) (Inputs.Element) throws -> BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<[Success]> where Inputs.Element: Sendable, Inputs.AsyncIterator: SendableMetatype {
        let isolation = transform.isolation
        // The closure is also called through the nonisolated type, as `BoltsTask+Then.swift` explains, so the isolation is
        // passed separately.
        let transform = unsafe unsafeBitCast(
            transform,
            to: (@Sendable (Inputs.Element) throws -> BoltsTask<Success>).self
        )
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

    /// Runs asynchronous work on each input of an asynchronous sequence, with a limit on how many run at a time.
    ///
    /// An input is requested only when its work can start. The sequence is read in its own Swift task on the global executor,
    /// which is cancelled when the result completes early.
    ///
    /// ```swift
    /// func store(_ records: AsyncStream<String>, _ write: @escaping @Sendable (String) async throws -> Int) -> BoltsTask<[Int]> {
    ///     BoltsTask.map(records, atMost: 4) { record, _ in try await write(record) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - inputs: The inputs. A sequence that is not `Sendable` must not be used elsewhere. An error that the sequence throws
    ///     counts as a failure of work.
    ///   - limit: The most inputs to work on at a time; less than 1 counts as 1.
    ///   - cancellationToken: Cancels the result and the running work immediately; no further input is requested.
    ///   - transform: The work on one input. Its token is cancelled together with its Swift task.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task of the results, in the order of the inputs. After a failure or a cancellation no further work
    ///   starts, and the task completes like `whenAll` once the running work has.
    public static func map<Inputs: AsyncSequence & SendableMetatype>(
        _ inputs: sending Inputs,
        atMost limit: Int,
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) transform:
            @escaping @Sendable @isolated(any) (_ input: Inputs.Element, _ token: CancellationToken) async throws ->
            Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<[Success]> where Inputs.Element: Sendable, Inputs.AsyncIterator: SendableMetatype {
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
