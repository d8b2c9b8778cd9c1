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

    static var noValue: Self { get }

    /// Whether this is `nil`, or holds another optional that is.
    var isNil: Bool { get }
}

extension Optional: OptionalValue {
    fileprivate static var wrappedType: any Any.Type { Wrapped.self }

    fileprivate static var noValue: Wrapped? { nil }

    fileprivate var isNil: Bool {
        guard case let value? = self else { return true }
        return (value as? any OptionalValue)?.isNil ?? false
    }
}

/// Applies Bolts' rule to the value of a block: a task is waited for, any other value is the result.
///
/// The value's static type may hide a task in two ways. `Any`, `AnyObject`, `any Sendable` and their optionals can hold one;
/// then its result is the result. An optional task has a type of its own; then the result is that task, once it has
/// succeeded.
func unwrapped<Output: Sendable>(_ returned: Output) -> BoltsTask<Output> {
    guard mayHoldTask(Output.self) else { return BoltsTask(result: returned) }
    guard let task = returned as? any AnyTask else { return BoltsTask(result: withoutNestedNil(returned)) }
    return holdsAnything(Output.self) ? task.withResult(as: Output.self) : task.whenSuccessful(returned)
}

/// Returns `nil` for a value that may be anything and holds an optional that is `nil`.
///
/// `return task.result` makes such a value, because the result of a task whose results may be anything is a double optional.
private func withoutNestedNil<Output>(_ value: Output) -> Output {
    guard holdsAnything(Output.self), let optional = value as Any as? any OptionalValue, optional.isNil else {
        return value
    }
    return type(of: optional).noValue as? Output ?? value
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
