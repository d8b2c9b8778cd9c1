// What other libraries call the short forms: the error says the name here.
extension BoltsTask {
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

    /// Unavailable: `recover`.
    @available(
        *,
        unavailable,
        message:
            "write 'recover', whose closure returns what takes the place of the failure, or 'always' to look at the error"
    )
    public final func `catch`(_ body: (any Error) throws -> Void) -> BoltsTask<Success> {
        fatalError("unavailable")
    }
}
