import BoltsTasks
import BoltsTestSupport
import BoltsTesting
import Dispatch
import Testing

/// These run in parallel with every other test, whose tasks must not count.
struct NothingPendingTests {
    @Test(.tags(.t14)) func codeThatCompletesItsTasksPasses() async throws {
        let sum = try expectNothingPending {
            let source = TaskCompletionSource<Int>()
            let sum = source.task.continueOnSuccessWith { $0 + 1 }
            source.set(result: 1)
            return sum.result
        }
        #expect(sum == 2)
        try await expectNothingPending { try await BoltsTask { () async throws -> Int in 1 }.value }
    }

    @Test(.tags(.t14)) func tasksThatAreLeftPendingAreNamed() throws {
        let source = TaskCompletionSource<Int>()
        let error = try #require(throws: PendingTasksError.self) {
            try expectNothingPending { source.task.continueOnSuccessWith { $0 }.named("left behind") }
        }
        #expect(error.snapshot.tasks.map(\.name) == ["left behind"])
        #expect(error.description.contains("left behind (BoltsTask<Int>), continuation, "))
        #expect(error.description.contains("NothingPendingTests.swift:"))
    }

    @Test(.tags(.t14)) func tasksOfContinuationsOnOtherThreadsCount() async throws {
        let endless = TaskCompletionSource<Int>()
        let error = try await #require(throws: PendingTasksError.self) {
            try await expectNothingPending {
                try await BoltsTask(result: 1)
                    .continueOnSuccessWith(.queue(.global())) { _ in
                        endless.task.continueOnSuccessWith { $0 }.named("inner")
                        return ()
                    }
                    .value
            }
        }
        #expect(error.snapshot.tasks.map(\.name) == ["inner"])
    }

    @Test(.tags(.t14)) func tasksMayTakeUntilTheLimit() async throws {
        let source = TaskCompletionSource<Int>()
        try await expectNothingPending(within: .seconds(600)) {
            source.task.continueOnSuccessWith { $0 }
            Task {
                try await Task.sleep(for: .milliseconds(20))
                source.set(result: 1)
            }
        }
        #expect(source.task.isCompleted)
    }

    @Test(.tags(.t14)) func theErrorOfTheCodeComesFirst() {
        let source = TaskCompletionSource<Int>()
        #expect(throws: Fault(1)) {
            try expectNothingPending {
                source.task.continueOnSuccessWith { $0 }
                throw Fault(1)
            }
        }
    }

    @Test(.tags(.t14), .nothingPending) func theTraitLetsATestPass() {
        let source = TaskCompletionSource<Int>()
        source.task.continueOnSuccessWith { $0 }
        source.set(result: 1)
    }

    @Test(.tags(.t14)) func theTraitFailsATestThatLeavesTasksPending() async throws {
        let source = TaskCompletionSource<Int>()
        let test = try #require(Test.current)
        try await withKnownIssue {
            try await NothingPendingTrait.nothingPending.provideScope(for: test, testCase: nil) {
                source.task.continueOnSuccessWith { $0 }.named("left behind")
            }
        } matching: { issue in
            "\(issue)".contains("left behind")
        }
    }
}
