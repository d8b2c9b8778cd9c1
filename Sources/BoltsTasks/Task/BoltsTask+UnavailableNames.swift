// Names from other libraries, all unavailable: the compiler's error names the method to use instead.
extension BoltsTask {
    // MARK: After success

    /// Unavailable: ``then(cancellationToken:_:file:line:function:)``.
    @available(*, unavailable, message: "write 'then': it runs a closure on success and returns a task of its result")
    public final func map<Output: Sendable>(_ transform: (Success) throws -> Output) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Unavailable: ``thenTask(cancellationToken:_:file:line:function:)``.
    @available(
        *,
        unavailable,
        message: "write 'thenTask': it runs a closure on success and waits for the task it returns"
    )
    public final func flatMap<Output: Sendable>(
        _ transform: (Success) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Unavailable: ``then(cancellationToken:_:file:line:function:)``.
    @available(*, unavailable, message: "write 'then'")
    @discardableResult
    public final func done(_ body: (Success) throws -> Void) -> BoltsTask<Void> { fatalError("unavailable") }

    /// Unavailable: ``then(cancellationToken:_:file:line:function:)``.
    @available(*, unavailable, message: "write 'then'")
    @discardableResult
    public final func onSuccess(_ body: (Success) throws -> Void) -> BoltsTask<Void> { fatalError("unavailable") }

    /// Unavailable: ``withDelay(_:clock:cancellationToken:file:line:function:)``.
    @available(
        *,
        unavailable,
        message: "write 'thenTask { value in BoltsTask.withDelay(time).then { value } }'"
    )
    public final func delay(_ duration: Duration) -> BoltsTask<Success> { fatalError("unavailable") }

    // MARK: After an error or in any case

    /// Unavailable: `recover`.
    @available(
        *,
        unavailable,
        message:
            "write 'recover', whose closure returns a value in place of the failure, or 'always' to look at the error"
    )
    public final func `catch`(_ body: (any Error) throws -> Void) -> BoltsTask<Success> {
        fatalError("unavailable")
    }

    /// Unavailable: `recover`.
    @available(
        *,
        unavailable,
        message:
            "write 'recover', whose closure returns a value in place of the failure, or 'always' to look at the error"
    )
    @discardableResult
    public final func onFailure(_ body: (any Error) throws -> Void) -> BoltsTask<Success> { fatalError("unavailable") }

    /// Unavailable: ``always(cancellationToken:_:file:line:function:)``.
    @available(*, unavailable, message: "write 'always': its closure is given the completed task")
    @discardableResult
    public final func onComplete(_ body: (BoltsTask<Success>) throws -> Void) -> BoltsTask<Success> {
        fatalError("unavailable")
    }

    /// Unavailable: ``alwaysTask(cancellationToken:_:file:line:function:)``.
    @available(*, unavailable, message: "write 'alwaysTask { task in …; return task }': the outcome passes through")
    @discardableResult
    public final func tap(_ body: (BoltsTask<Success>) throws -> Void) -> BoltsTask<Success> {
        fatalError("unavailable")
    }

    /// Unavailable: `finally`.
    @available(*, unavailable, message: "write 'finally'")
    @discardableResult
    public final func ensure(_ body: () throws -> Void) -> BoltsTask<Success> { fatalError("unavailable") }

    // MARK: Cancelling and waiting

    /// Unavailable: ``CancellationTokenSource/cancel(reason:)``.
    @available(
        *,
        unavailable,
        message: "give the work the token of a CancellationTokenSource, and cancel that: others may wait for the task"
    )
    public final func cancel() { fatalError("unavailable") }

    /// Unavailable: ``CancellationToken/register(_:)``.
    @available(
        *,
        unavailable,
        message: "write 'token.register' where the work is stopped, or 'always' and read 'isCancelled'"
    )
    @discardableResult
    public final func onCancel(_ body: () throws -> Void) -> BoltsTask<Success> { fatalError("unavailable") }

    /// Unavailable: use ``value`` or ``waitUntilCompleted(timeout:file:line:function:)``.
    @available(
        *,
        unavailable,
        message: "write 'try await task.value'; to block a thread, 'waitUntilCompleted(timeout:)'"
    )
    public final func wait() throws -> Success { fatalError("unavailable") }

    // MARK: Several tasks

    /// Unavailable: use `whenFirst` or `whenAny`.
    @available(
        *,
        unavailable,
        message: "write 'whenFirst' for the first task to complete, 'whenAny' for the first to succeed"
    )
    public static func race(_ tasks: some Sequence<BoltsTask<Success>>) -> BoltsTask<Success> {
        fatalError("unavailable")
    }

    /// Unavailable: use `whenAllResult` or `whenAllSucceed`.
    @available(
        *,
        unavailable,
        message: "write 'whenAllResult' for all results, 'whenAllSucceed' to end with the first failure"
    )
    public static func all(_ tasks: some Sequence<BoltsTask<Success>>) -> BoltsTask<[Success]> {
        fatalError("unavailable")
    }

    // MARK: Without a task

    /// Unavailable: ``withDelay(_:clock:cancellationToken:file:line:function:)``.
    @available(*, unavailable, message: "write 'BoltsTask.withDelay'")
    public static func delay(_ duration: Duration) -> BoltsTask<Void> where Success == Void {
        fatalError("unavailable")
    }

    // MARK: With a type that is not Void

    /// Unavailable: use ``withDelay(_:clock:cancellationToken:file:line:function:)``, whose result is `Void`.
    @available(*, unavailable, message: "write 'BoltsTask.withDelay' without a type: its result is Void")
    @_disfavoredOverload
    public static func withDelay(
        _ delay: Duration,
        clock: some Clock<Duration> = ContinuousClock(),
        cancellationToken: CancellationToken = .none
    ) -> BoltsTask<Success> {
        fatalError("unavailable")
    }

    /// Unavailable: use ``zip(_:cancellationToken:file:line:function:)``, whose type follows from the tasks.
    @available(*, unavailable, message: "write 'BoltsTask.zip' without a type: it follows from the tasks")
    @_disfavoredOverload
    public static func zip<each Output: Sendable>(
        _ tasks: repeat BoltsTask<each Output>,
        cancellationToken: CancellationToken = .none
    ) -> BoltsTask<(repeat each Output)> {
        fatalError("unavailable")
    }
}
