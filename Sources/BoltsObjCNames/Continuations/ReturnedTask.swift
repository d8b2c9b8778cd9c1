internal import BoltsTasks

/// A task of any type, as the value of a block that may return a task.
private protocol AnyTask {
    func withResult<Result: Sendable>(as type: Result.Type) -> BoltsTask<Result>

    /// A task that completes with `value` once this one succeeds, and fails as this one does.
    func whenSuccessful<Value: Sendable>(_ value: Value) -> BoltsTask<Value>
}

extension BoltsTask: AnyTask {
    fileprivate func withResult<Result: Sendable>(as type: Result.Type) -> BoltsTask<Result> {
        // Only called for types that any value can be cast to.
        continueOnSuccessWith(.immediate) { $0 as! Result }
    }

    fileprivate func whenSuccessful<Value: Sendable>(_ value: Value) -> BoltsTask<Value> {
        continueOnSuccessWithTask(.immediate) { _ in BoltsTask<Value>(result: value) }
    }
}

private protocol OptionalValue {
    static var wrappedType: any Any.Type { get }
}

extension Optional: OptionalValue {
    fileprivate static var wrappedType: any Any.Type { Wrapped.self }
}

/// Applies Bolts' rule to the value of a block: a task is waited for, any other value is the result.
///
/// The value's static type may hide a task in two ways. `Any`, `AnyObject`, `any Sendable` and their optionals can hold one;
/// then its result is the result. An optional task has a type of its own; then the result is that task, once it has
/// succeeded.
func unwrapped<Output: Sendable>(_ returned: Output) -> BoltsTask<Output> {
    guard mayHoldTask(Output.self), let task = returned as? any AnyTask else { return BoltsTask(result: returned) }
    return holdsAnything(Output.self) ? task.withResult(as: Output.self) : task.whenSuccessful(returned)
}

private func holdsAnything<Output>(_ type: Output.Type) -> Bool {
    type == Any.self || type == AnyObject.self || type == (any Sendable).self
        || type == Any?.self || type == AnyObject?.self || type == (any Sendable)?.self
}

private func mayHoldTask<Output>(_ type: Output.Type) -> Bool {
    if holdsAnything(type) { return true }
    guard let optional = type as? any OptionalValue.Type else { return false }
    return optional.wrappedType is any AnyTask.Type
}
