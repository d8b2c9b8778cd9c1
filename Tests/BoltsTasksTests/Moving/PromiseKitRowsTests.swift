import BoltsTasks
import Foundation
import Synchronization
import Testing

/// Tests that the replacement in each row of the article "Moving from PromiseKit" ends as PromiseKit documents it for the replaced
/// call.
@Suite(.timeLimit(.minutes(20))) struct PromiseKitRowsTests {
    @Test(arguments: promiseKitRows) func theCallThatReplacesTheOldOneEndsAlike(row: PromiseKitRow) async throws {
        for (outcome, expected) in zip(Given.Outcome.allCases, row.ends) {
            // Some rows wait, which no thread of Swift's concurrency may do.
            let end = try await withCheckedThrowingContinuation { ends in
                Thread.detachNewThread {
                    let given = Given(outcome)
                    ends.resume(with: Result { try [row.replacement(given)] + given.log.values })
                }
            }
            #expect(end.joined(separator: ", ") == expected, "after \(outcome)")
        }
    }

    @Test func theArticleHasARowForEach() throws {
        let article = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/BoltsTasks/Documentation.docc/Articles/MovingFromPromiseKit.md")
        let lines = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
        let rows = lines.filter { $0.hasPrefix("| `") }.map { line in
            line.dropFirst(2).components(separatedBy: " | ")[0]
        }
        #expect(rows.filter { $0 != "`.cauterize()`" } == promiseKitRows.map(\.name))
        #expect(rows.count == promiseKitRows.count + 1)
    }

    /// Tests the article's statements about the order of continuations, and about a promise that waits for itself.
    @Test(.tags(.t2, .t6)) func whatDiffersIsTrue() {
        let (source, order) = (TaskCompletionSource<Int>(), Recorder<String>())
        source.task.continueWith { task in
            order.add("first")
            task.continueWith { _ in order.add("added by the first") }
        }
        source.task.continueWith { _ in order.add("second") }
        source.set(result: 1)
        #expect(order.values == ["first", "added by the first", "second"])

        #expect(waitsForItself().error as? TaskUsageError == .returnedItself)
        #expect(BoltsTask<Int>(error: URLError(.cancelled)).isFaulted)
    }

    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    /// `.cauterize()`: handlers of unobserved failures are global, so this runs in its own process.
    @Test func aFailureThatNobodyHandlesIsReported() async {
        await #expect(processExitsWith: .success) {
            for outcome in Given.Outcome.allCases {
                let given = Given(outcome)
                TaskDiagnostics.onUnobservedFailure { given.log.add("\($0.error)") }
                do { given.task().continueOnSuccessWith { _ in } }
                precondition(
                    given.log.values == (outcome == .failure ? ["refused"] : []),
                    "\(outcome): \(given.log.values)"
                )
            }
        }
    }
    #endif
}

private final class Box: Sendable {
    let task = Mutex<BoltsTask<Void>?>(nil)
}

/// The article's.
private func waitsForItself() -> BoltsTask<Void> {
    let (source, box) = (TaskCompletionSource<Void>(), Box())
    let task = source.task.continueOnSuccessWithTask { box.task.withLock { $0 } ?? BoltsTask(result: ()) }
    box.task.withLock { $0 = task }
    source.set()
    return task
}

/// A row of the article's table, and the expected ends after success, failure and cancellation.
struct PromiseKitRow: Sendable, CustomTestStringConvertible {
    let name: String
    let ends: [String]
    let replacement: @Sendable (Given) throws -> String

    /// `name` is the left column, `replacement` the right one.
    init(
        _ name: String,
        _ ends: [String] = ["5", "refused", "cancelled"],
        replacement: @escaping @Sendable (Given) throws -> String
    ) {
        (self.name, self.ends, self.replacement) = (name, ends, replacement)
    }

    var testDescription: String { name }
}

/// How the first call of a row ends.
struct Given: Sendable {
    enum Outcome: Sendable, CaseIterable { case success, failure, cancellation }
    enum Fault: Error { case refused, later }

    let outcome: Outcome
    let log = Recorder<String>()

    init(_ outcome: Outcome) { self.outcome = outcome }

    func task(_ value: Int = 5) -> BoltsTask<Int> {
        switch outcome {
        case .success: BoltsTask(result: value)
        case .failure: BoltsTask(error: Fault.refused)
        case .cancellation: .cancelled()
        }
    }

    /// The value, or an error, as a function that throws gives it.
    func value() throws -> Int {
        switch outcome {
        case .success: return 5
        case .failure: throw Fault.refused
        case .cancellation: throw CancellationError()
        }
    }

    func end<T>(_ task: BoltsTask<T>) -> String {
        if !task.isCompleted { return "pending" }
        if task.isCancelled { return "cancelled" }
        return task.error.map { "\($0)" } ?? (T.self == Void.self ? "nothing" : "\(task.result!)")
    }
}
