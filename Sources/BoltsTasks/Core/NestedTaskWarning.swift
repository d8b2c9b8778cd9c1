internal import CBoltsTasks
internal import Synchronization

/// The warning about a closure whose value is a task, which nothing waits for and whose error is lost.
///
/// The compiler does not refuse such closures: an overload for them would make it try two methods at each continuation of every
/// chain. So debug builds look at the values instead, and warn once for each type.
@usableFromInline
package enum NestedTaskWarning {
    private struct State {
        var warnedTypes: Set<String> = []
        var handler: (@Sendable (String) -> Void)?
    }

    private static let state = Mutex(State())

    /// Warns if a value that a closure returned is a task, whatever its static type is.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - outer: The task whose result it is.
    /// - Returns: True, so that it can be called in an assertion, which release builds do not evaluate.
    @usableFromInline @inline(never)
    static func check<Value>(_ value: Value, of outer: _TaskCore) -> Bool {
        guard let task = value as? _TaskCore else { return true }
        let result = "BoltsTask<\(Value.self)>"
        let (isNew, handler) = state.withLock { state in
            (state.warnedTypes.insert(result).inserted, state.handler)
        }
        guard isNew else { return true }
        let message =
            "a closure\(place(of: outer)) returned a \(type(of: task).typeName), which nothing waits for: the result is "
            + "\(result), and an error of the returned task is lost. Use the method whose name ends in Task, such as "
            + "continueWithTask, thenTask or alwaysTask."
        if let handler { handler(message) } else { unsafe bolts_warn(message) }
        return true
    }

    /// Where the task was created, which diagnostics know if they are on.
    private static func place(of task: _TaskCore) -> String {
        guard bolts_diagnostics_enabled(), let place = DiagnosticRegistry.place(of: task) else { return "" }
        return " at \(place.file):\(place.line)"
    }

    /// Has the warnings given to a closure instead of the standard error, and forgets which were given; `nil` ends that.
    package static func redirect(to handler: (@Sendable (String) -> Void)?) {
        let old = state.withLock { state in
            defer { state = State(handler: handler) }
            return state.handler
        }
        // A closure of the caller's is not released under the lock.
        withExtendedLifetime(old) {}
    }
}
