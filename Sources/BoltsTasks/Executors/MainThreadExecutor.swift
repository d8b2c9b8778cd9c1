/// Runs continuations on the main thread.
///
/// It is a separate type so that its closures are `@MainActor` without annotation. Its argument has a label, `on:`, so that the
/// compiler does not try both executor types for each continuation of a chain:
///
/// ```swift
/// @MainActor final class Screen {
///     var title = ""
///     func show(_ name: BoltsTask<String>) {
///         name.continueOnSuccessWith(on: .mainThread) { self.title = $0 }
///     }
/// }
/// ```
///
/// On the main thread the closure runs synchronously; from elsewhere it is sent to the main queue. The closure never runs, and
/// the task stays pending, in a program that does not serve its main queue (a command-line tool without `dispatchMain()`, a run
/// loop or an `async` main). On Linux, after an `async` main has started, a thread other than the first may serve that queue.
public struct MainThreadExecutor: Sendable {
    @usableFromInline let executor = BoltsExecutor(
        ExecutorStrategy(name: "mainThread", .mainThread, combinesContinuations: false)
    )

    private init() {}

    /// The executor of the main thread.
    public static let mainThread = MainThreadExecutor()

    /// Runs a closure on the main thread, synchronously if the caller is on it.
    ///
    /// - Parameter work: The closure.
    public func execute(_ work: @escaping @MainActor @Sendable () -> Void) {
        executor.execute { MainActor.assumeIsolated(work) }
    }

    /// Wraps a main-actor closure in one that this executor can call.
    @usableFromInline
    static func assumingMainThread<Input: Sendable, Output: Sendable>(
        _ body: @escaping @MainActor @Sendable (Input) throws -> Output
    ) -> @Sendable (Input) throws -> Output {
        { input in try MainActor.assumeIsolated { try body(input) } }
    }
}

extension BoltsExecutor {
    /// Unavailable: write `on: .mainThread`.
    ///
    /// The main thread's executor has its own type, and functions take it with the label `on:`.
    @available(*, unavailable, message: "write 'on: .mainThread', whose closures are isolated to the main actor")
    public static var mainThread: BoltsExecutor { fatalError("unavailable") }
}
