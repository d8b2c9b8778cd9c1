/// The main thread, as a place for continuations.
///
/// It is a type of its own so that a closure given to it is `@MainActor` with no annotation:
///
/// ```swift
/// @MainActor final class Screen {
///     var title = ""
///     func show(_ name: BoltsTask<String>) {
///         name.continueOnSuccessWith(.mainThread) { self.title = $0 }
///     }
/// }
/// ```
///
/// On the main thread the closure runs at once; from elsewhere it is sent to the main queue.
public struct MainThreadExecutor: Sendable {
    @usableFromInline let executor = BoltsExecutor(ExecutorStrategy(name: "mainThread", .mainThread))

    private init() {}

    /// The main thread.
    public static let mainThread = MainThreadExecutor()

    /// Runs a closure on the main thread: at once when already there.
    ///
    /// - Parameter work: What to run.
    public func execute(_ work: @escaping @MainActor @Sendable () -> Void) {
        executor.execute { MainActor.assumeIsolated(work) }
    }

    /// Makes a main-actor closure one that this executor may call.
    @usableFromInline
    static func hosted<Input: Sendable, Output: Sendable>(
        _ body: @escaping @MainActor @Sendable (Input) throws -> Output
    ) -> @Sendable (Input) throws -> Output {
        { input in try MainActor.assumeIsolated { try body(input) } }
    }
}

extension BoltsTask {
    /// Runs a closure on the main thread when this task ends, in whichever way.
    ///
    /// - Parameters:
    ///   - executor: `.mainThread`.
    ///   - cancellationToken: Cancels the result at once, unless the closure has started.
    ///   - continuation: Given this task, which has ended.
    /// - Returns: The task of what the closure returns.
    @inlinable
    @discardableResult
    public final func continueWith<Output: Sendable>(
        _ executor: MainThreadExecutor,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        let body = MainThreadExecutor.hosted(continuation)
        return continueWith(executor.executor, cancellationToken: cancellationToken, continuation: body)
    }

    /// Runs a closure on the main thread when this task ends, and goes on with the task it returns.
    ///
    /// - Parameters:
    ///   - executor: `.mainThread`.
    ///   - cancellationToken: Cancels the result at once, unless the closure is running at that moment.
    ///   - continuation: Given this task, which has ended.
    /// - Returns: A task that ends as the one returned by the closure does.
    @inlinable
    @discardableResult
    public final func continueWithTask<Output: Sendable>(
        _ executor: MainThreadExecutor,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        let body = MainThreadExecutor.hosted(continuation)
        return continueWithTask(executor.executor, cancellationToken: cancellationToken, continuation: body)
    }

    /// Runs a closure on the main thread when this task succeeds.
    ///
    /// - Parameters:
    ///   - executor: `.mainThread`.
    ///   - cancellationToken: Cancels the result at once, unless the closure has started.
    ///   - continuation: Given the result of this task.
    /// - Returns: The task of what the closure returns.
    @inlinable
    @discardableResult
    public final func continueOnSuccessWith<Output: Sendable>(
        _ executor: MainThreadExecutor,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @MainActor @Sendable (Success) throws -> Output
    ) -> BoltsTask<Output> {
        let body = MainThreadExecutor.hosted(continuation)
        return continueOnSuccessWith(executor.executor, cancellationToken: cancellationToken, continuation: body)
    }

    /// Runs a closure on the main thread when this task succeeds, and goes on with the task it returns.
    ///
    /// - Parameters:
    ///   - executor: `.mainThread`.
    ///   - cancellationToken: Cancels the result at once, unless the closure is running at that moment.
    ///   - continuation: Given the result of this task.
    /// - Returns: A task that ends as the one returned by the closure does.
    @inlinable
    @discardableResult
    public final func continueOnSuccessWithTask<Output: Sendable>(
        _ executor: MainThreadExecutor,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @MainActor @Sendable (Success) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        let body = MainThreadExecutor.hosted(continuation)
        return continueOnSuccessWithTask(executor.executor, cancellationToken: cancellationToken, continuation: body)
    }

    /// Runs a closure on the main thread when this task fails with an error of a given type.
    ///
    /// - Parameters:
    ///   - executor: `.mainThread`.
    ///   - cancellationToken: Cancels the result at once, unless the closure has started.
    ///   - continuation: Given the error.
    /// - Returns: A task of what the closure returns, or of this task's result.
    @inlinable
    @discardableResult
    public final func continueOnErrorWith<Failure: Error>(
        _ executor: MainThreadExecutor,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @MainActor @Sendable (Failure) throws -> Success
    ) -> BoltsTask<Success> {
        let body = MainThreadExecutor.hosted(continuation)
        return continueOnErrorWith(executor.executor, cancellationToken: cancellationToken, continuation: body)
    }

    /// Runs a closure on the main thread when this task fails, and goes on with the task it returns.
    ///
    /// - Parameters:
    ///   - executor: `.mainThread`.
    ///   - cancellationToken: Cancels the result at once, unless the closure is running at that moment.
    ///   - continuation: Given the error.
    /// - Returns: A task that ends as the one returned by the closure does, or as this one if it was skipped.
    @inlinable
    @discardableResult
    public final func continueOnErrorWithTask<Failure: Error>(
        _ executor: MainThreadExecutor,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @MainActor @Sendable (Failure) throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> {
        let body = MainThreadExecutor.hosted(continuation)
        return continueOnErrorWithTask(executor.executor, cancellationToken: cancellationToken, continuation: body)
    }

    /// Runs a closure on the main thread when this task ends, and passes its outcome on.
    ///
    /// - Parameters:
    ///   - executor: `.mainThread`.
    ///   - cancellationToken: Cancels the result at once, unless the closure has started.
    ///   - cleanup: What to do. An error it throws becomes the outcome of the result.
    /// - Returns: A task that ends as this one did, after the closure.
    @inlinable
    @discardableResult
    public final func finally(
        _ executor: MainThreadExecutor,
        cancellationToken: CancellationToken = .none,
        cleanup: @escaping @MainActor @Sendable () throws -> Void
    ) -> BoltsTask<Success> {
        continueWithTask(executor, cancellationToken: cancellationToken) { task in
            try cleanup()
            return task
        }
    }
}
