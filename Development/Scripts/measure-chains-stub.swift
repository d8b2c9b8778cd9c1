// Declares each method that the chains of measure-chains.py call once, so that the compiler has no overloads to choose from.
// It is checked together with the chains and never run, so the bodies do nothing.
import Dispatch

struct BoltsExecutor: Sendable {
    static let `default` = BoltsExecutor()
    static let immediate = BoltsExecutor()
    static func queue(_ queue: DispatchQueue) -> BoltsExecutor { immediate }
}

struct CancellationToken: Sendable {
    static let none = CancellationToken()
    var isCancellationRequested: Bool { false }
}

final class BoltsTask<Success: Sendable>: Sendable {
    init(result: Success) {}

    init(_ executor: BoltsExecutor = .default, _ work: @escaping @Sendable () throws -> Success) {}

    var result: Success? { nil }
    var isFaulted: Bool { false }

    static func whenAllResult(
        _ tasks: some Sequence<BoltsTask<Success>>
    ) -> BoltsTask<[Success]> { fatalError() }

    func continueWith<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> { fatalError() }

    func continueWithTask<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> { fatalError() }

    func continueOnSuccessWith<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (Success) throws -> Output
    ) -> BoltsTask<Output> { fatalError() }

    func continueOnSuccessWithTask<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (Success) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> { fatalError() }

    func continueOnErrorWith<ErrorType: Error>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (ErrorType) throws -> Success
    ) -> BoltsTask<Success> { fatalError() }

    func continueOnErrorWithTask<ErrorType: Error>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (ErrorType) throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> { fatalError() }

    func finally(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        cleanup: @escaping @Sendable () throws -> Void
    ) -> BoltsTask<Success> { fatalError() }
}

extension BoltsTask<Void> {
    static func zip<each Result: Sendable>(
        _ tasks: repeat BoltsTask<each Result>
    ) -> BoltsTask<(repeat each Result)> { fatalError() }
}
