// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation

/// The result of an Objective-C task without a result.
public final class BFVoid {}

/// A stand-in for Objective-C's `BFTask`.
///
/// Continuations run when the task completes, on the completing thread or through an executor. What a block returns is the
/// result of its task; if that is a task, its outcome.
public final class BFTask<ResultType: AnyObject>: UntypedTask {
    public var result: ResultType? { outcome?.value.map { $0 as! ResultType } }

    override init() { super.init() }

    public init(result: ResultType?) {
        super.init()
        complete(Outcome(value: result))
    }

    public init(error: Error) {
        super.init()
        complete(Outcome(error: error))
    }

    public static func cancelled() -> BFTask<ResultType> {
        let task = BFTask<ResultType>()
        task.complete(Outcome(isCancelled: true))
        return task
    }

    /// Completes with `nil` when all tasks have completed: with the only error, or with an aggregate of several.
    public init(forCompletionOfAllTasks tasks: [UntypedTask]?) {
        super.init()
        let tasks = tasks ?? []
        whenAll(tasks) { self.complete(summary(of: tasks) ?? Outcome()) }
    }

    /// Objective-C's generics are not checked: a task is a task of any type.
    public func unchecked<Other>(_ type: BFTask<Other>.Type) -> BFTask<Other> {
        let other = BFTask<Other>()
        whenComplete { other.complete($0) }
        return other
    }

    // MARK: As Swift 4 and later spelled the methods

    @discardableResult
    public func continueWith(block: @escaping (BFTask<ResultType>) -> Any?) -> BFTask<AnyObject> {
        continuation(.default(), onlyOnSuccess: false, block)
    }

    @discardableResult
    public func continueOnSuccessWith(block: @escaping (BFTask<ResultType>) -> Any?) -> BFTask<AnyObject> {
        continuation(.default(), onlyOnSuccess: true, block)
    }

    @discardableResult
    public func continueWith(
        executor: BFExecutor,
        block: @escaping (BFTask<ResultType>) -> Any?
    ) -> BFTask<AnyObject> {
        continuation(executor, onlyOnSuccess: false, block)
    }

    @discardableResult
    public func continueOnSuccessWith(
        executor: BFExecutor,
        block: @escaping (BFTask<ResultType>) -> Any?
    ) -> BFTask<AnyObject> {
        continuation(executor, onlyOnSuccess: true, block)
    }

    // MARK: As Swift 3 spelled them

    @discardableResult
    public func `continue`(_ block: @escaping (BFTask<ResultType>) -> Any?) -> BFTask<AnyObject> {
        continuation(.default(), onlyOnSuccess: false, block)
    }

    @discardableResult
    public func `continue`(successBlock block: @escaping (BFTask<ResultType>) -> Any?) -> BFTask<AnyObject> {
        continuation(.default(), onlyOnSuccess: true, block)
    }

    @discardableResult
    public func `continue`(
        with executor: BFExecutor,
        with block: @escaping (BFTask<ResultType>) -> Any?
    ) -> BFTask<AnyObject> {
        continuation(executor, onlyOnSuccess: false, block)
    }

    @discardableResult
    public func `continue`(
        with executor: BFExecutor,
        withSuccessBlock block: @escaping (BFTask<ResultType>) -> Any?
    ) -> BFTask<AnyObject> {
        continuation(executor, onlyOnSuccess: true, block)
    }

    private func continuation(
        _ executor: BFExecutor,
        onlyOnSuccess: Bool,
        _ block: @escaping (BFTask<ResultType>) -> Any?
    ) -> BFTask<AnyObject> {
        let next = BFTask<AnyObject>()
        whenComplete { outcome in
            executor.execute {
                if onlyOnSuccess, outcome.error != nil || outcome.isCancelled { return next.complete(outcome) }
                let returned = block(self)
                if let task = returned as? UntypedTask { return task.whenComplete { next.complete($0) } }
                next.complete(Outcome(value: returned as AnyObject?))
            }
        }
        return next
    }
}

/// What tasks of all result types have in common.
public class UntypedTask {
    struct Outcome {
        var value: AnyObject?
        var error: Error?
        var isCancelled = false
    }

    private(set) var outcome: Outcome?
    private var continuations: [(Outcome) -> Void] = []

    public var error: Error? { outcome?.error }
    public var isCompleted: Bool { outcome != nil }
    public var isFaulted: Bool { error != nil }
    public var isCancelled: Bool { outcome?.isCancelled ?? false }

    init() {}

    func complete(_ outcome: Outcome) {
        precondition(self.outcome == nil, "Cannot set the result on a completed task.")
        self.outcome = outcome
        let continuations = self.continuations
        self.continuations = []
        for continuation in continuations { continuation(outcome) }
    }

    func whenComplete(_ continuation: @escaping (Outcome) -> Void) {
        if let outcome { continuation(outcome) } else { continuations.append(continuation) }
    }
}

private func whenAll(_ tasks: [UntypedTask], _ done: @escaping () -> Void) {
    var remaining = tasks.count
    if remaining == 0 { return done() }
    for task in tasks {
        task.whenComplete { _ in
            remaining -= 1
            if remaining == 0 { done() }
        }
    }
}

private func summary(of tasks: [UntypedTask]) -> UntypedTask.Outcome? {
    let errors = tasks.compactMap { $0.error }
    if errors.count == 1 { return UntypedTask.Outcome(error: errors[0]) }
    if errors.count > 1 {
        return UntypedTask.Outcome(error: NSError(domain: "bolts", code: 80_175_001, userInfo: ["errors": errors]))
    }
    return tasks.contains { $0.isCancelled } ? UntypedTask.Outcome(isCancelled: true) : nil
}
