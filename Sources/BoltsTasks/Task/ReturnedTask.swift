/// The rule of Bolts for a closure's value: a task is waited for, any other value is the result.
///
/// A method that takes a closure with a value applies the rule if the value's type does not show whether it is a task, as in
/// `{ task -> Any? in other() }`: in Swift 5's language mode such closures compile, and the task would be lost in the value.
@usableFromInline
package enum ReturnedTask {
    /// Whether values of any type, including tasks, can be converted to this type.
    ///
    /// Inlined, so that the compiler knows the answer for most concrete types and removes the check: continuations with
    /// numbers, texts or objects must not pay for it. Comparing the types at once would cost 119 instructions, because their
    /// metadata is looked up at run time.
    @inlinable @inline(__always)
    package static func canBe<Output>(_ type: Output.Type) -> Bool {
        let size = MemoryLayout<Output>.size
        guard size == MemoryLayout<Any>.size || size == MemoryLayout<AnyObject>.size else { return false }
        if _isPOD(type) || type is AnyClass { return false }
        return isAnything(type)
    }

    @usableFromInline @inline(never)
    static func isAnything(_ type: any Any.Type) -> Bool {
        #if compiler(<6.4) && !BOLTS_DOCUMENTED_SWIFT
        // The first field of a type's metadata is its kind: docs/design/tasks.md, "What depends on the compiler". Without this
        // check the answer is the same, but costs more.
        let kind = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
        let (optional, existential): (UInt, UInt) = (0x202, 0x303)
        guard kind == optional || kind == existential else { return false }
        #endif
        return type == Any.self || type == AnyObject.self || type == (any Sendable).self
            || type == Any?.self || type == AnyObject?.self || type == (any Sendable)?.self
    }

    /// Returns the task for a closure's value.
    ///
    /// The value's static type may hide a task in two ways. `Any`, `AnyObject`, `any Sendable` and their optionals can hold
    /// one; then the task's result is the result. An optional task has its own type; then the result is that task, once it has
    /// succeeded.
    @usableFromInline @inline(never)
    package static func unwrapped<Output: Sendable>(_ returned: Output) -> BoltsTask<Output> {
        guard canBe(Output.self) || isOptionalTask(Output.self) else { return BoltsTask(result: returned) }
        guard let task = returned as? any AnyTask else { return BoltsTask(result: withoutNestedNil(returned)) }
        return canBe(Output.self) ? task.withResult(as: Output.self) : task.whenSuccessful(returned)
    }

    /// Returns `nil` for a value whose type may hold anything and that holds a `nil` optional.
    ///
    /// `return task.result` makes such a value, because the result of a task whose results may be anything is a double optional.
    private static func withoutNestedNil<Output>(_ value: Output) -> Output {
        guard canBe(Output.self), let optional = value as Any as? any OptionalValue, optional.isNil else {
            return value
        }
        return type(of: optional).noValue as? Output ?? value
    }

    private static func isOptionalTask<Output>(_ type: Output.Type) -> Bool {
        (type as? any OptionalValue.Type)?.wrappedType is any AnyTask.Type
    }
}

/// A task of any type, as the value of a block that may return a task.
private protocol AnyTask {
    func withResult<Result: Sendable>(as type: Result.Type) -> BoltsTask<Result>

    /// A task that completes with `value` once this one succeeds, and fails as this one does.
    func whenSuccessful<Value: Sendable>(_ value: Value) -> BoltsTask<Value>
}

extension BoltsTask: AnyTask {
    fileprivate func withResult<Result: Sendable>(as type: Result.Type) -> BoltsTask<Result> {
        // A continuation that returns its own task must wait for its own result, and then fails.
        if let same = self as? BoltsTask<Result> { return same }
        // This is only called for types to which any value can be cast.
        return continueOnSuccessWithTask(.immediate) { BoltsTask<Result>(result: $0 as! Result) }
    }

    fileprivate func whenSuccessful<Value: Sendable>(_ value: Value) -> BoltsTask<Value> {
        continueOnSuccessWithTask(.immediate) { _ in BoltsTask<Value>(result: value) }
    }
}

private protocol OptionalValue {
    static var wrappedType: any Any.Type { get }

    static var noValue: Self { get }

    /// Whether this is `nil`, or holds another optional that is `nil`.
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
