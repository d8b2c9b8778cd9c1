internal import CBoltsTasks
internal import Synchronization

extension BoltsTask {
    /// Blocks the calling thread until this task has completed.
    ///
    /// Prefer `await` (``value``) or a continuation. Blocking can deadlock:
    ///
    /// - A continuation deadlocks if it waits for a later continuation of the same task, which starts only when the earlier one
    ///   returns.
    /// - Code on a serial queue that waits for work on the same queue never returns.
    /// - On the main thread, work that needs the main thread never completes. The first such call in a process prints a warning
    ///   to standard error.
    ///
    /// Give a timeout if any of this may happen.
    ///
    /// ```swift
    /// func lengthOrNil(_ page: BoltsTask<String>) -> Int? {
    ///     page.waitUntilCompleted(timeout: .seconds(5)) ? page.result?.count : nil
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - timeout: The maximum time to wait; `nil` waits without limit.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: Whether the task has completed.
    @available(*, noasync, message: "blocks the thread; use 'try await task.value'", renamed: "value")
    @discardableResult
    public final func waitUntilCompleted(
        timeout: Duration? = nil,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> Bool {
        _TaskCore.runDeferredQueueBeforeBlocking()
        if isCompleted { return true }
        if MainQueue.isCurrent { MainThreadWarning.warn(self) }
        let waiter = WaitNode()
        let place = SourceLocation(file, line, function)
        if bolts_diagnostics_enabled() { DiagnosticRegistry.record(blockedThread: waiter, waitsFor: self, place) }
        defer { if bolts_diagnostics_enabled() { DiagnosticRegistry.recordEnd(of: waiter) } }
        attachCancellable(waiter)
        return waiter.wait(timeout)
    }
}

/// The warning about blocking the main thread, which is printed once per process.
private enum MainThreadWarning {
    private static let isPrinted = Atomic<Bool>(false)

    static func warn(_ task: some CustomStringConvertible) {
        if isPrinted.exchange(true, ordering: .relaxed) { return }
        unsafe bolts_warn(
            "the main thread waits for \(task). If its work needs the main thread, it never completes; "
                + "continue with .mainThread, or use 'await task.value'."
        )
    }
}
