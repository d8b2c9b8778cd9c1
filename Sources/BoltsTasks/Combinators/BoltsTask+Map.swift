extension BoltsTask {
    /// Runs work on each input, with a limit on how many run at a time.
    ///
    /// An input is taken only when its work can start, so lazy and infinite sequences work. Inputs are taken by one thread at a
    /// time, without a lock: first by the caller's, before this call returns, then by the threads on which work completes.
    /// While a slow sequence produces an input, running work continues; the same thread then starts work for every free place.
    /// If all work completes at once, the call returns only when the sequence ends; read a slow sequence on another thread.
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
    ///   - inputs: The inputs. A sequence that is not `Sendable` must not be used elsewhere.
    ///   - limit: The most inputs to work on at a time; less than 1 counts as 1.
    ///   - cancellationToken: Cancels the result and the token of the running work immediately; no further work starts.
    ///   - transform: Starts the work on one input. Its token is cancelled when the work on another input fails.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task of the results, in the order of the inputs. After a failure or a cancellation no further work
    ///   starts, and the task completes like `whenAll` once the running work has.
    public static func map<Inputs: Sequence>(
        _ inputs: sending Inputs,
        atMost limit: Int,
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) transform:
            @escaping @Sendable @isolated(any) (_ input: Inputs.Element, _ token: CancellationToken) throws ->
            BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<[Success]> where Inputs.Element: Sendable, Inputs.Iterator: SendableMetatype {
        let mapping = BoundedMap(atMost: limit, cancellationToken, transform)
        let taker = InputTaker(inputs.makeIterator(), mapping)
        return mapping.result(file: file, line: line, function: function) { taker.take() }
    }

    /// Runs work on each input, with a limit on how many run at a time.
    ///
    /// - Parameters:
    ///   - inputs: The inputs. A sequence that is not `Sendable` must not be used elsewhere.
    ///   - limit: The most inputs to work on at a time; less than 1 counts as 1.
    ///   - cancellationToken: Cancels the result immediately; no further work starts, and running work continues.
    ///   - transform: Starts the work on one input.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task of the results, in the order of the inputs. After a failure or a cancellation no further work
    ///   starts, and the task completes like `whenAll` once the running work has.
    public static func map<Inputs: Sequence>(
        _ inputs: sending Inputs,
        atMost limit: Int,
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) transform:
            @escaping @Sendable @isolated(any) (Inputs.Element) throws -> BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<[Success]> where Inputs.Element: Sendable, Inputs.Iterator: SendableMetatype {
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
    ///   - inputs: The inputs. A sequence that is not `Sendable` must not be used elsewhere.
    ///   - limit: The most inputs to work on at a time; less than 1 counts as 1.
    ///   - cancellationToken: Cancels the result and the running work immediately; no further work starts.
    ///   - transform: The work on one input. Its token is cancelled together with its Swift task.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task of the results, in the order of the inputs. After a failure or a cancellation no further work
    ///   starts, and the task completes like `whenAll` once the running work has.
    public static func map<Inputs: Sequence>(
        _ inputs: sending Inputs,
        atMost limit: Int,
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) transform:
            @escaping @Sendable @isolated(any) (_ input: Inputs.Element, _ token: CancellationToken) async throws ->
            Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<[Success]> where Inputs.Element: Sendable, Inputs.Iterator: SendableMetatype {
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
