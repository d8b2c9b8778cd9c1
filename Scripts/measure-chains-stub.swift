// The methods that measure-chains.py calls, each declared once and without a body to speak of: what the compiler takes for
// its chains if a library has nothing else that it could choose.
import Dispatch

public struct BoltsExecutor: Sendable {
    public static let `default` = BoltsExecutor()
    public static let immediate = BoltsExecutor()
    public static func queue(_ queue: DispatchQueue) -> BoltsExecutor { immediate }
}

public struct CancellationToken: Sendable {
    public static let none = CancellationToken()
    public var isCancellationRequested: Bool { false }
}

public final class BoltsTask<Success: Sendable>: Sendable {
    public init(result: Success) {}

    public init(_ executor: BoltsExecutor = .default, _ work: @escaping @Sendable () throws -> Success) {}

    public var result: Success? { nil }
    public var isFaulted: Bool { false }

    public static func whenAllResult(
        _ tasks: some Sequence<BoltsTask<Success>>
    ) -> BoltsTask<[Success]> { fatalError() }

    public func continueWith<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> { fatalError() }

    public func continueWithTask<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> { fatalError() }

    public func continueOnSuccessWith<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (Success) throws -> Output
    ) -> BoltsTask<Output> { fatalError() }

    public func continueOnSuccessWithTask<Output: Sendable>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (Success) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> { fatalError() }

    public func continueOnErrorWith<ErrorType: Error>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (ErrorType) throws -> Success
    ) -> BoltsTask<Success> { fatalError() }

    public func continueOnErrorWithTask<ErrorType: Error>(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @Sendable (ErrorType) throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> { fatalError() }

    public func finally(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        cleanup: @escaping @Sendable () throws -> Void
    ) -> BoltsTask<Success> { fatalError() }
}

extension BoltsTask<Void> {
    public static func zip<each Result: Sendable>(
        _ tasks: repeat BoltsTask<each Result>
    ) -> BoltsTask<(repeat each Result)> { fatalError() }
}
