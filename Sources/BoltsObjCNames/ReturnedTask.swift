internal import BoltsTasks

/// What a block of unknown type may have returned: a task of whatever.
private protocol ReturnedTask {
    var withAnyResult: BoltsTask<(any Sendable)?> { get }
}

extension BoltsTask: ReturnedTask {
    fileprivate var withAnyResult: BoltsTask<(any Sendable)?> { continueOnSuccessWith(.immediate) { $0 } }
}

/// Bolts' rule for what a block returns: a task is waited for, and anything else is the result.
func unwrapped(_ returned: (any Sendable)?) -> BoltsTask<(any Sendable)?> {
    (returned as? any ReturnedTask)?.withAnyResult ?? BoltsTask(result: returned)
}
