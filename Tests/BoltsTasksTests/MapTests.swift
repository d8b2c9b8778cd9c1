@testable import BoltsTasks
import Testing

@Suite(.timeLimit(.minutes(20))) struct MapTests {
    @Test(.tags(.t12)) func mapRunsAtMostTheGivenNumberAtATime() {
        let sources = (0..<6).map { _ in TaskCompletionSource<Int>() }
        let started = Recorder<Int>()
        let mapped = BoltsTask.map(0..<6, atMost: 2) { number in
            started.add(number)
            return sources[number].task
        }
        #expect(started.values == [0, 1])
        sources[1].set(result: 10)
        #expect(started.values == [0, 1, 2])
        for number in [0, 2, 3, 4, 5] { sources[number].set(result: number * 10) }
        #expect(mapped.result == [0, 10, 20, 30, 40, 50].enumerated().map { $0.offset == 1 ? 10 : $0.element })
        #expect(BoltsTask<Int>.map([Int](), atMost: 3) { BoltsTask(result: $0) }.result == [])
    }

    @Test(.tags(.t12)) func mapStartsNothingAfterAFailure() {
        let started = Recorder<Int>()
        let mapped = BoltsTask<Int>.map(0..<100, atMost: 1) { number in
            started.add(number)
            if number == 3 { throw Fault(3) }
            return BoltsTask(result: number)
        }
        #expect(mapped.error as? Fault == Fault(3))
        #expect(started.values == [0, 1, 2, 3])
    }

    @Test(.tags(.t12)) func completionsComeInCompletionOrder() async {
        let sources = (0..<3).map { _ in TaskCompletionSource<Int>() }
        let completions = BoltsTask.completions(of: sources.map(\.task))
        sources[2].set(result: 2)
        sources[0].set(error: Fault(0))
        sources[1].cancel()
        var seen: [Int] = []
        for await (index, task) in completions {
            #expect(task.isCompleted)
            seen.append(index)
        }
        #expect(seen == [2, 0, 1])
    }
}
