#if canImport(Testing)
public import Testing
internal import BoltsTestSupport

/// A trait that fails tests that leave tasks pending, and names the tasks.
///
/// ```swift
/// @Suite(.nothingPending)
/// struct LoaderTests {
///     @Test func theLoaderCompletesItsTasks() {
///         let source = TaskCompletionSource<Int>()
///         source.set(result: 1)
///     }
///
///     @Test(.nothingPending(within: .seconds(60))) func theServerEndsItsWork() async throws {
///         try await BoltsTask.withDelay(.milliseconds(1)).value
///     }
/// }
/// ```
///
/// A test is responsible for the tasks that it created, and for those that their continuations created. Tests may run in
/// parallel. On a suite, the trait applies to each of its tests.
public struct NothingPendingTrait: TestTrait, SuiteTrait, TestScoping {
    /// How long tasks may take after the test has returned.
    public let limit: Duration

    /// Whether the tests of a suite have the trait: yes.
    public var isRecursive: Bool { true }

    /// Runs a test, and records an issue if it leaves tasks pending.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The case of the test.
    ///   - function: Runs the test.
    /// - Throws: What the test throws.
    @concurrent
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        do {
            try await expectNothingPending(within: limit) { try await function() }
        } catch let error as PendingTasksError {
            Issue.record(error, sourceLocation: test.sourceLocation)
        }
    }
}

extension Trait where Self == NothingPendingTrait {
    /// Fails a test that leaves tasks pending when it returns.
    public static var nothingPending: Self { Self(limit: .zero) }

    /// Fails a test that leaves tasks pending for longer than a time.
    ///
    /// - Parameter limit: How long tasks may take after the test has returned.
    /// - Returns: The trait.
    public static func nothingPending(within limit: Duration) -> Self { Self(limit: limit) }
}
#endif
