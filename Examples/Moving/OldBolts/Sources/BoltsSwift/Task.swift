// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation

/// The error that cancels a task if a closure throws it, and fails it if it is set.
public struct CancelledError: Error {
    public init() {}
}

/// The errors of `whenAll`, also if there is only one.
public struct AggregateError: Error {
    public let errors: [Error]
}

/// A stand-in for Bolts-Swift's `Executor`.
public enum Executor {
    case `default`, immediate, mainThread
    case queue(DispatchQueue)
    case closure((() -> Void) -> Void)

    public func execute(_ work: @escaping () -> Void) {
        switch self {
        case .default, .immediate, .mainThread: work()  // The programs here never leave the main thread.
        case .queue(let queue): queue.sync(execute: work)
        case .closure(let closure): closure(work)
        }
    }
}

/// A stand-in for Bolts-Swift's `Task`.
public final class Task<TResult> {
    enum State {
        case pending
        case success(TResult)
        case error(Error)
        case cancelled
    }

    private(set) var state = State.pending
    private var continuations: [() -> Void] = []

    init() {}
    public init(_ result: TResult) { state = .success(result) }
    public init(error: Error) { state = .error(error) }

    public convenience init(_ executor: Executor = .default, closure: @escaping () throws -> TResult) {
        self.init()
        executor.execute { self.complete { .success(try closure()) } }
    }

    public static func execute(_ executor: Executor = .default, closure: @escaping () throws -> TResult) -> Task {
        Task(executor, closure: closure)
    }

    public static func cancelledTask() -> Task {
        let task = Task()
        task.state = .cancelled
        return task
    }

    public var result: TResult? { if case .success(let result) = state { result } else { nil } }
    public var error: Error? { if case .error(let error) = state { error } else { nil } }
    public var cancelled: Bool { if case .cancelled = state { true } else { false } }
    public var faulted: Bool { error != nil }
    public var completed: Bool { if case .pending = state { false } else { true } }

    func complete(_ end: () throws -> State) {
        do { state = try end() } catch is CancelledError { state = .cancelled } catch { state = .error(error) }
        let continuations = self.continuations
        self.continuations = []
        for continuation in continuations { continuation() }
    }

    func whenComplete(_ continuation: @escaping () -> Void) {
        if completed { continuation() } else { continuations.append(continuation) }
    }

    // MARK: Continuations

    @discardableResult
    public func continueWith<S>(
        _ executor: Executor = .default,
        continuation: @escaping (Task) throws -> S
    ) -> Task<S> {
        continueWithTask(executor) { Task<S>(try continuation($0)) }
    }

    @discardableResult
    public func continueWithTask<S>(
        _ executor: Executor = .default,
        continuation: @escaping (Task) throws -> Task<S>
    ) -> Task<S> {
        let next = Task<S>()
        whenComplete {
            executor.execute {
                do {
                    let inner = try continuation(self)
                    inner.whenComplete { next.complete { inner.state } }
                } catch {
                    next.complete { throw error }
                }
            }
        }
        return next
    }

    @discardableResult
    public func continueOnSuccessWith<S>(
        _ executor: Executor = .default,
        continuation: @escaping (TResult) throws -> S
    ) -> Task<S> {
        continueOnSuccessWithTask(executor) { Task<S>(try continuation($0)) }
    }

    @discardableResult
    public func continueOnSuccessWithTask<S>(
        _ executor: Executor = .default,
        continuation: @escaping (TResult) throws -> Task<S>
    ) -> Task<S> {
        continueWithTask(executor) { task in
            switch task.state {
            case .success(let result): return try continuation(result)
            case .error(let error): return Task<S>(error: error)
            case .cancelled, .pending: return .cancelledTask()
            }
        }
    }

    @discardableResult
    public func continueOnErrorWith(
        _ executor: Executor = .default,
        continuation: @escaping (Error) throws -> TResult
    ) -> Task {
        continueWithTask(executor) { task in
            guard let error = task.error else { return task }
            return Task(try continuation(error))
        }
    }

    // MARK: Several tasks

    public static func whenAll(_ tasks: [Task]) -> Task<Void> {
        let all = Task<Void>()
        var remaining = tasks.count
        let done = {
            let errors = tasks.compactMap { $0.error }
            if tasks.contains(where: { $0.cancelled }) { return all.complete { .cancelled } }
            all.complete { errors.isEmpty ? .success(()) : .error(AggregateError(errors: errors)) }
        }
        if tasks.isEmpty { done() }
        for task in tasks {
            task.whenComplete {
                remaining -= 1
                if remaining == 0 { done() }
            }
        }
        return all
    }

    public static func whenAllResult(_ tasks: [Task]) -> Task<[TResult]> {
        whenAll(tasks).continueOnSuccessWith { tasks.map { $0.result! } }
    }

    public static func whenAny(_ tasks: [Task]) -> Task<Void> {
        let any = Task<Void>()
        for task in tasks { task.whenComplete { if !any.completed { any.complete { .success(()) } } } }
        if tasks.isEmpty { any.complete { .success(()) } }
        return any
    }
}

/// A stand-in for Bolts-Swift's `TaskCompletionSource`, whose task stays pending if the source is released.
public final class TaskCompletionSource<TResult> {
    public let task = Task<TResult>()

    public init() {}

    public func set(result: TResult) { task.complete { .success(result) } }
    public func set(error: Error) { task.complete { .error(error) } }
    public func cancel() { task.complete { .cancelled } }

    @discardableResult
    public func trySet(result: TResult) -> Bool {
        if task.completed { return false }
        set(result: result)
        return true
    }
}
