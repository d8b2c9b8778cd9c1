// Every entry point makes its node's operation here, where the types are known to the caller's compiler; see
// `TaskCore`. The operation is a closure without captures, so it costs nothing to make.
//
// A `consuming` continuation would save a retain and a release for each that captures; in debug builds of Swift 6.3.1 its
// context is then released once too often.

extension BoltsTask {
    // MARK: Whatever the outcome

    /// Runs a closure when this task ends, in whichever way.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs. The default runs it on the thread that completes this task.
    ///   - cancellationToken: Cancels the result at once, unless the closure has started.
    ///   - continuation: Given this task, which has ended. What it returns or throws is the outcome of the result;
    ///     throwing `CancellationError` cancels it.
    /// - Returns: The task of what the closure returns.
    @inlinable
    @discardableResult
    public final func continueWith<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        typealias Node = ContinuationNode<BoltsTask<Success>, Output>
        let node = Node(executor, continuation) { node, upstream, event in
            let node = unsafeDowncast(node, to: Node.self)
            switch event {
            case .run: return node.run(with: unsafeDowncast(upstream, to: BoltsTask<Success>.self))
            case .accepts: return true
            case .adopt, .discard: return node.respond(to: event, from: upstream)
            }
        }
        attach(node, cancellationToken)
        return node
    }

    /// Runs a closure when this task ends, in whichever way, and goes on with the task it returns.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs.
    ///   - cancellationToken: Cancels the result at once, unless the closure is running at that moment; the task it
    ///     returned is not touched.
    ///   - continuation: Given this task, which has ended. Returns the task whose outcome becomes the result's.
    /// - Returns: A task that ends as the one returned by the closure does.
    @inlinable
    @discardableResult
    public final func continueWithTask<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        typealias Node = FlatteningNode<BoltsTask<Success>, Output>
        let node = Node(executor, isLinkable: cancellationToken.storage == nil, continuation) { node, upstream, event in
            let node = unsafeDowncast(node, to: Node.self)
            switch event {
            case .run:
                if node.flags.contains(.adopting) { return node.adopt(upstream) }
                return node.run(with: unsafeDowncast(upstream, to: BoltsTask<Success>.self))
            case .accepts: return true
            case .adopt, .discard: return node.respond(to: event, from: upstream)
            }
        }
        attach(node, cancellationToken)
        return node
    }

    // MARK: On success

    /// Runs a closure when this task succeeds.
    ///
    /// An error or a cancellation passes by it to the result.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs; not touched when the closure is skipped.
    ///   - cancellationToken: Cancels the result at once, unless the closure has started.
    ///   - continuation: Given the result of this task.
    /// - Returns: The task of what the closure returns.
    @inlinable
    @discardableResult
    public final func continueOnSuccessWith<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (Success) throws -> Output
    ) -> BoltsTask<Output> {
        typealias Node = ContinuationNode<Success, Output>
        let node = Node(executor, continuation) { node, upstream, event in
            let node = unsafeDowncast(node, to: Node.self)
            switch event {
            case .run:
                if upstream.end == .success {
                    return node.run(with: unsafeDowncast(upstream, to: BoltsTask<Success>.self).success)
                }
                node.body = nil
                node.copyFailure(of: upstream)
                return true
            case .accepts: return upstream.end == .success
            case .adopt, .discard: return node.respond(to: event, from: upstream)
            }
        }
        attach(node, cancellationToken)
        return node
    }

    /// Runs a closure when this task succeeds, and goes on with the task it returns.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs; not touched when the closure is skipped.
    ///   - cancellationToken: Cancels the result at once, unless the closure is running at that moment.
    ///   - continuation: Given the result of this task. Returns the task whose outcome becomes the result's.
    /// - Returns: A task that ends as the one returned by the closure does, or as this one if it did not succeed.
    @inlinable
    @discardableResult
    public final func continueOnSuccessWithTask<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (Success) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        typealias Node = FlatteningNode<Success, Output>
        let node = Node(executor, isLinkable: cancellationToken.storage == nil, continuation) { node, upstream, event in
            let node = unsafeDowncast(node, to: Node.self)
            switch event {
            case .run:
                if node.flags.contains(.adopting) { return node.adopt(upstream) }
                if upstream.end == .success {
                    return node.run(with: unsafeDowncast(upstream, to: BoltsTask<Success>.self).success)
                }
                node.body = nil
                node.copyFailure(of: upstream)
                return true
            case .accepts: return upstream.end == .success
            case .adopt, .discard: return node.respond(to: event, from: upstream)
            }
        }
        attach(node, cancellationToken)
        return node
    }

    // MARK: On error

    /// Runs a closure when this task fails with an error of a given type.
    ///
    /// A result, a cancellation or an error of another type passes by it.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs; not touched when the closure is skipped.
    ///   - cancellationToken: Cancels the result at once, unless the closure has started.
    ///   - continuation: Given the error; its parameter's type says which errors (`(error: any Error) in` for all).
    /// - Returns: A task of what the closure returns, or of this task's result.
    @inlinable
    @discardableResult
    public final func continueOnErrorWith<Failure: Error>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (Failure) throws -> Success
    ) -> BoltsTask<Success> {
        typealias Node = ContinuationNode<Failure, Success>
        let node = Node(executor, continuation) { node, upstream, event in
            let node = unsafeDowncast(node, to: Node.self)
            switch event {
            case .run:
                if let failure = upstream.failure as? Failure { return node.run(with: failure) }
                node.body = nil
                return node.adopt(upstream)
            case .accepts: return upstream.failure is Failure
            case .adopt, .discard: return node.respond(to: event, from: upstream)
            }
        }
        attach(node, cancellationToken)
        return node
    }

    /// Runs a closure when this task fails with an error of a given type, and goes on with the task it returns.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs; not touched when the closure is skipped.
    ///   - cancellationToken: Cancels the result at once, unless the closure is running at that moment.
    ///   - continuation: Given the error. Returns the task whose outcome becomes the result's.
    /// - Returns: A task that ends as the one returned by the closure does, or as this one if it was skipped.
    @inlinable
    @discardableResult
    public final func continueOnErrorWithTask<Failure: Error>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (Failure) throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> {
        typealias Node = FlatteningNode<Failure, Success>
        let node = Node(executor, isLinkable: cancellationToken.storage == nil, continuation) { node, upstream, event in
            let node = unsafeDowncast(node, to: Node.self)
            switch event {
            case .run:
                if node.flags.contains(.adopting) { return node.adopt(upstream) }
                if let failure = upstream.failure as? Failure { return node.run(with: failure) }
                node.body = nil
                return node.adopt(upstream)
            case .accepts: return upstream.failure is Failure
            case .adopt, .discard: return node.respond(to: event, from: upstream)
            }
        }
        attach(node, cancellationToken)
        return node
    }

    // MARK: Finally

    /// Runs a closure when this task ends, in whichever way, and passes its outcome on.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs.
    ///   - cancellationToken: Cancels the result at once, unless the closure has started.
    ///   - cleanup: What to do. An error it throws becomes the outcome of the result.
    /// - Returns: A task that ends as this one did, after the closure.
    @inlinable
    @discardableResult
    public final func finally(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        cleanup: @escaping @Sendable () throws -> Void
    ) -> BoltsTask<Success> {
        continueWithTask(executor, cancellationToken: cancellationToken) { task in
            try cleanup()
            return task
        }
    }
}
