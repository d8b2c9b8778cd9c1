// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// A stand-in for Objective-C's `BFTaskCompletionSource`, whose task stays pending if the source is released.
public final class BFTaskCompletionSource<ResultType: AnyObject> {
    public let task = BFTask<ResultType>()

    public init() {}

    public func set(result: ResultType?) { task.complete(.init(value: result)) }
    public func set(error: Error) { task.complete(.init(error: error)) }
    public func cancel() { task.complete(.init(isCancelled: true)) }

    @discardableResult
    public func trySet(result: ResultType?) -> Bool {
        if task.isCompleted { return false }
        set(result: result)
        return true
    }

    @discardableResult
    public func trySet(error: Error) -> Bool {
        if task.isCompleted { return false }
        set(error: error)
        return true
    }

    // MARK: As Swift 3 spelled them

    public func setResult(_ result: ResultType?) { set(result: result) }
    public func setError(_ error: Error) { set(error: error) }

    @discardableResult
    public func trySetResult(_ result: ResultType?) -> Bool { trySet(result: result) }
}

/// A stand-in for Objective-C's `BFExecutor`.
public final class BFExecutor {
    private let strategy: (@escaping () -> Void) -> Void

    public init(block: @escaping (@escaping () -> Void) -> Void) { strategy = block }

    public static func `default`() -> BFExecutor { BFExecutor { $0() } }
    public static func immediate() -> BFExecutor { BFExecutor { $0() } }

    /// The programs here never leave the main thread.
    public static func mainThread() -> BFExecutor { BFExecutor { $0() } }

    public func execute(_ work: @escaping () -> Void) { strategy(work) }
}
