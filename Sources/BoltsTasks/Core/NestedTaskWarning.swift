internal import CBoltsTasks
internal import Synchronization

/// Warns about a closure that returns a task as a value: nothing waits for that task, and its error is lost.
///
/// The compiler accepts such closures, because an overload for them would double the candidates at each continuation of a
/// chain. So debug builds check the values instead, and warn once for each type.
@usableFromInline
package enum NestedTaskWarning {
    private struct State {
        var warnedTypes: Set<String> = []
        var handler: (@Sendable (String) -> Void)?
    }

    private static let state = Mutex(State())

    /// Warns if the result of a task is a task, whatever its static type is.
    ///
    /// Returns `true`, so that the call can be in an assertion, which release builds do not evaluate.
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

    /// The place where the task was created, which is known if diagnostics are on.
    private static func place(of task: _TaskCore) -> String {
        guard bolts_diagnostics_enabled(), let place = DiagnosticRegistry.place(of: task) else { return "" }
        return " at \(place.file):\(place.line)"
    }

    /// Passes the warnings to a closure instead of standard error, and forgets the earlier ones; `nil` ends that.
    package static func redirect(to handler: (@Sendable (String) -> Void)?) {
        let old = state.withLock { state in
            defer { state = State(handler: handler) }
            return state.handler
        }
        // The caller's closure is not released under the lock.
        withExtendedLifetime(old) {}
    }
}
