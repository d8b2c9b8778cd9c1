import BoltsTasks
import Foundation
import Synchronization
import Testing

/// Each row of the article "Moving from PromiseKit": the old call against a stand-in, and what replaces it, end alike.
@Suite(.timeLimit(.minutes(20)))
struct PromiseKitRowsTests {
    @Test(arguments: promiseKitRows) func theCallThatReplacesTheOldOneEndsAlike(row: PromiseKitRow) async throws {
        for (outcome, expected) in zip(Given.Outcome.allCases, row.ends) {
            // Some rows wait, which no thread of Swift's concurrency may do.
            let (old, new) = try await withCheckedThrowingContinuation { ends in
                Thread.detachNewThread {
                    ends.resume(
                        with: Result {
                            let old = Given(outcome)
                            let new = Given(outcome)
                            return try ([row.old(old)] + old.log.values, [row.new(new)] + new.log.values)
                        }
                    )
                }
            }
            #expect(old.joined(separator: ", ") == expected, "PromiseKit, after \(outcome)")
            #expect(new.joined(separator: ", ") == expected, "here, after \(outcome)")
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

    /// What the article says of the order of continuations, and of a promise that waits for itself.
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
    /// `.cauterize()`: handlers of unobserved failures are global, so this runs in a process of its own.
    @Test func aFailureThatNobodyHandlesIsReported() async {
        await #expect(processExitsWith: .success) {
            for outcome in Given.Outcome.allCases {
                let given = Given(outcome)
                let expected = outcome == .failure ? ["refused"] : []
                given.promise().done { _ in }.cauterize { given.log.add("\($0)") }
                precondition(given.log.values == expected, "\(outcome): \(given.log.values)")

                let told = Recorder<String>()
                TaskDiagnostics.onUnobservedFailure { told.add("\($0.error)") }
                do { given.task().continueOnSuccessWith { _ in } }
                precondition(told.values == expected, "\(outcome): \(told.values)")
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

/// A row of the article's table, and what ends are expected after success, failure and cancellation.
struct PromiseKitRow: Sendable, CustomTestStringConvertible {
    let name: String
    let ends: [String]
    let old: @Sendable (Given) throws -> String
    let new: @Sendable (Given) throws -> String

    /// `name` is the left column.
    init(
        _ name: String,
        _ ends: [String] = ["5", "refused", "cancelled"],
        old: @escaping @Sendable (Given) throws -> String,
        new: @escaping @Sendable (Given) throws -> String
    ) {
        (self.name, self.ends, self.old, self.new) = (name, ends, old, new)
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

    func promise(_ value: Int = 5) -> Promise<Int> {
        switch outcome {
        case .success: .value(value)
        case .failure: Promise(error: Fault.refused)
        case .cancellation: Promise(error: PMKError.cancelled)
        }
    }

    func task(_ value: Int = 5) -> BoltsTask<Int> {
        switch outcome {
        case .success: BoltsTask(result: value)
        case .failure: BoltsTask(error: Fault.refused)
        case .cancellation: .cancelled()
        }
    }

    /// The value, or an error, as a function that throws gives it.
    func value(or cancellation: any Error) throws -> Int {
        switch outcome {
        case .success: return 5
        case .failure: throw Fault.refused
        case .cancellation: throw cancellation
        }
    }

    func end<T>(_ promise: Promise<T>) -> String {
        switch promise.result {
        case nil: "pending"
        case .success(let value): text(value)
        case .failure(PMKError.cancelled): "cancelled"
        case .failure(let error): "\(error)"
        }
    }

    func end<T>(_ task: BoltsTask<T>) -> String {
        if !task.isCompleted { return "pending" }
        if task.isCancelled { return "cancelled" }
        return task.error.map { "\($0)" } ?? text(task.result!)
    }

    private func text<T>(_ value: T) -> String { value is Void ? "nothing" : "\(value)" }
}
