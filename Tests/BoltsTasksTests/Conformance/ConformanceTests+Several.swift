import BoltsFoundation
import BoltsTasks
import BoltsTestSupport
import Foundation
import Testing

// MARK: - Waiting for all

extension ConformanceTests {
    /// Twenty sources, and a shuffled order in which to complete them.
    private var twenty: (sources: [TaskCompletionSource<Int>], order: [Int]) {
        ((0..<20).map { _ in TaskCompletionSource<Int>() }, (0..<20).map { $0 * 7 % 20 })
    }

    @Test(.tags(.ot19, .ot24, .st26, .st27))
    func whenAllOfTwentyCompletedInAnyOrder() {
        let (sources, order) = twenty
        let all = BoltsTask.whenAll(sources.map(\.task))
        let results = BoltsTask.whenAllResult(sources.map(\.task))
        for number in order {
            #expect(!all.isCompleted && !results.isCompleted)
            sources[number].set(result: number)
        }
        #expect(all.isCompleted && all.error == nil && !all.isCancelled)
        #expect(results.result == Array(0..<20))
        #expect(sources.map(\.task.result) == Array(0..<20))
    }

    @Test(.tags(.ot20, .otx3))
    func whenAllWithOneFailureIsThatError() throws {
        let (sources, order) = twenty
        let own = NSError(domain: "BoltsTests", code: 35)
        let all = BoltsTask.whenAll(sources.map(\.task))
        for number in order {
            if number == 10 { sources[number].set(error: own) } else { sources[number].set(result: number) }
        }
        #expect(try #require(all.error) as NSError === own)
        #expect(sources[11].task.result == 11)
    }

    @Test(.tags(.ot21, .ot26, .otx4, .st29))
    func whenAllWithSeveralFailuresIsAnAggregateError() throws {
        let (sources, order) = twenty
        let all = BoltsTask.whenAll(sources.map(\.task))
        let results = BoltsTask.whenAllResult(sources.map(\.task))
        for number in order { sources[number].set(error: NSError(domain: "BoltsTests", code: number)) }
        let error = try #require(all.error) as NSError
        #expect(error.domain == "bolts" && error.code == 80_175_001)
        #expect((error.userInfo["errors"] as? [NSError])?.map(\.code) == Array(0..<20))
        #expect((results.error as? AggregateError)?.failures.map(\.index) == Array(0..<20))
    }

    @Test(.tags(.ot22, .ot28, .st28))
    func whenAllWithACancelledTaskIsCancelled() {
        let (sources, order) = twenty
        let all = BoltsTask.whenAll(sources.map(\.task))
        for number in order {
            if number == 10 { sources[number].cancel() } else { sources[number].set(result: number) }
        }
        #expect(all.isCancelled && !all.isFaulted && all.error == nil)
    }

    @Test(.tags(.ot27, .otx5, .otx6))
    func whenAllPrefersFailuresToCancellation() {
        let tasks = [BoltsTask<Int>.cancelled(), BoltsTask(error: Fault(1)), BoltsTask(result: 1)]
        #expect(BoltsTask.whenAll(tasks).error as? Fault == Fault(1))
    }

    @Test(.tags(.ot23, .ot30, .st25))
    func whenAllOfNoTasksSucceedsImmediately() {
        let all = BoltsTask<Int>.whenAll([])
        #expect(all.isCompleted && !all.isCancelled && !all.isFaulted)
        #expect(BoltsTask<Int>.whenAllResult([]).result == [])
    }
}

// MARK: - Waiting for one

extension ConformanceTests {
    @Test(.tags(.ot31, .ot32))
    func whenAnyEndsWithTheFirstSuccess() {
        let slow = TaskCompletionSource<String>()
        #expect(BoltsTask.whenAny([slow.task, BoltsTask(result: "success")]).result == "success")
        let fast = TaskCompletionSource<String>()
        let any = BoltsTask.whenAny([slow.task, fast.task])
        #expect(!any.isCompleted)
        fast.set(result: "fast")
        #expect(any.result == "fast" && !slow.task.isCompleted)
    }

    @Test(.tags(.ot33, .ot34, .ot36))
    func whenAnyFailsOnlyWhenAllFailed() throws {
        let tasks = [BoltsTask<Int>(error: Fault(1)), BoltsTask(result: 2)]
        #expect(BoltsTask.whenAny(tasks).result == 2 && BoltsTask.whenAny(tasks).error == nil)
        #expect(BoltsTask<Int>.whenAny([BoltsTask(error: Fault(1))]).error as? Fault == Fault(1))
        let none = BoltsTask<Int>.whenAny([BoltsTask(error: Fault(1)), BoltsTask(error: Fault(2))])
        let error = try #require(none.error) as NSError
        #expect(error.domain == "bolts" && (error.userInfo["errors"] as? [NSError])?.count == 2)
    }

    @Test(.tags(.st30, .st31, .st32, .at08))
    func whenFirstNamesTheFirstTaskToComplete() {
        for end in ["success", "failure", "cancelled"] {
            let sources = (0..<20).map { _ in TaskCompletionSource<Int>() }
            let first = BoltsTask.whenFirst(sources.map(\.task))
            #expect(!first.isCompleted)
            switch end {
            case "success": sources[5].set(result: 5)
            case "failure": sources[5].set(error: Fault(5))
            default: sources[5].cancel()
            }
            #expect(first.result?.index == 5 && first.result?.task === sources[5].task)
            #expect(first.result?.task.isFaulted == (end == "failure"))
            #expect(first.result?.task.isCancelled == (end == "cancelled"))
        }
    }
}

// MARK: - Delays and loops

extension ConformanceTests {
    @Test(.tags(.ot37, .st04))
    func aDelayIsPendingUntilItsTime() async throws {
        let task = delay.continueWith { _ in "foo" }
        #expect(!task.isCompleted)
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(100))
        #expect(try await task.value == "foo")
    }

    @Test(.tags(.ot38, .ot39, .at02))
    func aCancelledTokenCancelsADelayImmediately() {
        let token = cancellation.token
        let task = BoltsTask.withDelay(.milliseconds(100), clock: clock, cancellationToken: token)
        #expect(!task.isCompleted)
        cancellation.cancel()
        #expect(task.isCancelled)
        #expect(BoltsTask.withDelay(.milliseconds(100), clock: clock, cancellationToken: token).isCancelled)
    }

    @Test(.tags(.at10))
    func continueWhileRepeatsUntilItsPredicateIsFalse() async throws {
        let rounds = ran
        for executor in [BoltsExecutor.default, .queue(.global())] {
            let before = rounds.count
            try await BoltsTask.continueWhile(
                predicate: { rounds.count - before < 10 },
                body: { BoltsTask(executor) { rounds.add("round") } }
            ).value
            #expect(rounds.count - before == 10)
        }
    }
}
