internal import BoltsTasks

/// The place where old code calls an old name; diagnostics show it as the place of the task's creation.
struct CallSite {
    let file: StaticString
    let line: UInt
    let function: StaticString

    init(_ file: StaticString, _ line: UInt, _ function: StaticString) {
        self.file = file
        self.line = line
        self.function = function
    }
}

extension BoltsTask {
    /// Runs a block when this task completes, and waits for the task it returns.
    func whenCompleted<Output: Sendable>(
        _ executor: BoltsExecutor,
        _ cancellationToken: CancellationToken?,
        _ site: CallSite,
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueWithTask(
            executor,
            cancellationToken: cancellationToken ?? .none,
            continuation: block,
            file: site.file,
            line: site.line,
            function: site.function
        )
    }

    /// Runs a block on the main thread when this task completes, and waits for the task it returns.
    func whenCompleted<Output: Sendable>(
        on executor: MainThreadExecutor,
        _ cancellationToken: CancellationToken?,
        _ site: CallSite,
        _ block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueWithTask(
            on: executor,
            cancellationToken: cancellationToken ?? .none,
            continuation: block,
            file: site.file,
            line: site.line,
            function: site.function
        )
    }

    /// Runs a block when this task succeeds, and waits for the task it returns.
    func whenSucceeded<Output: Sendable>(
        _ executor: BoltsExecutor,
        _ cancellationToken: CancellationToken?,
        _ site: CallSite,
        _ block: @escaping @Sendable (Success) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(
            executor,
            cancellationToken: cancellationToken ?? .none,
            continuation: block,
            file: site.file,
            line: site.line,
            function: site.function
        )
    }

    /// Runs a block on the main thread when this task succeeds, and waits for the task it returns.
    func whenSucceeded<Output: Sendable>(
        on executor: MainThreadExecutor,
        _ cancellationToken: CancellationToken?,
        _ site: CallSite,
        _ block: @escaping @MainActor @Sendable (Success) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(
            on: executor,
            cancellationToken: cancellationToken ?? .none,
            continuation: block,
            file: site.file,
            line: site.line,
            function: site.function
        )
    }
}
