// The names of other libraries for these methods, as in `BoltsTask+UnavailableNames.swift`.
extension TaskCompletionSource {
    /// Unavailable: ``trySet(result:file:line:)``.
    @available(*, unavailable, message: "write 'trySet(result:)', or 'set(result:)' where a second call is a mistake")
    public func fulfill(_ result: Success) { fatalError("unavailable") }

    /// Unavailable: ``trySet(result:file:line:)``.
    @available(*, unavailable, message: "write 'trySet(result:)', or 'set(result:)' where a second call is a mistake")
    public func resolve(_ result: Success) { fatalError("unavailable") }

    /// Unavailable: ``trySet(error:file:line:)``.
    @available(*, unavailable, message: "write 'trySet(error:)', or 'set(error:)' where a second call is a mistake")
    public func reject(_ error: any Error) { fatalError("unavailable") }
}
