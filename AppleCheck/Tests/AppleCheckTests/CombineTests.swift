import BoltsFoundation
import BoltsTasks
import Combine
import Testing

// The rules one by one are tested against OpenCombine, in IntegrationTests/Combine.
@Suite(.timeLimit(.minutes(1)))
struct CombineTests {
    @Test func T11_aTaskIsAPublisherAndBack() {
        let source = TaskCompletionSource<Int>()
        let task = source.task.publisher.firstValueTask()
        #expect(!task.isCompleted)
        source.set(result: 5)
        #expect(task.result == 5)
    }

    @Test func T3_anErrorGoesBothWays() {
        let source = TaskCompletionSource<Int>()
        let task = source.task.publisher.firstValueTask()
        source.set(error: CancellationError())
        #expect(task.isCancelled)
    }

    @Test func T9_aTokenEndsTheWaitOnly() {
        let source = TaskCompletionSource<Int>()
        let token = CancellationTokenSource()
        let task = source.task.publisher.firstValueTask(cancellationToken: token.token)
        token.cancel()
        #expect(task.isCancelled && !source.task.isCompleted)
        source.set(result: 5)
    }
}
