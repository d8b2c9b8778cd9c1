public import BoltsTasks

extension BoltsTask {
    /// Returns a task with the same outcome and another result type.
    ///
    /// It replaces `task as! BFTask<Value>`: Objective-C did not check the type of a task's result. In Swift, tasks of
    /// different types are unrelated, and the cast stops the program.
    ///
    /// - Parameters:
    ///   - type: The type of the task. For `BFTask<Void>` the result is dropped.
    ///   - file: The file that `TaskDiagnostics` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task that fails with ``ResultCastError`` if the result is not of the type.
    @available(*, deprecated, message: "Give the task the type of its result where it is created.")
    public final func cast<Value: Sendable>(
        to type: BoltsTask<Value>.Type,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Value> {
        whenSucceeded(.immediate, nil, CallSite(file, line, function)) { result in
            if let value = result as? Value { return BoltsTask<Value>(result: value) }
            if let nothing = () as? Value { return BoltsTask<Value>(result: nothing) }
            throw ResultCastError(description: "the result \(result) is not of the type \(Value.self)")
        }
    }
}

/// The result of a task does not have the type that `cast(to:)` requested.
///
/// ```swift
/// func name(of user: BoltsTask<Int>) -> BoltsTask<String> {
///     user.cast(to: BoltsTask<String>.self).continueOnErrorWith { (error: ResultCastError) in "\(error)" }
/// }
/// ```
public struct ResultCastError: Error, Sendable, CustomStringConvertible {
    /// The result and the expected type.
    public let description: String
}
