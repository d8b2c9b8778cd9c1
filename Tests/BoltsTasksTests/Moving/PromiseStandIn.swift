import Dispatch
import Synchronization

// A stand-in for PromiseKit 8, for the calls that the article "Moving from PromiseKit" names. Closures run at once, as with
// `conf.Q = (map: nil, return: nil)`, unless a queue is given. Names and orders of overloads are PromiseKit's.

enum PMKError: Error {
    case cancelled, compactMap, invalidCallingConvention, noWinner
}

/// What a promise is resolved by: a second call does nothing.
struct Resolver<T: Sendable>: Sendable {
    fileprivate let promise: Promise<T>

    func fulfill(_ value: T) { promise.settle(.success(value)) }
    func reject(_ error: any Error) { promise.settle(.failure(error)) }
    func resolve(_ value: T?, _ error: (any Error)?) {
        if let error {
            reject(error)
        } else if let value {
            fulfill(value)
        } else {
            reject(PMKError.invalidCallingConvention)
        }
    }
}

final class Promise<T: Sendable>: Sendable {
    private struct State: Sendable {
        var result: Result<T, any Error>?
        var handlers: [@Sendable (Result<T, any Error>) -> Void] = []
    }

    private let state = Mutex(State())

    fileprivate init() {}

    init(resolver body: (Resolver<T>) throws -> Void) {
        let seal = Resolver(promise: self)
        do { try body(seal) } catch { seal.reject(error) }
    }

    init(error: any Error) { settle(.failure(error)) }

    static func value(_ value: T) -> Promise<T> {
        let promise = Promise()
        promise.settle(.success(value))
        return promise
    }

    static func pending() -> (promise: Promise<T>, resolver: Resolver<T>) {
        let promise = Promise()
        return (promise, Resolver(promise: promise))
    }

    var result: Result<T, any Error>? { state.withLock { $0.result } }
    var isPending: Bool { result == nil }
    var isFulfilled: Bool { if case .success = result { true } else { false } }

    fileprivate func settle(_ result: Result<T, any Error>) {
        let handlers = state.withLock { state -> [@Sendable (Result<T, any Error>) -> Void] in
            guard state.result == nil else { return [] }
            state.result = result
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler(result) }
    }

    func pipe(to handler: @escaping @Sendable (Result<T, any Error>) -> Void) {
        let settled = state.withLock { state in
            if state.result == nil { state.handlers.append(handler) }
            return state.result
        }
        if let settled { handler(settled) }
    }

    /// A promise of what `body` makes of the outcome.
    private func piped<U: Sendable>(
        on queue: DispatchQueue?,
        _ body: @escaping @Sendable (Result<T, any Error>, Resolver<U>) throws -> Void
    ) -> Promise<U> {
        let next = Promise<U>()
        pipe { result in
            let run: @Sendable () -> Void = {
                do { try body(result, Resolver(promise: next)) } catch { next.settle(.failure(error)) }
            }
            if let queue { queue.async(execute: run) } else { run() }
        }
        return next
    }

    func then<U: Sendable>(on queue: DispatchQueue? = nil, _ body: @escaping @Sendable (T) throws -> Promise<U>)
        -> Promise<U>
    {
        piped(on: queue) { result, seal in try body(result.get()).pipe { seal.promise.settle($0) } }
    }

    func map<U: Sendable>(on queue: DispatchQueue? = nil, _ body: @escaping @Sendable (T) throws -> U) -> Promise<U> {
        piped(on: queue) { result, seal in seal.fulfill(try body(result.get())) }
    }

    func compactMap<U: Sendable>(_ body: @escaping @Sendable (T) throws -> U?) -> Promise<U> {
        map { value in
            guard let mapped = try body(value) else { throw PMKError.compactMap }
            return mapped
        }
    }

    func done(on queue: DispatchQueue? = nil, _ body: @escaping @Sendable (T) throws -> Void) -> Promise<Void> {
        map(on: queue, body)
    }

    func get(_ body: @escaping @Sendable (T) throws -> Void) -> Promise<T> {
        map { value in
            try body(value)
            return value
        }
    }

    func tap(_ body: @escaping @Sendable (Result<T, any Error>) -> Void) -> Promise<T> {
        piped(on: nil) { result, seal in
            body(result)
            seal.promise.settle(result)
        }
    }

    func asVoid() -> Promise<Void> { map { _ in } }

    func ensure(_ body: @escaping @Sendable () -> Void) -> Promise<T> { tap { _ in body() } }

    func recover(_ body: @escaping @Sendable (any Error) throws -> Promise<T>) -> Promise<T> {
        piped(on: nil) { result, seal in
            switch result {
            case .failure(let error) where !isCancellation(error): try body(error).pipe { seal.promise.settle($0) }
            default: seal.promise.settle(result)
            }
        }
    }

    /// The closure cannot throw, so it is given every error.
    func recover(_ body: @escaping @Sendable (any Error) -> Guarantee<T>) -> Guarantee<T> {
        Guarantee(
            piped(on: nil) { result, seal in
                switch result {
                case .failure(let error): body(error).promise.pipe { seal.promise.settle($0) }
                case .success: seal.promise.settle(result)
                }
            }
        )
    }

    func ensureThen(_ body: @escaping @Sendable () -> Guarantee<Void>) -> Promise<T> {
        piped(on: nil) { result, seal in body().promise.pipe { _ in seal.promise.settle(result) } }
    }

    @discardableResult
    func `catch`(policy: CatchPolicy = .allErrorsExceptCancellation, _ body: @escaping @Sendable (any Error) -> Void)
        -> PMKFinalizer
    {
        let finalizer = PMKFinalizer()
        pipe { result in
            if case .failure(let error) = result, policy == .allErrors || !isCancellation(error) { body(error) }
            finalizer.pending.fulfill(())
        }
        return finalizer
    }

    func cauterize(_ report: @escaping @Sendable (any Error) -> Void) { self.catch(report) }

    func wait() throws -> T {
        let done = DispatchSemaphore(value: 0)
        pipe { _ in done.signal() }
        done.wait()
        return try result!.get()
    }
}

extension Promise where T == Void {
    /// The closure cannot throw, so it is given every error.
    func recover(_ body: @escaping @Sendable (any Error) -> Void) -> Guarantee<Void> {
        recover { error -> Guarantee<Void> in
            body(error)
            return .value(())
        }
    }
}

enum CatchPolicy { case allErrors, allErrorsExceptCancellation }

struct PMKFinalizer: Sendable {
    fileprivate let pending = Promise<Void>.pending().resolver

    func finally(_ body: @escaping @Sendable () -> Void) { pending.promise.pipe { _ in body() } }
}

/// A promise that cannot fail.
struct Guarantee<T: Sendable>: Sendable {
    let promise: Promise<T>

    fileprivate init(_ promise: Promise<T>) { self.promise = promise }

    static func value(_ value: T) -> Guarantee<T> { Guarantee(.value(value)) }
    func then<U: Sendable>(_ body: @escaping @Sendable (T) -> Promise<U>) -> Promise<U> { promise.then(body) }
    func wait() -> T { try! promise.wait() }
}

/// A promise that can be cancelled, which rejects it.
struct CancellablePromise<T: Sendable>: Sendable {
    let promise: Promise<T>
    private let seal: Resolver<T>

    init(resolver body: (Resolver<T>) -> Void) {
        (promise, seal) = Promise<T>.pending()
        body(seal)
    }

    func cancel() { seal.reject(PMKError.cancelled) }
}

private func isCancellation(_ error: any Error) -> Bool {
    if case PMKError.cancelled = error { true } else { false }
}

func firstly<T: Sendable>(_ body: () throws -> Promise<T>) -> Promise<T> {
    do { return try body() } catch { return Promise(error: error) }
}

func when<T: Sendable>(fulfilled promises: [Promise<T>]) -> Promise<[T]> {
    let all = Promise<[T]>()
    for promise in promises {
        promise.pipe { result in
            if case .failure(let error) = result { return all.settle(.failure(error)) }
            let values = promises.compactMap { try? $0.result?.get() }
            if values.count == promises.count { all.settle(.success(values)) }
        }
    }
    if promises.isEmpty { all.settle(.success([])) }
    return all
}

func when<A: Sendable, B: Sendable>(fulfilled a: Promise<A>, _ b: Promise<B>) -> Promise<(A, B)> {
    let both = when(fulfilled: [a.asVoid(), b.asVoid()])
    return both.map { _ in (try a.result!.get(), try b.result!.get()) }
}

func when<I: IteratorProtocol, T: Sendable>(fulfilled iterator: I, concurrently limit: Int) -> Promise<[T]>
where I: Sendable, I.Element == Promise<T> {
    let all = Promise<[T]>()
    let rest = Mutex((iterator, started: [Promise<T>]()))
    @Sendable func startNext() {
        let next = rest.withLock { state -> Promise<T>? in
            guard let promise = state.0.next() else { return nil }
            state.started.append(promise)
            return promise
        }
        if let next {
            next.pipe { result in
                if case .failure(let error) = result { all.settle(.failure(error)) } else { startNext() }
            }
        } else {
            when(fulfilled: rest.withLock { $0.started }).pipe { all.settle($0) }
        }
    }
    for _ in 0..<limit { startNext() }
    return all
}

func when<T: Sendable>(resolved promises: [Promise<T>]) -> Guarantee<[Result<T, any Error>]> {
    let all = Promise<[Result<T, any Error>]>()
    for promise in promises {
        promise.pipe { _ in
            let results = promises.compactMap(\.result)
            if results.count == promises.count { all.settle(.success(results)) }
        }
    }
    return Guarantee(all)
}

func race<T: Sendable>(_ promises: [Promise<T>]) -> Promise<T> {
    let first = Promise<T>()
    for promise in promises { promise.pipe { first.settle($0) } }
    return first
}

func race<T: Sendable>(fulfilled promises: [Promise<T>]) -> Promise<T> {
    let first = Promise<T>()
    let left = Mutex(promises.count)
    for promise in promises {
        promise.pipe { result in
            if case .success = result { return first.settle(result) }
            let isLast = left.withLock { left in
                left -= 1
                return left == 0
            }
            if isLast { first.settle(.failure(PMKError.noWinner)) }
        }
    }
    return first
}

func after(_ interval: DispatchTimeInterval) -> Guarantee<Void> {
    let promise = Promise<Void>()
    DispatchQueue.global().asyncAfter(deadline: .now() + interval) { promise.settle(.success(())) }
    return Guarantee(promise)
}

/// From PromiseKit's *Common Patterns*, without the delay.
func attempt<T: Sendable>(maximumRetryCount: Int, _ body: @escaping @Sendable () -> Promise<T>) -> Promise<T> {
    let attempts = Mutex(0)
    @Sendable func attempt() -> Promise<T> {
        let number = attempts.withLock { attempts in
            attempts += 1
            return attempts
        }
        return body().recover { error -> Promise<T> in
            guard number < maximumRetryCount else { throw error }
            return attempt()
        }
    }
    return attempt()
}
