@testable import BoltsTasks
import Testing

@Suite(.timeLimit(.minutes(20))) struct WhenAllTests {
    /// The tasks complete in a different order; both ways to wait have the same end, except for the results.
    @Test(
        .tags(.t7, .ot19, .ot20, .ot21, .ot22, .ot24, .ot26, .ot27, .ot28, .otx3, .otx4, .otx5, .otx6),
        .tags(.st26, .st27, .st28, .st29, .gx09, .dt7, .dt8, .ds5),
        arguments: [
            (failed: [], cancelled: []), (failed: [10], cancelled: []), (failed: [], cancelled: [10]),
            (failed: [10], cancelled: [3, 17]), (failed: [4, 9, 13], cancelled: [2]),
            (failed: Array(0..<20), cancelled: []),
        ]
    )
    func whenAllWaitsForAllAndPrefersFailures(failed: [Int], cancelled: [Int]) {
        let sources = (0..<20).map { _ in TaskCompletionSource<Int>() }
        let all = BoltsTask.whenAll(sources.map(\.task))
        let results = BoltsTask.whenAllResult(sources.map(\.task))
        for number in (0..<20).map({ $0 * 7 % 20 }) {
            #expect(!all.isCompleted && !results.isCompleted)
            if failed.contains(number) {
                sources[number].set(error: Fault(number))
            } else if cancelled.contains(number) {
                sources[number].cancel()
            } else {
                sources[number].set(result: number)
            }
        }
        #expect(all.isCompleted && all.isCancelled == results.isCancelled)
        #expect(all.isCancelled == (failed.isEmpty && !cancelled.isEmpty))
        for error in [all.error, results.error] {
            switch failed.count {
            case 0: #expect(error == nil)
            case 1: #expect(error as? Fault == Fault(failed[0]))
            default:
                #expect((error as? AggregateError)?.failures.map(\.index) == failed)
                #expect((error as? AggregateError)?.errors as? [Fault] == failed.map(Fault.init))
            }
        }
        #expect(results.result == (failed + cancelled == [] ? Array(0..<20) : nil))
    }

    @Test(.tags(.t7, .ot23, .ot30, .st25)) func whenAllOfNoTasksIsComplete() {
        let all = BoltsTask<Int>.whenAll([])
        #expect(all.isCompleted && !all.isCancelled && !all.isFaulted)
        #expect(BoltsTask<Int>.whenAllResult([]).result == [])
        #expect(BoltsTask<Int>.whenAllSettled([]).result?.isEmpty == true)
    }

    @Test(.tags(.t7)) func severalFailuresAreDescribedByTheirPlaces() {
        let all = BoltsTask.whenAll([BoltsTask(result: 1), BoltsTask(error: Fault(1)), BoltsTask(error: Fault(4))])
        #expect("\(all.error!)".contains("2 tasks failed: [1] Fault(number: 1), [2] Fault(number: 4)"))
        #expect(BoltsTask.whenAll(BoltsTask(result: 1), .cancelled()).isCancelled)
    }

    @Test(.tags(.t7)) func whenAllSettledNeverFails() {
        let all = BoltsTask.whenAllSettled([BoltsTask(result: 1), BoltsTask(error: Fault(2)), .cancelled()])
        let shown = all.result?.map { outcome in
            switch outcome {
            case .success(let value): "\(value)"
            case .failure(let error): error is CancellationError ? "cancelled" : "\(error)"
            }
        }
        #expect(shown == ["1", "Fault(number: 2)", "cancelled"])
    }

    @Test(.tags(.t7)) func aTaskMayBeInAListTwice() {
        let source = TaskCompletionSource<Int>()
        let all = BoltsTask.whenAllResult([source.task, source.task])
        source.set(result: 2)
        #expect(all.result == [2, 2])
    }

    @Test(.tags(.dt9)) func theSequenceIsReadOnceAndANilResultStaysNil() {
        let source = TaskCompletionSource<Int?>()
        var tasks = [BoltsTask<Int?>(result: nil), source.task]
        let all = BoltsTask.whenAllResult(tasks)
        tasks.removeAll()
        source.set(result: 2)
        #expect(all.result == [nil, 2])
    }
}
