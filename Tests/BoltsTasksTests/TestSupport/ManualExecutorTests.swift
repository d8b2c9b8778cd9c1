import BoltsTasks
import BoltsTestSupport
import Testing

struct ManualExecutorTests {
    @Test(.tags(.se06)) func workRunsInOrderAndAddedWorkRunsLast() {
        let manual = ManualExecutor()
        let ran = Recorder<Int>()
        let done = BoltsTask(result: ())
        for number in 0..<3 {
            done.continueWith(manual.executor) { _ in
                ran.add(number)
                done.continueWith(manual.executor) { _ in ran.add(number + 10) }
            }
        }
        #expect(manual.count == 3 && ran.count == 0)
        #expect(manual.runNext())
        done.continueWith(manual.executor) { _ in ran.add(20) }
        #expect(manual.count == 4)
        manual.runAll()
        #expect(ran.values == [0, 1, 2, 10, 20, 11, 12])
        #expect(manual.count == 0 && !manual.runNext())
    }

    @Test func droppedWorkNeverRuns() {
        let manual = ManualExecutor()
        let ran = Recorder<Int>()
        let task = BoltsTask(result: ()).continueWith(manual.executor) { _ in ran.add(1) }
        manual.dropAll()
        #expect(manual.count == 0 && !manual.runNext() && ran.count == 0)
        #expect(task.error is AbandonedTaskError)
    }

    /// Dropping the first continuation fails its task, which hops to the same executor for the next one.
    @Test func droppedWorkIsReleasedOutsideTheLock() {
        let manual = ManualExecutor()
        let executor = manual.executor
        for _ in 0..<3 { BoltsTask(result: 1).continueWith(executor) { _ in }.continueWith(executor) { _ in } }
        manual.dropAll()
        #expect(manual.count == 3)
        manual.runAll()
    }
}
