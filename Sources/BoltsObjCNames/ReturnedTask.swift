internal import BoltsTasks

/// What a block of unknown type may have returned: a task of whatever.
private protocol ReturnedTask {
    func withResult<Result: Sendable>(as type: Result.Type) -> BoltsTask<Result>
}

extension BoltsTask: ReturnedTask {
    fileprivate func withResult<Result: Sendable>(as type: Result.Type) -> BoltsTask<Result> {
        // Asked for only with types that anything is of.
        continueOnSuccessWith(.immediate) { $0 as! Result }
    }
}

/// Bolts' rule for what a block returns: a task is waited for, and anything else is the result.
///
/// Blocks that do not say what they return are declared to return `Any?` or `AnyObject?`, which only Swift 5 lets through,
/// or `(any Sendable)?`. Others have said it.
func unwrapped<Output: Sendable>(_ returned: Output) -> BoltsTask<Output> {
    if isOfAnyType(Output.self), let task = returned as? any ReturnedTask { return task.withResult(as: Output.self) }
    return BoltsTask(result: returned)
}

private func isOfAnyType<Output>(_ type: Output.Type) -> Bool {
    type == Any?.self || type == AnyObject?.self || type == (any Sendable)?.self
}
