internal import Synchronization

/// A part of the program, such as a test, whose tasks are distinguished from others.
///
/// Tracking is on from its creation until ``end()``. The scope's tasks are those that its code creates, and those that
/// continuations of its tasks create, on any thread.
package struct TrackedScope: Sendable {
    private static let lastNumber = Atomic<UInt64>(0)

    private let number: UInt64

    package init() {
        number = TrackedScope.lastNumber.add(1, ordering: .relaxed).newValue
        DiagnosticRegistry.beginTracking()
    }

    package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try TaskScope.$current.withValue(number, operation: body)
    }

    /// Runs asynchronous code in the scope.
    package func runAsync<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await TaskScope.$current.withValue(number, operation: body)
    }

    /// The tasks of the scope that are pending now.
    package func snapshot() -> TaskSnapshot { SnapshotBuilder(DiagnosticRegistry.view()).snapshot(inScope: number) }

    package func end() { DiagnosticRegistry.endTracking() }
}
