// Each entry point makes its node's operation here, where the types are known to the caller's compiler; see `_TaskCore`.
// The operation is a closure without captures, so making it costs nothing.
//
// A `consuming` continuation would save a retain and a release for each one that captures, but in debug builds of Swift
// 6.3.1 its context is then released once too often.

extension BoltsTask {
    // MARK: On any outcome

    /// Runs a closure when this task completes, with any outcome.
    ///
    /// If the closure's value is declared as `Any`, `AnyObject`, `any Sendable` or an optional of them and is a task, that task
    /// is waited for.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs. The default runs it on the thread that completes this task.
    ///   - cancellationToken: Cancels the result immediately, unless the closure has started.
    ///   - continuation: Called with this task, which has completed. What it returns or throws is the outcome of the
    ///     result; throwing `CancellationError` cancels it.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: The task of the closure's result.
    @inlinable
    @discardableResult
    public final func continueWith<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        if ReturnedTask.canBe(Output.self) {
            return continueWithTask(
                executor,
                cancellationToken: cancellationToken,
                continuation: { ReturnedTask.unwrapped(try continuation($0)) },
                file: file,
                line: line,
                function: function
            )
        }
        typealias Node = TaskContinuationNode<Success>.BoltsTask<Output>
        let node = Node(executor, continuation) { node, upstream, event in
            let node = unsafe unsafeDowncast(node, to: Node.self)
            switch event {
            case .run: return unsafe node.run(with: unsafeDowncast(upstream, to: BoltsTask<Success>.self))
            case .accepts: return true
            case .adopt, .discard: return node.respond(to: event, from: upstream)
            }
        }
        attach(node, cancellationToken, SourceLocation(file, line, function))
        return node
    }

    /// Runs a closure when this task completes, with any outcome, and then waits for the task it returns.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs.
    ///   - cancellationToken: Cancels the result immediately, unless the closure is running at that moment. The task that the
    ///     closure returned is not cancelled.
    ///   - continuation: Called with this task, which has completed. Returns the task whose outcome becomes the
    ///     result's.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with the outcome of the returned task.
    @inlinable
    @discardableResult
    public final func continueWithTask<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        typealias Node = TaskFlatteningNode<Success>.BoltsTask<Output>
        let node = Node(executor, forwarding: cancellationToken.forwarding, continuation) {
            node,
            upstream,
            event in
            let node = unsafe unsafeDowncast(node, to: Node.self)
            switch event {
            case .run:
                if node.flags.contains(.adopting) { return node.adopt(upstream) }
                return unsafe node.run(with: unsafeDowncast(upstream, to: BoltsTask<Success>.self))
            case .accepts: return true
            case .adopt, .discard: return node.respond(to: event, from: upstream)
            }
        }
        attach(node, cancellationToken, SourceLocation(file, line, function))
        return node
    }

    // MARK: On success

    /// Runs a closure when this task succeeds.
    ///
    /// If this task fails or is cancelled, the closure is skipped and the result has the same outcome.
    ///
    /// If the closure's value is declared as `Any`, `AnyObject`, `any Sendable` or an optional of them and is a task, that task
    /// is waited for.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs; not used if the closure is skipped.
    ///   - cancellationToken: Cancels the result immediately, unless the closure has started.
    ///   - continuation: Called with the result of this task.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: The task of the closure's result.
    @inlinable
    @discardableResult
    public final func continueOnSuccessWith<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (Success) throws -> Output,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        if ReturnedTask.canBe(Output.self) {
            return continueOnSuccessWithTask(
                executor,
                cancellationToken: cancellationToken,
                continuation: { ReturnedTask.unwrapped(try continuation($0)) },
                file: file,
                line: line,
                function: function
            )
        }
        typealias Node = ContinuationNode<Success>.BoltsTask<Output>
        let node = Node(executor, continuation) { node, upstream, event in
            let node = unsafe unsafeDowncast(node, to: Node.self)
            switch event {
            case .run:
                if upstream.status == .success {
                    return unsafe node.run(with: unsafeDowncast(upstream, to: BoltsTask<Success>.self).success)
                }
                node.body = nil
                node.copyFailure(of: upstream)
                return true
            case .accepts: return upstream.status == .success
            case .adopt, .discard: return node.respond(to: event, from: upstream)
            }
        }
        attach(node, cancellationToken, SourceLocation(file, line, function))
        return node
    }

    /// Runs a closure when this task succeeds, and then waits for the task it returns.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs; not used if the closure is skipped.
    ///   - cancellationToken: Cancels the result immediately, unless the closure is running at that moment.
    ///   - continuation: Called with the result of this task. Returns the task whose outcome becomes the result's.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with the outcome of the returned task, or of this one if it did not succeed.
    @inlinable
    @discardableResult
    public final func continueOnSuccessWithTask<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (Success) throws -> BoltsTask<Output>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        typealias Node = FlatteningNode<Success>.BoltsTask<Output>
        let node = Node(executor, forwarding: cancellationToken.forwarding, continuation) {
            node,
            upstream,
            event in
            let node = unsafe unsafeDowncast(node, to: Node.self)
            switch event {
            case .run:
                if node.flags.contains(.adopting) { return node.adopt(upstream) }
                if upstream.status == .success {
                    return unsafe node.run(with: unsafeDowncast(upstream, to: BoltsTask<Success>.self).success)
                }
                node.body = nil
                node.copyFailure(of: upstream)
                return true
            case .accepts: return upstream.status == .success
            case .adopt, .discard: return node.respond(to: event, from: upstream)
            }
        }
        attach(node, cancellationToken, SourceLocation(file, line, function))
        return node
    }

    // MARK: On error

    /// Runs a closure when this task fails with an error of a given type.
    ///
    /// On success, on cancellation and for other errors, the closure is skipped and the result has the same outcome.
    ///
    /// If the closure's value is declared as `Any`, `AnyObject`, `any Sendable` or an optional of them and is a task, that task
    /// is waited for.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs; not used if the closure is skipped.
    ///   - cancellationToken: Cancels the result immediately, unless the closure has started.
    ///   - continuation: Called with the error. The type of its parameter selects the errors; `(error: any Error) in` accepts
    ///     all.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task of the closure's result, or of this task's.
    @inlinable
    @discardableResult
    public final func continueOnErrorWith<ErrorType: Error>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (ErrorType) throws -> Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        if ReturnedTask.canBe(Success.self) {
            return continueOnErrorWithTask(
                executor,
                cancellationToken: cancellationToken,
                continuation: { (error: ErrorType) in ReturnedTask.unwrapped(try continuation(error)) },
                file: file,
                line: line,
                function: function
            )
        }
        typealias Node = ContinuationNode<ErrorType>.BoltsTask<Success>
        let node = Node(executor, continuation) { node, upstream, event in
            let node = unsafe unsafeDowncast(node, to: Node.self)
            switch event {
            case .run:
                if let failure = upstream.failure as? ErrorType { return node.run(with: failure) }
                node.body = nil
                return node.adopt(upstream)
            case .accepts: return upstream.failure is ErrorType
            case .adopt, .discard: return node.respond(to: event, from: upstream)
            }
        }
        attach(node, cancellationToken, SourceLocation(file, line, function))
        return node
    }

    /// Runs a closure when this task fails with an error of a given type, and then waits for the task it returns.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs; not used if the closure is skipped.
    ///   - cancellationToken: Cancels the result immediately, unless the closure is running at that moment.
    ///   - continuation: Called with the error. Returns the task whose outcome becomes the result's.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with the outcome of the returned task, or of this one if the closure was skipped.
    @inlinable
    @discardableResult
    public final func continueOnErrorWithTask<ErrorType: Error>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (ErrorType) throws -> BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        typealias Node = FlatteningNode<ErrorType>.BoltsTask<Success>
        let node = Node(executor, forwarding: cancellationToken.forwarding, continuation) {
            node,
            upstream,
            event in
            let node = unsafe unsafeDowncast(node, to: Node.self)
            switch event {
            case .run:
                if node.flags.contains(.adopting) { return node.adopt(upstream) }
                if let failure = upstream.failure as? ErrorType { return node.run(with: failure) }
                node.body = nil
                return node.adopt(upstream)
            case .accepts: return upstream.failure is ErrorType
            case .adopt, .discard: return node.respond(to: event, from: upstream)
            }
        }
        attach(node, cancellationToken, SourceLocation(file, line, function))
        return node
    }

    // MARK: Finally

    /// Runs a closure when this task completes, and then passes on the outcome.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs.
    ///   - cancellationToken: Cancels the result immediately, unless the closure has started.
    ///   - cleanup: The closure. An error that it throws becomes the outcome of the result.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task that completes after the closure, with this task's outcome.
    @inlinable
    @discardableResult
    public final func finally(
        _ executor: BoltsExecutor,
        cancellationToken: CancellationToken = .none,
        cleanup: @escaping @Sendable () throws -> Void,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        typealias Node = FinallyNode.BoltsTask<Success>
        let node = Node(executor, cleanup) { node, upstream, event in
            let node = unsafe unsafeDowncast(node, to: Node.self)
            switch event {
            case .run: return node.run(after: upstream)
            case .accepts: return true
            case .adopt, .discard: return node.respond(to: event, from: upstream)
            }
        }
        attach(node, cancellationToken, SourceLocation(file, line, function))
        return node
    }
}
